/** Calendars of a request as values: what many exceptions cost, and which of two wins. */
import t from 'tap'
import { CalendarPool } from '../contract/schedule/calendar-pool.ts'
import { formatDay, parseDay } from '../contract/schedule/day.ts'
import { settingOf } from '../contract/schedule/setting.ts'
import { WorkMeter } from '../contract/schedule/work-meter.ts'

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
    new CalendarPool(new WorkMeter(JSON.stringify(calendars).length)),
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
    exceptions: [{ date: formatDay(FIRST_DAY + 10 * n + 1) }],
  }))
  const { faults, seconds } = read([parent, ...children])
  t.equal(faults.length, 1)
  t.match(
    faults[0],
    /^calendars\.\d+\.parent: Calendar "k\d+" takes over exceptions from its parents: that is more than a body of this size may come to \(64 steps and 200 bytes of memory for each of the \d+ bytes sent/,
  )
  t.ok(seconds < SECONDS_MAX, `${seconds} s`)
  t.strictSame(read([parent, ...children.slice(0, 20)]).faults, [])
  const heirs = children.map(({ exceptions: _, ...heir }) => heir)
  const { setting, faults: none } = read([parent, ...heirs])
  t.strictSame(none, [], 'exceptions that are taken over as they are cost nothing')
  t.ok(
    setting.calendars.every(({ exceptions }) => exceptions === setting.calendars[0]!.exceptions),
    'one list for all',
  )
  t.end()
})
