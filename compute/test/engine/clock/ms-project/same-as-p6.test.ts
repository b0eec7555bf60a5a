/** Where nothing has started, no date is set and one calendar rules, both tools compute the same: random networks by both rules. */
import t from 'tap'
import { calendarOf, momentAt } from '../../../../engine/clock/input.ts'
import { computeCpm } from '../../../../engine/cpm/cpm.ts'
import { between, pick, random } from '../../../helpers/random.ts'
import { link, msCase } from './ms-schedule.ts'

const NETWORKS = 200
const TYPES = ['FS', 'FS', 'FS', 'SS', 'FF', 'SF']

t.test('random networks', async t => {
  const rnd = random(20260302)
  const below = (n: number): number => between(rnd, 0, n - 1)
  let differences = 0
  let compared = 0
  for (let n = 0; n < NETWORKS; n++) {
    const tasks = Array.from({ length: 3 + below(12) }, (_, i) => ({
      id: `t${i}`,
      duration_days: below(8) === 0 ? 0 : below(40) / 4,
      predecessors: Array.from({ length: Math.min(i, below(4)) }, (_, k) => (i - 1 - k) % i)
        .filter((p, k, all) => all.indexOf(p) === k)
        .map(p => link(`t${p}`, pick(rnd, TYPES), below(3) === 0 ? below(17) / 4 - 2 : 0)),
    }))
    const { input, result } = msCase(tasks)
    const clock = {
      ...input.clock!,
      rules: { ...input.clock!.rules, rules: 'p6' as const, totalFloatAs: 'smallest' as const },
    }
    const p6 = computeCpm({ ...input, clock })
    for (let i = 0; i < tasks.length; i++) {
      for (const column of ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish'] as const) {
        const [ours, theirs] = [result[column][i]!, p6[column][i]!].map(offset => momentAt(clock, offset))
        compared++
        if (calendarOf(clock, i).workBetween(ours!, theirs!) !== 0) differences++
      }
      compared++
      if (Math.abs(result.totalFloat[i]! - p6.totalFloat[i]!) > 1e-9) differences++
    }
  }
  t.ok(compared > 5000)
  t.equal(differences, 0)
})
