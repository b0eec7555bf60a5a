import { redisJobStore } from '../../../shared/jobs/redis-job-store.ts'
import { type Command, CommandError } from '../command.ts'
import { type DeadLetter, deadLetters } from '../dead-letters.ts'
import { findAccount } from '../find.ts'
import { momentOf } from '../values.ts'

const ALL = 'all'

export const deadLetterReplay: Command = {
  name: 'jobs dead-letter replay',
  summary: `Send a dead letter again, with the same id. "${ALL}" sends all, or those of an account and period.`,
  operands: ['delivery'],
  options: {
    account: { value: 'id', meaning: 'Only of this account.' },
    from: { value: 'time', meaning: 'Only dead letters from this time on.' },
    to: { value: 'time', meaning: 'Only dead letters before this time.' },
  },
  async run(client, { operands, options }) {
    const [wanted] = operands
    const owner = options.account === undefined ? null : (await findAccount(client, options.account)).accountId
    const fromMs = options.from === undefined ? Number.NEGATIVE_INFINITY : momentOf('from', options.from)
    const toMs = options.to === undefined ? Number.POSITIVE_INFINITY : momentOf('to', options.to)
    const isMeant = ({ accountId, atMs }: DeadLetter) =>
      (owner === null || owner === accountId) && atMs >= fromMs && atMs < toMs
    const found: DeadLetter[] = []
    for await (const letter of deadLetters(client)) {
      if (!isMeant(letter)) continue
      if (wanted === ALL || letter.deliveryId === wanted || letter.jobId === wanted) found.push(letter)
    }
    if (found.length === 0 && wanted !== ALL) throw new CommandError(`dead letter ${wanted} does not exist`)
    const store = redisJobStore(client)
    let sentCount = 0
    for (const { accountId, deliveryId } of found)
      if ((await store.replayDelivery(accountId, deliveryId)) !== null) sentCount++
    const goneCount = found.length - sentCount
    const gone =
      goneCount === 0
        ? ''
        : `; ${goneCount} cannot be sent: ${goneCount === 1 ? 'its job has' : 'their jobs have'} been removed`
    return `${sentCount} callback${sentCount === 1 ? ' is' : 's are'} being sent again${gone}`
  },
}
