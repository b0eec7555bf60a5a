/** Random schedules, levelled by every scheme. `CASES=100000 SEED=...` runs as many as a release is proved with. */
import t from 'tap'
import { random } from '../../helpers/random.ts'
import { faultOf, levelled, modelOf, randomCase } from './random-levelling.ts'

const SEED = Number(process.env.SEED ?? 20261127)
const CASES = Number(process.env.CASES ?? 1_500)

t.test('every limit at every minute, every link and every calendar holds', async t => {
  t.comment(`seed ${SEED}, ${CASES} cases`)
  const rnd = random(SEED)
  let faulty = 0
  let [delayed, paused] = [0, 0]
  for (let n = 0; n < CASES; n++) {
    const each = randomCase(rnd)
    const model = modelOf(each)
    const { placing, scheme } = levelled(model, rnd)
    if (placing.start.some((start, a) => start > model.problem.baseStart[a]!)) delayed++
    if (placing.parts.size > 0) paused++
    const fault = faultOf(each, model, placing)
    if (fault !== undefined && faulty++ < 3) t.comment(`case ${n} (${scheme}): ${fault} ${JSON.stringify(each)}`)
  }
  t.equal(faulty, 0, `${CASES} cases`)
  t.ok(delayed > CASES / 4, `${delayed} cases have a delay`)
  t.ok(paused > CASES / 20, `${paused} cases have work that pauses`)
})

t.test('what nothing limits stays where it is, whatever the order', async t => {
  const rnd = random(SEED + 1)
  let moved = 0
  for (let n = 0; n < CASES / 3; n++) {
    const drawn = randomCase(rnd)
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
