/** Dates: every day of the range there and back, the forms that are read, and those that are not. */
import fc from 'fast-check'
import t from 'tap'
import { civilOfDay, DAY_MAX, DAY_MIN, dayOfCivil, formatDay, parseDay, weekday } from '../contract/schedule/day.ts'

const SEED = 20260310
const MS_PER_DAY = 86_400_000
t.comment(`fast-check seed ${SEED}`)

t.test('every day that a schedule may name agrees with the calendar of the runtime', t => {
  for (let day = DAY_MIN; day <= DAY_MAX; day++) {
    const date = new Date(day * MS_PER_DAY)
    const text = date.toISOString().slice(0, 10)
    if (formatDay(day) !== text || parseDay(text) !== day || (date.getUTCDay() + 6) % 7 !== weekday(day) - 1) {
      t.fail(`day ${day} is ${text}`)
    }
  }
  t.equal(formatDay(DAY_MIN), '1900-01-01')
  t.equal(formatDay(DAY_MAX), '2500-12-31')
  t.end()
})

t.test('a civil date comes back from its day number far outside the range too', t => {
  fc.assert(
    fc.property(fc.integer({ min: -3_000_000, max: 3_000_000 }), day => dayOfCivil(...civilOfDay(day)) === day),
    { seed: SEED, numRuns: 2000 },
  )
  t.equal(formatDay(dayOfCivil(12345, 6, 7)), '+012345-06-07')
  t.equal(formatDay(dayOfCivil(-1, 3, 1)), '-000001-03-01')
  t.end()
})

t.test('the first ten characters of a date-time count, without a zone shift', t => {
  const day = dayOfCivil(2026, 3, 2)
  for (const text of ['2026-03-02', '2026-03-02T23:59:59-11:00', '2026-03-02t00:00Z', '2026-03-02 08:00']) {
    t.equal(parseDay(text), day, text)
  }
  t.end()
})

t.test('what is no date of the range is undefined', t => {
  for (const text of [
    '',
    '2026-03-02T',
    '2026',
    '2026-3-2',
    '2026-03-2',
    '26-03-02',
    '2026/03/02',
    '2026-13-01',
    '2026-00-10',
    '2026-02-30',
    '2025-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-01-00',
    '1899-12-31',
    '2501-01-01',
    '0000-00-00',
    '9999-12-31',
    '2026-03-02x',
    '2026-03-021',
    ' 2026-03-02',
    '+2026-03-02',
    '２０２６-03-02',
    '2026-0a-01',
    '20260302',
  ])
    t.equal(parseDay(text), undefined, text)
  t.end()
})
