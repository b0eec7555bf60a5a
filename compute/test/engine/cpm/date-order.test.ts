/** The order of tasks by date, against the sort of arrays. */
import t from 'tap'
import { type CpmResult, tasksByDate } from '../../../engine/cpm/cpm.ts'
import { between, random } from '../../helpers/random.ts'

t.test('tasks stand by early start, early finish and input, however many they are', async t => {
  const rnd = random(3)
  for (const count of [0, 1, 2, 7, 8, 9, 16, 17, 63, 64, 65, 200, 1001]) {
    for (const days of [1, 5, 1000]) {
      const marks = Uint8Array.from({ length: count }, () => between(rnd, 0, 3) && 1)
      const earlyStart = Float64Array.from({ length: count }, () => between(rnd, 0, days) / 2)
      const earlyFinish = earlyStart.map(start => start + between(rnd, 0, 2))
      const result = { earlyStart, earlyFinish, alapShift: undefined } as Partial<CpmResult> as CpmResult
      const expected = [...marks.keys()]
        .filter(i => marks[i] === 1)
        .sort((a, b) => earlyStart[a]! - earlyStart[b]! || earlyFinish[a]! - earlyFinish[b]! || a - b)
      t.strictSame([...tasksByDate(marks, result)], expected, `${count} tasks, ${days} half days`)
    }
  }
})

t.test('what was moved as late as possible stands where it was before', async t => {
  const result = {
    earlyStart: Float64Array.of(9, 1, 2),
    earlyFinish: Float64Array.of(10, 2, 3),
    alapShift: Float64Array.of(8.5, 0, 0),
  } as Partial<CpmResult> as CpmResult
  t.strictSame([...tasksByDate(Uint8Array.of(1, 1, 1), result)], [0, 1, 2])
})
