/** Random schedules, levelled by every scheme. `CASES=100000 SEED=...` runs as many as a release is proved with. */
import t from 'tap'
import { LEVELLING_OBJECTIVES } from '../../../../shared/contract/analysis/levelling/words.ts'
import { Bounds } from '../../../engine/levelling/bounds.ts'
import { type Delay, explain } from '../../../engine/levelling/explain.ts'
import type { LevellingModel } from '../../../engine/levelling/from-columns.ts'
import { type LevelOptions, level } from '../../../engine/levelling/level.ts'
import { notesByStart, notesInTurn } from '../../../engine/levelling/notes.ts'
import { NEVER_ENOUGH, PLACED, type Placing } from '../../../engine/levelling/placing.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import {
  BETWEEN_SHIFTS,
  EXPECTED_FINISH,
  FORGIVEN_HOLD,
  LOOKED_AT_TWICE,
  NEVER_BEFORE,
  NEVER_BOTH,
  SHARED_RESOURCE,
  SHORT_OUTSIDE_WORK,
  STARTS_BEFORE_QUEUE,
} from './noted-cases.ts'
import { faultOf, levelled, levelledBy, modelOf, randomCase, withParts, withRest } from './random-levelling.ts'

const SEED = Number(process.env.SEED ?? 20261127)
const CASES = Number(process.env.CASES ?? 500)

const lastOf = (dates: Float64Array): number => dates.reduce((last, moment) => Math.max(last, moment), -Infinity)
const isWhole = ({ fate, problem }: Placing): boolean =>
  fate.every((each, a) => each === PLACED || problem.fixed[a] === 1)

/** Holders, limits and lacks; a gap is noticed with notes where a shorter search met it. */
const saidOf = (delays: readonly Delay[]): string =>
  JSON.stringify(delays.map(({ waits }) => waits.map(({ hasGaps: _, ...wait }) => wait)))

/** A search of a few schedules, or one of the rule alone. */
const searchOptions = ({ problem }: LevellingModel, rnd: Random): LevelOptions => ({
  rank: Float64Array.from(problem.task, () => between(rnd, 0, 1_000_000)),
  scheme: pick(rnd, ['serial', 'parallel']),
  effort: pick(rnd, ['fast', 'good', 'best']),
  objective: pick(rnd, LEVELLING_OBJECTIVES),
  schedulesMax: between(rnd, 1, 40),
  checkpoint: () => {},
})

t.test('every limit at every minute, every link and every calendar holds', async t => {
  t.comment(`seed ${SEED}, ${CASES} cases`)
  const rnd = random(SEED)
  const also = random(SEED + 2)
  let faulty = 0
  let [delayed, paused, shorter, raised, otherwise, differ, inParts] = [0, 0, 0, 0, 0, 0, 0]
  for (let n = 0; n < CASES; n++) {
    const drawn = withRest(randomCase(rnd), also)
    const each = n % 3 === 0 ? withParts(drawn, also) : drawn
    const model = modelOf(each)
    if (model.problem.windows !== undefined) inParts++
    const { placing, noting, scheme } = levelled(model, rnd)
    if (placing.start.some((start, a) => start !== noting.start[a] || placing.finish[a] !== noting.finish[a]))
      if (differ++ < 3) t.comment(`case ${n} (${scheme}): differs with notes ${JSON.stringify(each)}`)
    if (placing.start.some((start, a) => start > model.problem.baseStart[a]!)) delayed++
    if (placing.parts.size > 0) paused++
    const fault = faultOf(each, model, placing)
    if (fault !== undefined && faulty++ < 3) t.comment(`case ${n} (${scheme}): ${fault} ${JSON.stringify(each)}`)
    if (n % 4 === 0) {
      const options = searchOptions(model, also)
      const ofSearch = faultOf(each, model, level(model.problem, options).placing)
      if (ofSearch !== undefined && faulty++ < 3)
        t.comment(`case ${n} (${JSON.stringify(options)}): ${ofSearch} ${JSON.stringify(each)}`)
    }
    const bounds = new Bounds(model.problem, placing.fate)
    const byPath = lastOf(model.problem.baseFinish)
    const bound = bounds.least(byPath, lastOf(placing.finish)).finish
    if (bound > byPath) raised++
    // the same work by another scheme is bounded by the same
    const other = levelled(model, rnd).placing
    for (const made of isWhole(placing) && isWhole(other) ? [placing, other] : [placing]) {
      const finish = lastOf(made.finish)
      if (bounds.refutedBy(finish) < 0 && bound <= finish) continue
      if (shorter++ < 3) t.comment(`case ${n}: bound ${bound}, finish ${finish} ${JSON.stringify(each)}`)
    }
    // reasons are those of the schedule that was made: none starts later for them, and where somebody stands without room, or pauses, none otherwise
    const made = placing.start.slice()
    const isInTurn = each.floatKept !== undefined || each.partDays !== undefined || placing.fate.includes(NEVER_ENOUGH)
    for (const notesOf of scheme === 'serial' ? [notesInTurn, notesByStart] : [notesByStart]) {
      const reasons = explain(placing, notesOf(placing)).delays
      if (saidOf(reasons) !== saidOf(explain(noting, notesOf(noting)).delays))
        if (differ++ < 3) t.comment(`case ${n} (${scheme}): other reasons with notes ${JSON.stringify(each)}`)
      if (notesOf === notesInTurn && placing.start.some((start, a) => start !== made[a]) && otherwise++ < 3)
        t.comment(`case ${n}: noted otherwise ${JSON.stringify(each)}`)
    }
    if (placing.start.some((start, a) => (isInTurn ? start !== made[a] : start > made[a]!)) && otherwise++ < 3)
      t.comment(`case ${n} (${scheme}): explained otherwise ${JSON.stringify(each)}`)
  }
  t.equal(differ, 0, 'notes of where there is no room change nothing')
  t.equal(otherwise, 0, 'each is explained as it was made')
  t.equal(shorter, 0, 'no schedule ends before the lower bound')
  t.ok(raised > CASES / 20, `${raised} bounds lie behind the critical path`)
  t.equal(faulty, 0, `${CASES} cases`)
  t.ok(delayed > CASES / 4, `${delayed} cases have a delay`)
  t.ok(inParts > CASES / 20, `${inParts} cases have resources that are needed for a part of a task`)
  t.ok(paused > CASES / 20, `${paused} cases have work that pauses`)
})

