/**
 * What every correct schedule keeps to, whatever its network: the relations on early and on late dates, the bounds of
 * dates and floats, and why each task stands where it stands. Returns the broken rules as sentences.
 */
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { LINK_DRIVING } from '../../engine/cpm/float.ts'
import { ALAP, isPin, SNET } from '../../engine/kind/constraint-types.ts'
import { COMPLETE, NOT_STARTED } from '../../engine/population/progress.ts'
import type { Schedule } from './schedule.ts'

const NEAR = 1e-5

type Rule = (holds: boolean, sentence: string) => void
type Task = ReturnType<typeof taskReader> extends (i: number) => infer Of ? Of : never

/** What the columns hold of one task. */
const taskReader =
  ({ prepared: { input }, result, ids }: Schedule) =>
  (i: number) => ({
    index: i,
    name: ids[i]!,
    state: input.state[i]!,
    isComplete: input.state[i] === COMPLETE,
    constraint: input.constraint[i]!,
    remainingDays: input.remainingDays[i]!,
    start: result.early.start[i]!,
    finish: result.early.finish[i]!,
    earlyStart: result.earlyStart[i]!,
    earlyFinish: result.earlyFinish[i]!,
    lateStart: result.lateStart[i]!,
    lateFinish: result.lateFinish[i]!,
    totalFloat: result.totalFloat[i]!,
    freeFloat: result.freeFloat[i]!,
  })

/** What the columns hold of one link. */
const linkAt = ({ network, prepared: { input }, result }: Schedule, k: number) => ({
  from: network.task[k]!,
  type: RELATION_TYPES[network.type[k]!]!,
  lagDays: input.lagDays[k]!,
  isLead: network.lagDays[k]! < 0,
  isDriving: (result.linkMarks[k]! & LINK_DRIVING) !== 0,
})
type Link = ReturnType<typeof linkAt>

export function validate(schedule: Schedule): string[] {
  const broken: string[] = []
  const rule: Rule = (holds, sentence) => {
    if (!holds && broken.length < 10) broken.push(sentence)
  }
  const { network, prepared, result } = schedule
  const { input } = prepared
  const taskAt = taskReader(schedule)
  // tasks with a link that the project finish does not bound: from their start, or with a lead
  const unbounded = new Uint8Array(network.taskCount)
  const place = new Map(Array.from(network.order, (task, at) => [task, at]))
  const leads = Array.from({ length: network.taskCount }, () => [] as number[])
  let latest = Number.NEGATIVE_INFINITY

  for (const s of network.order) {
    const task = taskAt(s)
    const isDropped = input.override && task.state !== NOT_STARTED
    let isDriven = false
    for (let k = network.start[s]!; k < network.start[s + 1]!; k++) {
      const link = linkAt(schedule, k)
      const before = taskAt(link.from)
      const name = `${before.name} -> ${task.name} ${link.type}`
      rule(place.get(link.from)! < place.get(s)!, `${name}: the predecessor comes first in the order`)
      if (isDropped) continue
      leads[link.from]!.push(s)
      if (task.isComplete || link.type[0] === 'S' || link.isLead) unbounded[link.from] = 1
      if (link.isDriving) isDriven = true
      validateLink(rule, schedule, { link, before, task, name })
    }
    if (task.isComplete) validateComplete(rule, schedule, task)
    else {
      latest = Math.max(latest, task.finish)
      validateOpen(rule, schedule, task, isDriven)
    }
  }
  const isFree = input.constraint.every(code => code === 0) && Number.isNaN(input.mustFinish)
  for (const i of network.order) {
    const { name, isComplete, finish, totalFloat, freeFloat } = taskAt(i)
    if (isComplete) continue
    if (isFree) {
      rule(totalFloat >= -NEAR, `${name}: nothing is constrained, no float is negative`)
      if (unbounded[i] === 0) rule(freeFloat <= totalFloat + NEAR, `${name}: free float <= total float`)
    }
    if (result.onLongestPath[i] === 0) continue
    const ends = finish >= result.projectFinish - NEAR
    rule(ends || leads[i]!.some(s => result.onLongestPath[s] === 1), `${name} leads along the longest path to its end`)
  }
  if (latest !== Number.NEGATIVE_INFINITY) {
    rule(Math.abs(latest - result.projectFinish) < NEAR, 'the project ends with its latest incomplete task')
  }
  return broken
}

