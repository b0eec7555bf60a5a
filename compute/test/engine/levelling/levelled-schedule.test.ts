/** The levelled schedule, computed anew by the rules of its tool, has the dates that levelling gave it. */
import t from 'tap'
import { scheduleWith } from '../../../engine/analysis/levelling/levelled-schedule.ts'
import { momentAt } from '../../../engine/clock/input.ts'
import type { LevellingModel } from '../../../engine/levelling/from-columns.ts'
import { Placing } from '../../../engine/levelling/placing.ts'
import { random } from '../../helpers/random.ts'
import { computedOf } from '../clock/random-network.ts'
import { ELAPSED_FROM_PROGRESS, HELD_FINISH, LEAD_FROM_PROGRESS } from './noted-cases.ts'
import { caseColumns, type LevellingCase, levelled, modelOf, randomCase, withProgress } from './random-levelling.ts'

const SEED = Number(process.env.SEED ?? 20261127)
const CASES = Number(process.env.CASES ?? 600)

/** Where the levelled schedule of the case, computed anew, stands otherwise than it was levelled; empty = nowhere. */
function differences(each: LevellingCase, place: (model: LevellingModel) => Placing) {
  const columns = caseColumns(each)
  const model = modelOf(each, columns)
  const placing = place(model)
  const { problem } = model
  const { input, result } = computedOf(scheduleWith(columns, model, placing))
  const at = (dates: Float64Array, i: number): number => momentAt(input.clock!, dates[i]!)
  const found: string[] = []
  // parts of work that pauses stand behind all tasks, by task
  let row = columns.taskCount
  for (let a = 0; a < problem.count; a++) {
    const i = problem.task[a]!
    const own = placing.parts.get(a) ?? []
    for (let n = 2; n < own.length; n += 2, row++) {
      const later = at(result.early.start, row) - own[n]!
      if (later !== 0) found.push(`part ${n / 2 + 1} of T${i}: ${later} minutes later`)
    }
    const start = at(result.early.start, i) - placing.start[a]!
    const finish = at(result.early.finish, own.length > 0 ? row - 1 : i) - placing.finish[a]!
    if (start !== 0 || finish !== 0) found.push(`T${i}: ${start} and ${finish} minutes later`)
  }
  const delayed = problem.baseStart.filter((start, a) => placing.start[a]! > start).length
  return { found, delayed, paused: placing.parts.size, placing }
}

for (const [rules, hasProgress] of [
  ['p6', false],
  ['p6', true],
  ['ms_project', false],
] as const) {
  t.test(`by the rules of ${rules}${hasProgress ? ', with work in progress' : ''}`, async t => {
    const rnd = random(SEED)
    let [different, delayed, paused] = [0, 0, 0]
    for (let n = 0; n < CASES; n++) {
      const drawn = { ...randomCase(rnd), rules }
      if (!drawn.isPlain) continue
      const begun = hasProgress ? withProgress(drawn, rnd) : drawn
      // what has priority 1000 follows its links alone, so the file says nothing of it
      const each = rnd() < 0.7 ? begun : { ...begun, isHeld: begun.net.tasks.map(() => rnd() < 0.3) }
      const differs = differences(each, model => levelled(model, rnd).placing)
      delayed += differs.delayed
      paused += differs.paused
      if (differs.found.length > 0 && different++ < 3)
        t.comment(`case ${n}: ${differs.found.join(', ')} ${JSON.stringify(each)}`)
    }
    t.ok(delayed > CASES / 10, `${delayed} delayed`)
    t.ok(paused > CASES / 40, `${paused} pause`)
    t.equal(different, 0)
  })
}

t.test('what a link holds once its predecessor has moved', async t => {
  const inTurn = ({ problem }: LevellingModel): Placing => {
    const placing = new Placing(problem)
    placing.serial(problem.order)
    return placing
  }
  t.strictSame(differences(HELD_FINISH, inTurn).found, [], 'a finish alone')
  for (const each of [LEAD_FROM_PROGRESS, ELAPSED_FROM_PROGRESS]) {
    const { found, placing } = differences(each, inTurn)
    t.strictSame(found, [])
    t.equal(placing.start[2], placing.start[1], 'it starts with the work in progress')
  }
})
