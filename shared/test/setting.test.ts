/** Calendars of a request as values: what many exceptions cost, and which of two wins. */
import t from 'tap'
import { formatDay, parseDay } from '../schedule/day.ts'
import { settingOf } from '../schedule/setting.ts'

const WEEK = { monday: [['08:00', '16:00']] }
const SECONDS_MAX = 5
const FIRST_DAY = parseDay('1900-01-01')!

const everyTenthDay = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ date: formatDay(FIRST_DAY + 10 * n) }))

function read(calendars: readonly object[]) {
  const faults: string[] = []
  const from = performance.now()
  const setting = settingOf(
    { calendars },
    undefined,
    (place, words) => faults.push(`${place.join('.')}: ${words}`),
    [],
  )!
  return { setting, faults, seconds: (performance.now() - from) / 1000 }
}

t.test('exceptions that overlap cost no more than others, and the first of two wins', t => {
  const known = { date: '2026-03-02', until: '2026-03-04', shifts: [['09:00', '12:00']] }
  const exceptions = [known, { date: '2026-03-01', until: '2026-03-05' }, ...everyTenthDay(19_998)]
  const { setting, faults, seconds } = read([{ id: 'a', work_week: WEEK, exceptions }])
  t.strictSame(faults, [])
  t.ok(seconds < SECONDS_MAX, `${seconds} s`)
  const day = parseDay('2026-03-02')!
  const near = setting.calendars[0]!.exceptions.filter(
    ({ lastDay, firstDay }) => lastDay >= day - 1 && firstDay <= day + 3,
  )
  t.strictSame(near, [
    { firstDay: day - 1, lastDay: day - 1, shifts: [] },
    { firstDay: day, lastDay: day + 2, shifts: [[540, 720]] },
    { firstDay: day + 3, lastDay: day + 3, shifts: [] },
  ])
  t.end()
})

t.test('what calendars take over from their parents is bounded', t => {
  const parent = { id: 'a', work_week: WEEK, exceptions: everyTenthDay(20_000) }
  const children = Array.from({ length: 1_999 }, (_, n) => ({
    id: `k${n}`,
    parent: 'a',
    exceptions: [{ date: '2026-03-03' }],
  }))
  const { faults, seconds } = read([parent, ...children])
  t.strictSame(faults, [
    'calendars.26.parent: Calendars take over more than 500000 exceptions from their parents; send fewer calendars.',
  ])
  t.ok(seconds < SECONDS_MAX, `${seconds} s`)
  t.strictSame(read([parent, ...children.slice(0, 20)]).faults, [])
  t.end()
})
