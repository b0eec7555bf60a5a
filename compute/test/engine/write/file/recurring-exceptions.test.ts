/** Exceptions in the XML of Microsoft Project: as ranges and recurrences, which stand for the same days with the same shifts. */
import fc from 'fast-check'
import t from 'tap'
import { parseDay } from '../../../../../shared/contract/schedule/day.ts'
import type { Shifts } from '../../../../../shared/contract/schedule/setting.ts'
import { withRecurrences } from '../../../../engine/write/file/recurring-exceptions.ts'
import { answerCall } from '../../../../worker/answer-call.ts'
import type { WorkHeader } from '../../../../worker/work.ts'

const MORNING: Shifts = [[480, 720]]
const day = (text: string): number => parseDay(text)!
const single = (at: number, shifts: Shifts = []) => ({ firstDay: at, lastDay: at, shifts })

t.test('equal days weeks apart, the same day of each year, and neighbours', t => {
  const fridays = Array.from({ length: 30 }, (_, n) => single(day('2026-01-02') + 14 * n, MORNING))
  t.match(withRecurrences(fridays), [{ firstDay: day('2026-01-02'), dayCount: 30, every: { weeks: 2 } }])
  const christmas = [2024, 2025, 2026, 2027, 2028].map(year => single(day(`${year}-12-25`)))
  t.match(withRecurrences(christmas), [{ lastDay: day('2028-12-25'), dayCount: 5, every: 'year' }])
  t.equal(withRecurrences(christmas.slice(2)).length, 3, 'three are three')
  const week = Array.from({ length: 7 }, (_, n) => single(day('2026-08-03') + n))
  t.same(withRecurrences(week), [{ firstDay: day('2026-08-03'), lastDay: day('2026-08-09'), shifts: [], dayCount: 7 }])
  const mixed = week.map((exception, n) => (n === 3 ? { ...exception, shifts: MORNING } : exception))
  t.equal(withRecurrences(mixed).length, 3)
  const leap = [2024, 2028, 2032, 2036].map(year => single(day(`${year}-02-29`)))
  t.equal(withRecurrences(leap).length, 4, 'not each year')
  t.end()
})

const header = (more: Partial<WorkHeader>): WorkHeader => ({
  mode: 'answer',
  rowId: 'schedules.convert',
  mediaType: 'application/json',
  encoding: null,
  tier: 'government',
  payloadBytesMax: 2 ** 29,
  taskCountMax: 1_000,
  syncTaskCountMax: 1_000,
  syncHint: '',
  today: 20_000,
  endpoint: '/x',
  requestId: 'test',
  accept: '*/*',
  acceptEncoding: '',
  ...more,
})

function convert(body: Uint8Array<ArrayBuffer>, more: Partial<WorkHeader>): Uint8Array<ArrayBuffer> {
  const reply = answerCall(header(more), [body], [], performance.now())
  if (reply.kind !== 'answer') throw new Error(JSON.stringify(reply))
  return new Uint8Array(Buffer.concat(reply.chunks))
}

interface Sent {
  readonly date: string
  readonly until?: string | null
  readonly shifts?: readonly (readonly [string, string])[]
}

/** Day by day. */
function daysOf(exceptions: readonly Sent[]): string[] {
  return exceptions
    .flatMap(({ date, until, shifts = [] }) => {
      const [first, last] = [day(date), day(until ?? date)]
      return Array.from({ length: last - first + 1 }, (_, n) => `${first + n} ${JSON.stringify(shifts)}`)
    })
    .sort()
}

const SHIFTS = [[], [['08:00', '12:00']], [['22:00', '24:00']]] as const
const text = (at: number): string => new Date(86_400_000 * at).toISOString().slice(0, 10)

/** Days of some patterns, of which the first one that claims a day has it. */
const exceptionsOf = fc
  .array(
    fc.record({
      start: fc.integer({ min: 10_000, max: 25_000 }),
      step: fc.constantFrom(1, 7, 14, 28, 365, 0),
      count: fc.integer({ min: 1, max: 12 }),
      shifts: fc.constantFrom(...SHIFTS),
    }),
    { maxLength: 10 },
  )
  .map(patterns => {
    const byDay = new Map<number, Sent>()
    for (const { start, step, count, shifts } of patterns)
      for (let n = 0; n < count; n++) {
        const date = step === 0 ? yearsLater(start, n) : start + n * step
        if (!byDay.has(date)) byDay.set(date, { date: text(date), shifts })
      }
    return [...byDay].sort(([a], [b]) => a - b).map(([, exception]) => exception)
  })

function yearsLater(start: number, years: number): number {
  const [year, rest] = [Number(text(start).slice(0, 4)), text(start).slice(4)]
  return parseDay(`${year + years}${rest}`) ?? start
}

t.test('what is read from the file are the days that were sent', t => {
  const numRuns = Number(process.env.PROPERTY_RUNS ?? 200)
  fc.assert(
    fc.property(exceptionsOf, exceptions => {
      const work_week = { monday: [['08:00', '17:00']], friday: [['08:00', '12:00']] }
      const sent = { tasks: [{ id: '1', duration_days: 1 }], calendars: [{ id: '1', work_week, exceptions }] }
      const file = convert(new TextEncoder().encode(JSON.stringify(sent)), { to: 'ms_project_xml' })
      const read = JSON.parse(Buffer.from(convert(file, { file: { boundary: null }, to: 'json' })).toString())
      t.same(daysOf(read.calendars[0].exceptions ?? []), daysOf(exceptions))
      return t.passing()
    }),
    { numRuns, seed: Number(process.env.PROPERTY_SEED ?? 34) },
  )
  t.end()
})
