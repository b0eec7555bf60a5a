/** Selects failed jobs by the options of a command. */
import type { FailedJobsQuery } from '../../shared/jobs/redis/failed-jobs.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import type { CommandOption, Input } from './command.ts'
import { findAccount } from './find.ts'
import { momentOf } from './values.ts'

export const WHICH_FAILED: Readonly<Record<string, CommandOption>> = {
  account: { value: 'id', meaning: 'Only of this account.' },
  code: {
    value: 'code',
    meaning: 'Only with this code: timeout, memory, node_lost, internal, or one of the error catalogue.',
  },
  from: { value: 'time', meaning: 'Only jobs that failed from this time on.' },
  to: { value: 'time', meaning: 'Only jobs that failed before this time.' },
}

export const failedJobsQuery = async (
  client: RedisClient,
  { options: { account, code, from, to } }: Input,
): Promise<Omit<FailedJobsQuery, 'limit'>> => ({
  accountId: account === undefined ? undefined : (await findAccount(client, account)).accountId,
  code,
  fromMs: from === undefined ? undefined : momentOf('from', from),
  toMs: to === undefined ? undefined : momentOf('to', to),
})
