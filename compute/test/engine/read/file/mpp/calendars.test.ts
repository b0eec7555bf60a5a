/** Exceptions that recur, as an .mpp keeps them, in a project made here. */
import t from 'tap'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readMpp } from '../../../../../engine/read/file/mpp/read-mpp.ts'
import { calendars, exception, FIELD, fieldMap, fixedMeta, hoursOf, project } from './made-project.ts'

const MAP = fieldMap([
  [FIELD.uid, 0],
  [FIELD.row, 4],
  [FIELD.level, 8],
])

/** First days of the exceptions of the calendar. */
function daysOff(exceptions: readonly Buffer[]): readonly string[] {
  const data = Buffer.alloc(80)
  data.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 60)
  const read = readMpp(
    project(MAP, {
      'TBkndTask/FixedMeta': fixedMeta(47, [0, 20, 40, 60]),
      'TBkndTask/FixedData': data,
      ...calendars(1, hoursOf(exceptions)),
    }),
  )
  if (isRefusal(read)) throw new Error(read.faults?.[0]?.msg)
  const [calendar] = read.members.calendars as readonly { readonly exceptions?: readonly { readonly date: string }[] }[]
  return (calendar?.exceptions ?? []).map(({ date }) => date)
}

const dayNumber = (text: string): number => (Date.parse(text) - Date.parse('1983-12-31')) / 86_400_000
const [YEARLY, YEARLY_BY_POSITION, MONTHLY, MONTHLY_BY_POSITION, WEEKLY, EVERY] = [2, 3, 4, 5, 6, 7]

t.test('every so many days, more than 255 too, weeks, months and years, by day and by position', async t => {
  const cases: readonly (readonly [first: string, last: string, kind: number, details: number[], days: string[]])[] = [
    ['2026-01-01', '2027-12-31', EVERY, [300 & 0xff, 300 >> 8], ['2026-01-01', '2026-10-28', '2027-08-24']],
    // every second week, Monday and Friday
    ['2026-01-05', '2026-01-23', WEEKLY, [0b100010, 0, 2], ['2026-01-05', '2026-01-09', '2026-01-19', '2026-01-23']],
    // the 31st of every month
    ['2026-01-31', '2026-05-31', MONTHLY, [31, 0, 1], ['2026-01-31', '2026-03-31', '2026-05-31']],
    // the last Friday of every second month
    ['2026-01-30', '2026-05-31', MONTHLY_BY_POSITION, [4, 8, 2], ['2026-01-30', '2026-03-27', '2026-05-29']],
    ['2026-12-25', '2027-12-31', YEARLY, [11, 25], ['2026-12-25', '2027-12-25']],
    // the third Tuesday of February
    ['2026-02-17', '2027-12-31', YEARLY_BY_POSITION, [1, 2, 5], ['2026-02-17', '2027-02-16']],
  ]
  for (const [first, last, kind, details, days] of cases)
    t.strictSame(daysOff([exception(dayNumber(first), dayNumber(last), kind, details)]), days, `type ${kind}`)
})
