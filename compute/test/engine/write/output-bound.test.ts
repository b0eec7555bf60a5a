/** What a call may write: stopped at its bound, with a sentence that names the calendar or the table. */

import fc from 'fast-check'
import t from 'tap'
import { MEGABYTE } from '../../../../shared/contract/bytes/bytes.ts'
import { detailOf } from '../../../../shared/contract/errors.ts'
import { answerCall } from '../../../worker/answer-call.ts'
import type { WorkHeader } from '../../../worker/work.ts'

const HALF_HOURS = Array.from({ length: 24 }, (_, h) => {
  const hour = String(h).padStart(2, '0')
  return [`${hour}:00`, `${hour}:30`]
})
const long = (id: string, from = 2000, to = 2060) => ({
  id,
  work_week: { monday: [['08:00', '12:00']] },
  exceptions: [{ date: `${from}-01-01`, until: `${to}-01-01`, shifts: HALF_HOURS }],
})

const header = (rowId: string, more: Partial<WorkHeader> = {}): WorkHeader => ({
  mode: 'answer',
  rowId: rowId as WorkHeader['rowId'],
  mediaType: 'application/json',
  encoding: null,
  tier: 'demo',
  payloadBytesMax: 5 * MEGABYTE,
  taskCountMax: 1_000_000,
  syncTaskCountMax: 1_000_000,
  syncHint: '',
  today: 20_000,
  endpoint: '/x',
  requestId: 'test',
  accept: 'application/json',
  acceptEncoding: '',
  ...more,
})

/** The answer, and the bytes that were sent. */
function call(rowId: string, body: unknown, more: Partial<WorkHeader> = {}) {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const bodyBytes = bytes.length
  const reply = answerCall(header(rowId, more), [bytes], [], performance.now())
  if (reply.kind === 'refusal') return { code: reply.refusal.code, words: detailOf(reply.refusal), size: 0, bodyBytes }
  if (reply.kind !== 'answer') throw new Error(reply.kind)
  return { code: undefined, words: '', size: reply.chunks.reduce((sum, { length }) => sum + length, 0), bodyBytes }
}

const boundOf = (bodyBytes: number): number => 4 * MEGABYTE + 64 * bodyBytes

/** Every second day of a hundred years with 24 shifts each, of a file of Microsoft Project. */
function recurring(): Uint8Array<ArrayBuffer> {
  const times = HALF_HOURS.map(
    ([from, to]) => `<WorkingTime><FromTime>${from}:00</FromTime><ToTime>${to}:00</ToTime></WorkingTime>`,
  )
  return new TextEncoder().encode(
    `<?xml version="1.0"?><Project xmlns="http://schemas.microsoft.com/project"><CalendarUID>1</CalendarUID><Calendars><Calendar><UID>1</UID><Name>c</Name><IsBaseCalendar>1</IsBaseCalendar><Exceptions><Exception><TimePeriod><FromDate>1990-01-01T00:00:00</FromDate><ToDate>2090-01-01T00:00:00</ToDate></TimePeriod><Type>7</Type><Period>2</Period><DayWorking>1</DayWorking><WorkingTimes>${times.join('')}</WorkingTimes></Exception></Exceptions></Calendar></Calendars><Tasks><Task><UID>1</UID><ID>1</ID><Name>A</Name><Duration>PT8H0M0S</Duration></Task></Tasks></Project>`,
  )
}

t.test('what is kept of a file is bounded as an answer to it is', async t => {
  for (const mode of ['load', 'frame'] as const) {
    const bytes = recurring()
    const file = { boundary: null, name: '' } as unknown as NonNullable<WorkHeader['file']>
    const rowId = mode === 'load' ? 'schedules.create' : 'analysis.cpm'
    const made = header(rowId, { mode, file })
    const reply = answerCall(made, [bytes], [], performance.now())
    if (reply.kind !== 'loaded' && reply.kind !== 'frame') throw new Error(JSON.stringify(reply))
    t.ok(reply.frameBytes < MEGABYTE, `${mode}: ${reply.frameBytes} bytes of ${bytes.length}`)
  }
})

