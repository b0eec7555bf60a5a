/**
 * How the work went, and what a status date shows of it. The truth is drawn once per plan, so that two statuses of one
 * project agree on everything that had happened by the earlier one. Offsets as in plan.ts.
 */
import { LINK_UNKNOWN, type LinkColumns } from '../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../shared/contract/schedule/fields.ts'
import { integerOf, normalStream, stream } from './draws.ts'
import { roleIndex } from './layout.ts'
import { FF, FS, SS } from './logic.ts'
import { CONSTRAINT_NONE, type Plan, spanUnder, startByLinks } from './plan.ts'

/** Actual offsets by row, whole days, known to nobody before the day. */
export interface Truth {
  readonly start: Float64Array
  readonly finish: Float64Array
}

export const NOT_STARTED = 0
export const IN_PROGRESS = 1
export const COMPLETE = 2

export interface Status {
  /** The data date: work before this offset is history. */
  readonly dataDate: number
  readonly durationDays: Float64Array
  readonly links: LinkColumns
  /** NOT_STARTED, IN_PROGRESS or COMPLETE by row. */
  readonly state: Uint8Array
  readonly percent: Uint8Array
  /** Actual where it has happened, else forecast, by row. */
  readonly start: Float64Array
  readonly finish: Float64Array
  /** Days by row, NaN where complete, summary or level of effort. */
  readonly totalFloatDays: Float64Array
}

export function makeTruth(plan: Plan, outOfSequenceShare: number): Truth {
  const normal = normalStream(plan.seed, 'true duration')
  const waitDraw = stream(plan.seed, 'true wait')
  const waitDays = stream(plan.seed, 'true wait days')
  const jumpDraw = stream(plan.seed, 'defect/out of sequence')
  const start = new Float64Array(plan.taskCount)
  const finish = new Float64Array(plan.taskCount)
  const work = roleIndex('work')
  const snet = CONSTRAINT_TYPES.indexOf('SNET')
  for (const row of plan.order) {
    const planned = plan.durationDays[row]
    const days = planned === 0 ? 0 : Math.max(1, Math.round(planned * Math.exp(0.04 + 0.2 * normal(row))))
    const ready = Math.ceil(startByLinks(plan.links, row, days, start, finish))
    const wait = planned > 0 && waitDraw(row) < 0.08 ? integerOf(waitDays(row), 1, 6) : 0
    const isEarly = plan.role[row] === work && jumpDraw(row) < outOfSequenceShare
    const earliest = plan.constraint[row] === snet ? Math.max(ready, plan.constraintOffset[row]) : ready
    start[row] = isEarly ? Math.max(0, ready - integerOf(waitDays(row), 2, 6)) : earliest + wait
    finish[row] = start[row] + days
  }
  return { start, finish }
}

/** The status at a data date; `durationDays` and `links` are the plan's unless they were revised. */
export function makeStatus(
  plan: Plan,
  truth: Truth,
  dataDate: number,
  durationDays: Float64Array = plan.durationDays,
  links: LinkColumns = plan.links,
): Status {
  const state = new Uint8Array(plan.taskCount)
  const percent = new Uint8Array(plan.taskCount)
  const start = new Float64Array(plan.taskCount)
  const finish = new Float64Array(plan.taskCount)
  const remaining = new Float64Array(plan.taskCount)
  for (const row of plan.order) {
    const began = truth.start[row]
    const ended = truth.finish[row]
    if (began < dataDate && ended <= dataDate) {
      state[row] = COMPLETE
      percent[row] = 100
      start[row] = began
      finish[row] = ended
      continue
    }
    const isStarted = began < dataDate
    if (isStarted) {
      state[row] = IN_PROGRESS
      percent[row] = Math.min(95, Math.max(5, 5 * Math.round((20 * (dataDate - began)) / (ended - began))))
    }
    const days = (remaining[row] = (durationDays[row] * (100 - percent[row])) / 100)
    let next = Math.max(dataDate, startByLinks(links, row, days, start, finish))
    if (!isStarted) next = startByConstraint(plan, row, days, next, dataDate)
    start[row] = isStarted ? began : next
    finish[row] = next + days
  }
  spanUnder(plan, start, finish)
  summarise(plan, start, finish, state, percent, dataDate)
  const totalFloatDays = floats(plan, links, state, remaining, finish)
  return { dataDate, durationDays, links, state, percent, start, finish, totalFloatDays }
}

function startByConstraint(plan: Plan, row: number, days: number, byLogic: number, dataDate: number): number {
  if (plan.constraint[row] === CONSTRAINT_NONE) return byLogic
  const offset = plan.constraintOffset[row]
  switch (CONSTRAINT_TYPES[plan.constraint[row]]) {
    case 'SNET':
      return Math.max(byLogic, offset)
    case 'FNET':
      return Math.max(byLogic, offset - days)
    case 'MSO':
      return Math.max(dataDate, offset)
    case 'MFO':
      return Math.max(dataDate, offset - days)
    default:
      return byLogic
  }
}

/** Summaries and supervision have no work of their own: their percent is the elapsed share of their span. */
function summarise(
  plan: Plan,
  start: Float64Array,
  finish: Float64Array,
  state: Uint8Array,
  percent: Uint8Array,
  dataDate: number,
): void {
  for (let row = 0; row < plan.taskCount; row++) {
    if (plan.underEnd[row] === 0 || start[row] >= dataDate) continue
    let isComplete = true
    for (let under = plan.underFirst[row]; under < plan.underEnd[row] && isComplete; under++)
      isComplete = plan.underEnd[under] > 0 || state[under] === COMPLETE
    state[row] = isComplete ? COMPLETE : IN_PROGRESS
    const share = (dataDate - start[row]) / (finish[row] - start[row])
    percent[row] = isComplete ? 100 : Math.min(99, Math.max(1, Math.round(100 * share)))
  }
}

/** Total float of the work left: what the successors and the project finish allow, less the forecast finish. */
function floats(
  plan: Plan,
  links: LinkColumns,
  state: Uint8Array,
  remaining: Float64Array,
  finish: Float64Array,
): Float64Array {
  let projectFinish = 0
  for (const row of plan.order) if (finish[row] > projectFinish) projectFinish = finish[row]
  const late = new Float64Array(plan.taskCount).fill(projectFinish)
  const totalFloatDays = new Float64Array(plan.taskCount).fill(Number.NaN)
  for (let i = plan.order.length - 1; i >= 0; i--) {
    const row = plan.order[i]
    if (state[row] === COMPLETE) continue
    const days = remaining[row]
    const offset = plan.constraintOffset[row]
    const constraint = CONSTRAINT_TYPES[plan.constraint[row]]
    if (constraint === 'SNLT' || constraint === 'MSO') late[row] = Math.min(late[row], offset + days)
    if (constraint === 'FNLT' || constraint === 'MFO') late[row] = Math.min(late[row], offset)
    totalFloatDays[row] = late[row] - finish[row]
    for (let link = links.start[row]; link < links.start[row + 1]; link++) {
      const predecessor = links.task[link]
      if (predecessor === LINK_UNKNOWN) continue
      const type = links.type[link]
      const limit = (type === FS || type === SS ? late[row] - days : late[row]) - links.lagDays[link]
      const its = type === FS || type === FF ? limit : limit + remaining[predecessor]
      if (its < late[predecessor]) late[predecessor] = its
    }
  }
  return totalFloatDays
}