/** A link between two tasks, with the name that sentences give it. */
interface Linked {
  readonly link: Link
  readonly before: Task
  readonly task: Task
  readonly name: string
}

function validateLink(rule: Rule, { prepared }: Schedule, { link, before, task, name }: Linked): void {
  const { dataDate } = prepared.input
  const { type, lagDays, isDriving } = link
  const fromFinish = type === 'FS' || type === 'FF'
  const toStart = type === 'FS' || type === 'SS'
  const left = (toStart ? task.start : task.finish) - (fromFinish ? before.finish : before.start) - lagDays
  // pins ignore the logic
  if (!isPin(task.constraint)) rule(left >= -NEAR, `${name} holds on early dates`)
  if (isDriving) {
    // the lag after finished work may run on when its successor has started, and it runs from the actual dates
    const runsOn = before.isComplete && before.finish <= dataDate + NEAR
    rule(runsOn || left <= NEAR, `${name} drives, so it leaves nothing`)
    rule(!task.isComplete || task.finish > dataDate + NEAR, `${task.name} is complete: unfinished work alone drives it`)
  }
  if (task.isComplete || before.isComplete || isPin(before.constraint)) return
  const lateFrom = fromFinish ? before.lateFinish : before.lateStart
  const lateTo = toStart ? task.lateStart : task.lateFinish
  rule(lateTo - lateFrom - lagDays >= -NEAR, `${name} holds on late dates`)
}

function validateComplete(rule: Rule, { prepared, result }: Schedule, task: Task): void {
  const { name, finish, lateStart, lateFinish, totalFloat, freeFloat, index } = task
  rule(finish >= prepared.input.dataDate - NEAR, `${name} is complete: it passes on no less than the data date`)
  const nulls = [lateStart, lateFinish, totalFloat, freeFloat].every(Number.isNaN)
  rule(nulls && result.critical[index] === 0, `${name} is complete: no late dates, no float`)
}

function validateOpen(rule: Rule, { prepared: { input }, result }: Schedule, task: Task, isDriven: boolean): void {
  const { name, remainingDays, totalFloat, freeFloat, index } = task
  const { dataDate } = input
  rule(task.start >= dataDate - NEAR, `${name} does not start before the data date`)
  rule(Math.abs(task.finish - task.start - remainingDays) < NEAR, `${name} takes its (remaining) duration`)
  rule(Math.abs(task.lateFinish - task.lateStart - remainingDays) < NEAR, `${name} takes it on late dates too`)
  rule(freeFloat >= 0, `${name} has no negative free float`)
  rule(result.critical[index] === (totalFloat <= 1e-6 ? 1 : 0), `${name} is critical exactly when its float is spent`)
  if (!isPin(task.constraint)) {
    const end = Number.isNaN(input.mustFinish) ? result.projectFinish : input.mustFinish
    rule(task.lateFinish <= end + NEAR, `${name} ends late, at most with the project, or when that must`)
    rule(Math.abs(task.lateFinish - task.earlyFinish - totalFloat) < NEAR, `${name}: total float = late - early`)
    const isHeld = isDriven || task.start <= dataDate + NEAR
    rule(isHeld || task.constraint !== 0, `${name} stands where a link, the data date or a constraint puts it`)
    if (task.constraint === SNET && task.state === NOT_STARTED) {
      rule(task.earlyStart >= input.constraintOffset[index]! - NEAR, `${name} keeps to its SNET`)
    }
  }
  if (task.constraint === ALAP && !Number.isNaN(freeFloat)) rule(freeFloat === 0, `${name} spends its free float`)
}