t.test('an XER, which knows no ranges, is refused before it is made, and the calendar is named', t => {
  const body = { tasks: [{ id: 'A', duration_days: 1 }], calendars: [long('night shifts')] }
  const before = process.memoryUsage.rss()
  const { code, words } = call('schedules.convert', body, { to: 'xer' })
  t.equal(code, 'answer_too_large')
  t.match(
    words,
    'The answer would be larger than 4 MB. Calendar "night shifts" alone would take 13.3 MB: ',
    'the sizes of what there may be and of what it would be',
  )
  t.match(words, /its exceptions are 21,916 days with up to 24 shifts each, and an XER, which knows no ranges/)
  t.match(words, /An answer may have 4 MB and 64 bytes for each byte that was sent, at most 20 MB in the tier demo/)
  t.ok(process.memoryUsage.rss() - before < 60 * MEGABYTE)
  const many = { ...body, calendars: Array.from({ length: 16 }, (_, n) => long(`c${n}`, 2000, 2008)) }
  t.equal(
    call('schedules.convert', many, { to: 'xer' }).code,
    'answer_too_large',
    'each is small, together they are not',
  )
  t.end()
})

t.test('the XML of Microsoft Project has ranges, so the same schedules are small', t => {
  const calendars = Array.from({ length: 16 }, (_, n) => long(`c${n}`))
  const { code, size } = call('schedules.convert', { tasks: [{ id: 'A' }], calendars }, { to: 'ms_project_xml' })
  t.equal(code, undefined)
  t.ok(size < 64 * 1024, `${size} bytes`)
  t.end()
})

t.test('a table is stopped while it is written, and named', t => {
  // rows, of which each names the one before
  const tasks = Array.from({ length: 90_000 }, (_, i) => ({
    id: i.toString(36),
    predecessors: i === 0 ? [] : [(i - 1).toString(36)],
  }))
  for (const [more, part] of [
    [{}, 'tasks'],
    [{ accept: 'application/msgpack' }, 'tasks'],
    [{ accept: 'text/csv', payloadBytesMax: 5 * MEGABYTE }, undefined],
  ] as const) {
    const { code, words, bodyBytes } = call('analysis.cpm', { tasks }, more)
    t.equal(code, 'answer_too_large', `more than 20 MB of ${bodyBytes} bytes`)
    t.match(words, /^The answer would be larger than 20 MB\. It was stopped in "[a-z_]+"\. /)
    if (part !== undefined) t.match(words, `"${part}"`)
  }
  t.equal(call('analysis.cpm', { tasks: tasks.slice(0, 30_000) }).code, undefined)
  t.end()
})

const day = (n: number): string => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10)
const exception = fc.record({ at: fc.nat(40_000), days: fc.nat(20_000), shiftCount: fc.nat(24) })

t.test('no calendars make more of a body than its bound', t => {
  const runs = Number(process.env.PROPERTY_RUNS ?? 60)
  fc.assert(
    fc.property(
      fc.array(fc.array(exception, { maxLength: 12 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom('xer' as const, 'ms_project_xml' as const, 'json' as const),
      (lists, to) => {
        const calendars = lists.map((list, n) => {
          let next = 0
          const exceptions = list
            .sort((a, b) => a.at - b.at)
            .flatMap(({ at, days, shiftCount }) => {
              const first = Math.max(at, next)
              const last = Math.min(first + days, 36_000)
              if (first > last) return []
              next = last + 1
              return [{ date: day(first), until: day(last), shifts: HALF_HOURS.slice(0, shiftCount) }]
            })
          return { id: `c${n}`, work_week: { monday: [['08:00', '12:00']] }, exceptions }
        })
        const { code, size, bodyBytes } = call('schedules.convert', { tasks: [{ id: 'A' }], calendars }, { to })
        return code === undefined ? size <= boundOf(bodyBytes) : code === 'answer_too_large' && to === 'xer'
      },
    ),
    { numRuns: runs, seed: Number(process.env.PROPERTY_SEED ?? 34) },
  )
  t.end()
})
