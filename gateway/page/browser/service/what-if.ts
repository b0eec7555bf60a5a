/** What changes of a schedule do. It is sent once and kept by the service; from then on each request names it. */
import type { Change } from '../schedule/changes.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { outcomeOf, type WhatIfOutcome, type WhatIfReply } from '../schedule/what-if.ts'
import { analyse } from './analyse.ts'
import { bodyOf } from './body.ts'
import { type CallContext, post } from './call.ts'
import { areLarge } from './expected-size.ts'
import { Refused } from './refused.ts'

const KEEP = 'api/v1/schedules'
const PATH = 'api/v1/analysis/what-if'
const GONE = 'schedule_not_found'
const OPTIONS = { include_tasks: true, table: 'columns' }

export interface Asked {
  readonly file: Blob
  /** Of the call before; '' = none. */
  readonly handle: string
  readonly changes: readonly Change[]
  /** Of the schedule that they change. */
  readonly dated: Pick<Schedule, 'hasTimes' | 'isUndated' | 'taskCount'>
}

async function keep(file: Blob, context: CallContext): Promise<string> {
  const { schedule_id: id } = (await post(KEEP, (await bodyOf(file))(), context)) as { schedule_id: string }
  return id
}

export async function whatIf(asked: Asked, context: CallContext): Promise<WhatIfOutcome> {
  const { file, changes, dated } = asked
  const handle = asked.handle === '' ? await keep(file, context) : asked.handle
  const body = JSON.stringify({ schedule_id: handle, changes, options: OPTIONS })
  try {
    const reply = await analyse({ path: PATH, body: () => body, isLarge: areLarge(dated.taskCount) }, context, () => {})
    return outcomeOf(reply as WhatIfReply, handle, dated)
  } catch (error) {
    // it was forgotten meanwhile
    if (asked.handle === '' || !(error instanceof Refused) || error.failure.code !== GONE) throw error
    return whatIf({ ...asked, handle: '' }, context)
  }
}
