/** The levelled schedule, computed anew by the rules of its tool, has the dates that levelling gave it. */
import t from 'tap'
import { scheduleWith } from '../../../engine/analysis/levelling/levelled-schedule.ts'
import { momentAt } from '../../../engine/clock/input.ts'
import { random } from '../../helpers/random.ts'
import { computedOf } from '../clock/random-network.ts'
import { caseColumns, levelled, modelOf, randomCase, withProgress } from './random-levelling.ts'

const SEED = Number(process.env.SEED ?? 20261127)
const CASES = Number(process.env.CASES ?? 600)

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
      const each = hasProgress ? withProgress(drawn, rnd) : drawn
      const columns = caseColumns(each)
      const model = modelOf(each, columns)
      const { placing } = levelled(model, rnd)
      const { input, result } = computedOf(scheduleWith(columns, model, placing))
      const { problem } = model
      // parts of work that pauses stand behind all tasks, by task
      const lastRow = new Map<number, number>()
      let row = columns.taskCount
      for (const [a, own] of [...placing.parts].sort(([a], [b]) => a - b)) {
        row += own.length / 2 - 1
        lastRow.set(a, row - 1)
      }
      paused += lastRow.size
      const starts = (i: number): number => momentAt(input.clock!, result.early.start[i]!)
      for (const [a, own] of placing.parts) {
        const rows = own.length / 2 - 1
        for (let n = 0; n < rows; n++) {
          const at = starts(lastRow.get(a)! - rows + 1 + n)
          if (at !== own[2 * n + 2]! && different++ < 3)
            t.comment(`case ${n}, part ${n + 2} of T${problem.task[a]}: ${at - own[2 * n + 2]!} minutes later`)
        }
      }
      for (let a = 0; a < problem.count; a++) {
        if (placing.start[a]! > problem.baseStart[a]!) delayed++
        const start = momentAt(input.clock!, result.early.start[problem.task[a]!]!)
        const finish = momentAt(input.clock!, result.early.finish[lastRow.get(a) ?? problem.task[a]!]!)
        if (start === placing.start[a] && finish === placing.finish[a]) continue
        if (different++ < 3)
          t.comment(
            `case ${n}, T${problem.task[a]}: ${start - placing.start[a]!} and ${finish - placing.finish[a]!} minutes later ${JSON.stringify(each)}`,
          )
        break
      }
    }
    t.ok(delayed > CASES / 10, `${delayed} delayed`)
    t.ok(paused > CASES / 40, `${paused} pause`)
    t.equal(different, 0)
  })
}