t.test('what once hung on the notes does not, in any order of the tasks', t => {
  for (const [each, scheme] of [
    [SHARED_RESOURCE, 'parallel'],
    [SHORT_OUTSIDE_WORK, 'justified'],
    [STARTS_BEFORE_QUEUE, 'parallel'],
    [BETWEEN_SHIFTS, 'parallel'],
    [LOOKED_AT_TWICE, 'serial'],
    [NEVER_BEFORE, 'justified'],
    [NEVER_BOTH, 'justified'],
  ] as const) {
    const model = modelOf(each)
    for (const order of ordersOf([...model.problem.task.keys()])) {
      const { placing, noting } = levelledBy(model, scheme, Float64Array.from(order))
      t.strictSame(noting.start, placing.start, `${scheme} ${order}`)
      const made = placing.start.slice()
      const [reasons, noted] = [placing, noting].map(each => saidOf(explain(each, notesByStart(each)).delays))
      t.equal(noted, reasons, `reasons of ${scheme} ${order}`)
      if (scheme === 'parallel') t.strictSame(placing.start, made, `nobody could start earlier, ${order}`)
    }
  }
  t.end()
})

function ordersOf(of: readonly number[]): number[][] {
  return of.length === 0
    ? [[]]
    : of.flatMap(first => ordersOf(of.filter(a => a !== first)).map(rest => [first, ...rest]))
}

t.test('work that pauses ends no sooner than without levelling', t => {
  const { problem } = modelOf(EXPECTED_FINISH)
  const { placing } = levelledBy(modelOf(EXPECTED_FINISH), 'serial', Float64Array.of(0))
  t.equal(placing.parts.size, 1)
  t.equal(placing.finish[0], problem.baseFinish[0])
  t.end()
})

t.test('what nothing limits stays where it is, whatever the order', async t => {
  const rnd = random(SEED + 1)
  let moved = 0
  for (let n = -1; n < CASES / 3; n++) {
    const drawn = n < 0 ? FORGIVEN_HOLD : n % 2 === 0 ? withParts(randomCase(rnd), rnd) : randomCase(rnd)
    const each = { ...drawn, limits: drawn.limits.map(() => [{ at: 0, units: 100 }]) }
    const model = modelOf(each)
    const { placing } = levelled(model, rnd)
    const { baseStart, baseFinish } = model.problem
    if (placing.start.some((start, a) => start !== baseStart[a] || placing.finish[a] !== baseFinish[a])) {
      if (moved++ < 3) t.comment(`case ${n}: ${JSON.stringify(each)}`)
    }
  }
  t.equal(moved, 0)
})
