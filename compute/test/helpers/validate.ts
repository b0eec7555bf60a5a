/**
 * What every correct schedule keeps to, whatever its network: the relations on early and on late dates, the bounds of
 * dates and floats, and why each task stands where it stands. Returns the broken rules as sentences.
 */
import { RELATION_TYPES } from '../../../shared/schedule/fields.ts'
import { ALAP, isPin, SNET } from '../../engine/cpm/constraint.ts'
import { LINK_DRIVING } from '../../engine/cpm/float.ts'
import { COMPLETE, NOT_STARTED } from '../../engine/population/progress.ts'
import type { Schedule } from './schedule.ts'

const NEAR = 1e-5

export function validate({ network, prepared, result, ids }: Schedule): string[] {
  const broken: string[] = []
  const rule = (holds: boolean, sentence: string): void => {
    if (!holds && broken.length < 10) broken.push(sentence)
  }
  const { input } = prepared
  const { dataDate, constraint } = input
  const { projectFinish } = result
  /** What the columns hold of one task. */
  const taskAt = (i: number) => ({
    name: ids[i]!,
    state: input.state[i]!,
    constraint: constraint[i]!,
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
  /** And of one link. */
  const linkAt = (k: number) => ({
    from: network.task[k]!,
    type: RELATION_TYPES[network.type[k]!]!,
    lagDays: input.lagDays[k]!,
    isLead: network.lagDays[k]! < 0,
    isDriving: (result.linkMarks[k]! & LINK_DRIVING) !== 0,
  })
  const free = constraint.every(code => code === 0) && Number.isNaN(input.mustFinish)
  // tasks with a link that the project finish does not bound: from their start, or with a lead
  const unbounded = new Uint8Array(network.taskCount)
  const place = new Map(Array.from(network.order, (task, at) => [task, at]))
  const leads = Array.from({ length: network.taskCount }, () => [] as number[])
  let latest = Number.NEGATIVE_INFINITY

  for (const s of network.order) {
    const task = taskAt(s)
    const { name, remainingDays, totalFloat, freeFloat } = task
    const done = task.state === COMPLETE
    const dropped = input.override && task.state !== NOT_STARTED
    let driven = false
    for (let k = network.start[s]!; k < network.start[s + 1]!; k++) {
      const { from: p, type, lagDays, isLead, isDriving } = linkAt(k)
      const before = taskAt(p)
      const link = `${before.name} -> ${name} ${type}`
      rule(place.get(p)! < place.get(s)!, `${link}: the predecessor comes first in the order`)
      if (dropped) continue
      leads[p]!.push(s)
      if (done || type === 'SS' || type === 'SF' || isLead) unbounded[p] = 1
      const fromFinish = type === 'FS' || type === 'FF'
      const toStart = type === 'FS' || type === 'SS'
      const left = (toStart ? task.start : task.finish) - (fromFinish ? before.finish : before.start) - lagDays
      // pins ignore the logic
      if (!isPin(task.constraint)) rule(left >= -NEAR, `${link} holds on early dates`)
      if (isDriving) {
        driven = true
        // the lag after finished work may run on when its successor has started, and it runs from the actual dates
        const runsOn = before.state === COMPLETE && before.finish <= dataDate + NEAR
        rule(runsOn || left <= NEAR, `${link} drives, so it leaves nothing`)
        rule(!done || task.finish > dataDate + NEAR, `${name} is complete: unfinished work alone drives it`)
      }
      if (done || before.state === COMPLETE || isPin(before.constraint)) continue
      const lateFrom = fromFinish ? before.lateFinish : before.lateStart
      const lateTo = toStart ? task.lateStart : task.lateFinish
      rule(lateTo - lateFrom - lagDays >= -NEAR, `${link} holds on late dates`)
    }
    if (done) {
      rule(task.finish >= dataDate - NEAR, `${name} is complete: it passes on no less than the data date`)
      const nulls = [task.lateStart, task.lateFinish, totalFloat, freeFloat].every(Number.isNaN)
      rule(nulls && result.critical[s] === 0, `${name} is complete: no late dates, no float`)
      continue
    }
    latest = Math.max(latest, task.finish)
    rule(task.start >= dataDate - NEAR, `${name} does not start before the data date`)
    rule(Math.abs(task.finish - task.start - remainingDays) < NEAR, `${name} takes its (remaining) duration`)
    rule(Math.abs(task.lateFinish - task.lateStart - remainingDays) < NEAR, `${name} takes it on late dates too`)
    rule(freeFloat >= 0, `${name} has no negative free float`)
    rule(result.critical[s] === (totalFloat <= 1e-6 ? 1 : 0), `${name} is critical exactly when its float is spent`)
    if (!isPin(task.constraint)) {
      const end = Number.isNaN(input.mustFinish) ? projectFinish : input.mustFinish
      rule(task.lateFinish <= end + NEAR, `${name} ends late, at most with the project, or when that must`)
      rule(Math.abs(task.lateFinish - task.earlyFinish - totalFloat) < NEAR, `${name}: total float = late - early`)
      const held = driven || task.start <= dataDate + NEAR
      rule(held || task.constraint !== 0, `${name} stands where a link, the data date or a constraint puts it`)
      if (task.constraint === SNET && task.state === NOT_STARTED) {
        rule(task.earlyStart >= input.constraintOffset[s]! - NEAR, `${name} keeps to its SNET`)
      }
    }
    if (task.constraint === ALAP && !Number.isNaN(freeFloat)) rule(freeFloat === 0, `${name} spends its free float`)
  }
  for (const i of network.order) {
    const { name, state, finish, totalFloat, freeFloat } = taskAt(i)
    if (state === COMPLETE) continue
    if (free) {
      rule(totalFloat >= -NEAR, `${name}: nothing is constrained, no float is negative`)
      if (unbounded[i] === 0) rule(freeFloat <= totalFloat + NEAR, `${name}: free float <= total float`)
    }
    if (result.onLongestPath[i] === 0) continue
    const ends = finish >= projectFinish - NEAR
    rule(ends || leads[i]!.some(s => result.onLongestPath[s] === 1), `${name} leads along the longest path to its end`)
  }
  if (latest !== Number.NEGATIVE_INFINITY) {
    rule(Math.abs(latest - projectFinish) < NEAR, 'the project ends with its latest incomplete task')
  }
  return broken
}
