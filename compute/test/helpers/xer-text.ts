/** XER files by hand: tables as rows of named values, written as P6 writes them. */

export type XerRow = Readonly<Record<string, string | number>>
export type XerTables = Readonly<Record<string, readonly XerRow[]>>

export interface XerForm {
  /** Fields after ERMHDR; null = no such line. */
  readonly header?: readonly string[] | null
  readonly end?: string
  readonly lineEnd?: string
  /** Columns by table, where they are not those of its first row. */
  readonly columns?: Readonly<Record<string, readonly string[]>>
}

const HEADER = ['23.12', '2026-03-02', 'Project', 'admin', 'admin', 'db', 'Project Management', 'USD']

export function xerText(tables: XerTables, form: XerForm = {}): string {
  const header = form.header === undefined ? HEADER : form.header
  const lines = header === null ? [] : [['ERMHDR', ...header].join('\t')]
  for (const [name, rows] of Object.entries(tables)) {
    const columns = form.columns?.[name] ?? [...new Set(rows.flatMap(row => Object.keys(row)))]
    lines.push(`%T\t${name}`, ['%F', ...columns].join('\t'))
    for (const row of rows) lines.push(['%R', ...columns.map(column => row[column] ?? '')].join('\t'))
  }
  const end = form.end ?? '%E'
  return [...lines, ...(end === '' ? [] : [end]), ''].join(form.lineEnd ?? '\r\n')
}

/** clndr_data of shifts by weekday (1 = Sunday) and of exceptions by serial day. */
export function calendarData(
  week: Readonly<Record<number, readonly (readonly [string, string])[]>>,
  exceptions: Readonly<Record<number, readonly (readonly [string, string])[]>> = {},
  lineEnd = '\u007f\u007f',
): string {
  const shifts = (list: readonly (readonly [string, string])[]): string =>
    list.map(([from, to], n) => `${lineEnd}      (0||${n}(s|${from}|f|${to})())`).join('')
  const days = Array.from({ length: 7 }, (_, d) => `${lineEnd}    (0||${d + 1}()(${shifts(week[d + 1] ?? [])}))`).join(
    '',
  )
  const others = Object.entries(exceptions)
    .map(([serial, list], n) => `${lineEnd}    (0||${n}(d|${serial})(${shifts(list)}))`)
    .join('')
  return `(0||CalendarData()(${lineEnd}  (0||DaysOfWeek()(${days}))${lineEnd}  (0||VIEW(ShowTotal|Y)())${lineEnd}  (0||Exceptions()(${others}))))`
}

const DAY_SHIFT = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
] as const
export const FIVE_DAYS = calendarData({ 2: DAY_SHIFT, 3: DAY_SHIFT, 4: DAY_SHIFT, 5: DAY_SHIFT, 6: DAY_SHIFT })
