/** The levelled schedule, computed anew by the rules of its tool, has the dates that levelling gave it. */
import t from 'tap'
import { scheduleWith } from '../../../engine/analysis/levelling/levelled-schedule.ts'
import { momentAt } from '../../../engine/clock/input.ts'
import { random } from '../../helpers/random.ts'
import { computedOf } from '../clock/random-network.ts'
import { caseColumns, levelled, modelOf, randomCase } from './random-levelling.ts'

const SEED = Number(process.env.SEED ?? 20261127)
const CASES = Number(process.env.CASES ?? 600)

for (const rules of ['p6', 'ms_project'] as const) {
  t.test(`by the rules of ${rules}`, async t => {
    const rnd = random(SEED)
    let [different, delayed] = [0, 0]
    for (let n = 0; n < CASES; n++) {
      const each = randomCase(rnd)
      if (!each.isPlain) continue
      const columns = caseColumns(each, rules)
      const model = modelOf(each, columns)
      const { placing } = levelled(model, rnd)
      const { input, result } = computedOf(scheduleWith(columns, model, placing))
      const { problem } = model
      for (let a = 0; a < problem.count; a++) {
        if (placing.start[a]! > problem.baseStart[a]!) delayed++
        const start = momentAt(input.clock!, result.early.start[problem.task[a]!]!)
        const finish = momentAt(input.clock!, result.early.finish[problem.task[a]!]!)
        if (start === placing.start[a] && finish === placing.finish[a]) continue
        if (different++ < 3)
          t.comment(
            `case ${n}, T${problem.task[a]}: ${start - placing.start[a]!} and ${finish - placing.finish[a]!} minutes later ${JSON.stringify(each)}`,
          )
        break
      }
    }
    t.ok(delayed > CASES / 10, `${delayed} delayed`)
    t.equal(different, 0)
  })
}
