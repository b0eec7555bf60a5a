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
  const { dataDate, state, remainingDays, constraint } = input
  const { early, earlyStart, earlyFinish, lateStart, lateFinish, totalFloat, freeFloat, projectFinish } = result
  const free = constraint.every(code => code === 0) && Number.isNaN(input.mustFinish)
  // tasks with a link that the project finish does not bound: from their start, or with a lead
  const unbounded = new Uint8Array(network.taskCount)
  const place = new Map(Array.from(network.order, (task, at) => [task, at]))
  const leads = Array.from({ length: network.taskCount }, () => [] as number[])
  let latest = Number.NEGATIVE_INFINITY

  for (const s of network.order) {
    const name = ids[s]!
    const done = state[s] === COMPLETE
    const dropped = input.override && state[s] !== NOT_STARTED
    let driven = false
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      const p = network.task[k]
      const link = `${ids[p]} -> ${name} ${RELATION_TYPES[network.type[k]]}`
      rule(place.get(p)! < place.get(s)!, `${link}: the predecessor comes first in the order`)
      if (dropped) continue
      leads[p]!.push(s)
      const type = RELATION_TYPES[network.type[k]]
      if (done || type === 'SS' || type === 'SF' || network.lagDays[k] < 0) unbounded[p] = 1
      const lag = input.lagDays[k]
      const from = type === 'FS' || type === 'FF' ? early.finish[p] : early.start[p]
      const to = type === 'FS' || type === 'SS' ? early.start[s] : early.finish[s]
      const left = to - from - lag
      // pins ignore the logic
      if (!isPin(constraint[s])) rule(left >= -NEAR, `${link} holds on early dates`)
      if ((result.linkMarks[k] & LINK_DRIVING) !== 0) {
        driven = true
        // the lag after finished work may run on when its successor has started, and it runs from the actual dates
        const runsOn = state[p] === COMPLETE && early.finish[p] <= dataDate + NEAR
        rule(runsOn || left <= NEAR, `${link} drives, so it leaves nothing`)
        rule(!done || early.finish[s] > dataDate + NEAR, `${name} is complete: unfinished work alone drives it`)
      }
      if (done || state[p] === COMPLETE || isPin(constraint[p])) continue
      const lateFrom = type === 'FS' || type === 'FF' ? lateFinish[p] : lateStart[p]
      const lateTo = type === 'FS' || type === 'SS' ? lateStart[s] : lateFinish[s]
      rule(lateTo - lateFrom - lag >= -NEAR, `${link} holds on late dates`)
    }
    if (done) {
      rule(early.finish[s] >= dataDate - NEAR, `${name} is complete: it passes on no less than the data date`)
      const nulls = [lateStart[s], lateFinish[s], totalFloat[s], freeFloat[s]].every(Number.isNaN)
      rule(nulls && result.critical[s] === 0, `${name} is complete: no late dates, no float`)
      continue
    }
    latest = Math.max(latest, early.finish[s])
    rule(early.start[s] >= dataDate - NEAR, `${name} does not start before the data date`)
    rule(Math.abs(early.finish[s] - early.start[s] - remainingDays[s]) < NEAR, `${name} takes its (remaining) duration`)
    rule(Math.abs(lateFinish[s] - lateStart[s] - remainingDays[s]) < NEAR, `${name} takes it on late dates too`)
    rule(freeFloat[s] >= 0, `${name} has no negative free float`)
    rule(result.critical[s] === (totalFloat[s] <= 1e-6 ? 1 : 0), `${name} is critical exactly when its float is spent`)
    if (!isPin(constraint[s])) {
      const end = Number.isNaN(input.mustFinish) ? projectFinish : input.mustFinish
      rule(lateFinish[s] <= end + NEAR, `${name} ends late, at most with the project, or when that must`)
      rule(Math.abs(lateFinish[s] - earlyFinish[s] - totalFloat[s]) < NEAR, `${name}: total float = late - early`)
      const held = driven || early.start[s] <= dataDate + NEAR
      rule(held || constraint[s] !== 0, `${name} stands where a link, the data date or a constraint puts it`)
      if (constraint[s] === SNET && state[s] === NOT_STARTED) {
        rule(earlyStart[s] >= input.constraintOffset[s] - NEAR, `${name} keeps to its SNET`)
      }
    }
    if (constraint[s] === ALAP && !Number.isNaN(freeFloat[s])) rule(freeFloat[s] === 0, `${name} spends its free float`)
  }
  for (const i of network.order) {
    if (state[i] === COMPLETE) continue
    if (free) {
      rule(totalFloat[i] >= -NEAR, `${ids[i]}: nothing is constrained, no float is negative`)
      if (unbounded[i] === 0) rule(freeFloat[i] <= totalFloat[i] + NEAR, `${ids[i]}: free float <= total float`)
    }
    if (result.onLongestPath[i] === 0) continue
    const ends = early.finish[i] >= projectFinish - NEAR
    rule(
      ends || leads[i]!.some(s => result.onLongestPath[s] === 1),
      `${ids[i]} leads along the longest path to its end`,
    )
  }
  if (latest !== Number.NEGATIVE_INFINITY) {
    rule(Math.abs(latest - projectFinish) < NEAR, 'the project ends with its latest incomplete task')
  }
  return broken
}
