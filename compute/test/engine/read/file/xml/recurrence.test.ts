import t from 'tap'
import { civilOfDay, formatDay, parseDay, weekday } from '../../../../../../shared/contract/schedule/day.ts'
import { daysOf, type Recurrence } from '../../../../../engine/read/file/ms-project/recurrence.ts'

const rule = (from: string, to: string, over: Partial<Recurrence>): Recurrence => ({
  type: 1,
  firstDay: parseDay(from)!,
  lastDay: parseDay(to)!,
  period: 1,
  occurrences: Number.POSITIVE_INFINITY,
  daysOfWeek: 0,
  monthItem: 0,
  monthPosition: 0,
  month: 0,
  monthDay: 1,
  ...over,
})
const texts = (of: Recurrence): string[] =>
  daysOf(of, 1_000)!.map(({ firstDay, lastDay }) =>
    firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)}..${formatDay(lastDay)}`,
  )

t.test('each kind of recurrence', async t => {
  const of = (from: string, to: string, over: Partial<Recurrence>): string[] => texts(rule(from, to, over))
  t.same(of('2026-03-02', '2026-03-04', {}), ['2026-03-02..2026-03-04'], 'daily: a range')
  t.same(of('2026-03-02', '2026-03-08', { period: 3 }), ['2026-03-02', '2026-03-05', '2026-03-08'], 'every third day')
  t.same(of('2026-03-02', '2026-03-08', { type: 7, period: 4 }), ['2026-03-02', '2026-03-06'])
  t.same(of('2026-03-06', '2026-03-10', { type: 8 }), ['2026-03-06', '2026-03-09', '2026-03-10'], 'every weekday')
  t.same(of('2026-03-06', '2026-03-07', { type: 9 }), ['2026-03-06..2026-03-07'])
  // bits from Sunday: 2 + 16 = Monday and Thursday
  t.same(of('2026-03-03', '2026-03-13', { type: 6, daysOfWeek: 18 }), ['2026-03-05', '2026-03-09', '2026-03-12'])
  t.same(of('2026-03-03', '2026-03-20', { type: 6, daysOfWeek: 2, period: 2 }), ['2026-03-16'], 'every other week')
  t.same(of('2026-01-01', '2028-12-31', { type: 2, month: 11, monthDay: 25 }), [
    '2026-12-25',
    '2027-12-25',
    '2028-12-25',
  ])
  t.same(
    of('2026-01-01', '2030-12-31', { type: 2, month: 1, monthDay: 29 }),
    ['2028-02-29'],
    'years without the day are left out',
  )
  // the first Monday of May, the last Monday of August, the fourth Thursday of November
  t.same(of('2026-01-01', '2027-12-31', { type: 3, month: 4, monthItem: 4, monthPosition: 0 }), [
    '2026-05-04',
    '2027-05-03',
  ])
  t.same(of('2026-01-01', '2027-12-31', { type: 3, month: 7, monthItem: 4, monthPosition: 4 }), [
    '2026-08-31',
    '2027-08-30',
  ])
  t.same(of('2026-01-01', '2026-12-31', { type: 3, month: 10, monthItem: 7, monthPosition: 3 }), ['2026-11-26'])
  t.same(of('2026-01-15', '2026-05-20', { type: 4, monthDay: 31 }), ['2026-01-31', '2026-03-31'])
  t.same(of('2026-01-15', '2026-05-20', { type: 4, monthDay: 10, period: 2 }), ['2026-03-10', '2026-05-10'])
  // by position: a day, a weekday, a day of the weekend
  t.same(of('2026-01-01', '2026-02-28', { type: 5, monthItem: 0, monthPosition: 4 }), ['2026-01-31', '2026-02-28'])
  t.same(of('2026-01-01', '2026-02-28', { type: 5, monthItem: 1, monthPosition: 4 }), ['2026-01-30', '2026-02-27'])
  t.same(of('2026-01-01', '2026-02-28', { type: 5, monthItem: 2, monthPosition: 0 }), ['2026-01-03', '2026-02-01'])
})

t.test('by occurrences, and bounds', async t => {
  t.same(texts(rule('2026-03-02', '2099-01-01', { period: 2, occurrences: 2 })), ['2026-03-02', '2026-03-04'])
  t.same(texts(rule('2026-03-02', '2099-01-01', { type: 7, occurrences: 3 })), ['2026-03-02..2026-03-04'])
  t.same(texts(rule('2026-03-02', '2026-03-01', {})), [])
  t.same(texts(rule('2026-03-02', '2499-01-01', { type: 6, daysOfWeek: 0 })), [])
  t.same(texts(rule('1900-01-01', '2499-01-01', { type: 4, monthDay: 32 })), [])
  t.equal(daysOf(rule('1900-01-01', '2499-01-01', { type: 8 }), 1_000), undefined, 'too many')
})

t.test('every day of a weekly or monthly rule is what it says, over random rules', async t => {
  let state = 1
  const random = (n: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % n
  }
  for (let round = 0; round < 500; round++) {
    const firstDay = 18_000 + random(4_000)
    const of = rule('2026-01-01', '2026-01-01', {
      type: 1 + random(8),
      period: 1 + random(4),
      daysOfWeek: random(128),
      monthItem: random(10),
      monthPosition: random(5),
      month: random(12),
      monthDay: 1 + random(31),
    })
    of.firstDay = firstDay
    of.lastDay = firstDay + random(1_500)
    const days = daysOf(of, 5_000)!
    let before = firstDay - 1
    for (const { firstDay: first, lastDay: last } of days) {
      if (!(first > before && last >= first && last <= of.lastDay)) t.fail(`order ${JSON.stringify(of)}`)
      before = last
      const [, month, dayOfMonth] = civilOfDay(first)
      const bit = weekday(first) % 7
      if (of.type === 6 && ((of.daysOfWeek >> bit) & 1) === 0) t.fail('weekday')
      if ((of.type === 2 || of.type === 3) && month !== of.month + 1) t.fail('month')
      if ((of.type === 2 || of.type === 4) && dayOfMonth !== of.monthDay) t.fail('day of month')
      if ((of.type === 3 || of.type === 5) && of.monthItem >= 3 && bit !== of.monthItem - 3) t.fail('position')
    }
  }
})
