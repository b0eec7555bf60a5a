/** What bodies cost beyond the reading of their bytes: counted, so that no clock decides, over families that each grow by one element. */
import t from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { WorkMeter } from '../../../../shared/contract/schedule/work-meter.ts'
import { analysers } from '../../../engine/analysers.ts'
import { workCalendars } from '../../../engine/clock/calendars.ts'
import { isRefusal as isFileRefusal } from '../../../engine/read/file/file-schedule.ts'
import { readFile } from '../../../engine/read/file/read-file.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { type AnalysisInput, isRefusal } from '../../../engine/result/result.ts'
import { FAMILIES, type Family } from './growing-bodies.ts'

const ROW = workRow('analysis.cpm')
/** COUNT=1000 grows each body a thousand times. */
const COUNTS = [1, 7, 60, Number(process.env.COUNT ?? 120)]

const read = ({ format }: Family, body: Uint8Array): AnalysisInput | { faults?: readonly { msg: string }[] } =>
  format === 'json'
    ? readRequest(ROW, body, 'application/json', NO_LIMITS)
    : readFileRequest(ROW, body, { boundary: null }, NO_LIMITS, '/api/v1/analysis/cpm')

/** Ranges of exceptions and texts of paths that were made of a body. */
function madeOf({ schedules, params }: AnalysisInput): { ranges: number; listed: number; pathBytes: number } {
  let [ranges, listed, pathBytes] = [0, 0, 0]
  const lists = new Set<unknown>()
  for (const { setting, wbsCode, wbsName } of schedules.values()) {
    pathBytes += wbsCode.values.bytes.length + wbsName.values.bytes.length
    for (const { exceptions } of setting?.calendars ?? []) {
      if (!lists.has(exceptions)) ranges += exceptions.length
      lists.add(exceptions)
    }
  }
  for (const { exceptions } of (params.calendars ?? []) as { exceptions?: unknown[] }[])
    listed += exceptions?.length ?? 0
  return { ranges, listed, pathBytes }
}

/** Bytes of a range in the setting with the tables of its calendar, of an exception as a member, and of a byte of a path. */
const [BYTES_PER_RANGE, BYTES_PER_MEMBER, BYTES_PER_PATH_BYTE] = [100, 150, 1]
const MEMORY_FREE = 32 * 2 ** 20

for (const family of FAMILIES) {
  t.test(family.name, t => {
    let isRefused = false
    for (const n of COUNTS) {
      const body = family.body(n)
      const input = read(family, body)
      if (!('schedules' in input)) {
        isRefused = true
        t.match(input.faults?.[0]?.msg, /that is more than a body of this size may come to|must have at most/, `${n}`)
        continue
      }
      t.notOk(isRefused, 'a body that is larger is not refused alone')
      const { ranges, listed, pathBytes } = madeOf(input)
      const memory = BYTES_PER_RANGE * ranges + BYTES_PER_MEMBER * listed + BYTES_PER_PATH_BYTE * pathBytes
      t.ok(memory <= MEMORY_FREE + 200 * body.length, `${n}: ${memory} bytes of ${body.length}`)
      t.notOk(isRefusal(analysers[ROW.id](input, { today: 20_000 })), 'and it can be computed')
    }
    t.end()
  })
}

t.test('the bound is one for all parts of a form, and named with what goes beyond it', t => {
  const { body: bodyOf } = FAMILIES.find(({ name }) => name.includes('every two days with 24 shifts'))!
  const body = bodyOf(1)
  const meter = new WorkMeter(body.length)
  const refusals = Array.from({ length: 3 }, () => readFile('ms_project_xml', body, {}, meter)).filter(isFileRefusal)
  t.ok(meter.steps > meter.stepsMax || meter.memory > meter.memoryMax)
  t.ok(refusals.length > 0, 'the first may be read, not all')
  t.strictSame(refusals[0]!.faults![0]!.loc.slice(0, 2), ['body', 'Calendars'])
  t.match(refusals[0]!.faults![0]!.msg, /^Calendar "c1" has \d+ exceptions: |^An exception of type 7 /)
  t.end()
})

t.test('a body that came compressed may cost what was sent, however much it says in blanks', t => {
  const family = FAMILIES.find(({ name }) => name === 'ms_project_xml: exceptions every two days with 24 shifts')!
  const dear = family.body(40)
  const padded = Buffer.concat([dear, Buffer.alloc(60 * dear.length, ' ')])
  const limits = (sentBytes?: number) => ({ ...NO_LIMITS, sentBytes })
  const read = (body: Uint8Array, sentBytes?: number) =>
    readFileRequest(ROW, body, { boundary: null }, limits(sentBytes), '/api/v1/analysis/cpm')
  t.notOk('schedules' in read(dear))
  t.ok('schedules' in read(padded))
  const refused = read(padded, dear.length)
  t.match('faults' in refused && refused.faults?.[0]?.msg, `each of the ${dear.length} bytes sent`)
  t.end()
})

t.test('elements, entities and lines of a file that came compressed are counted by what was sent', t => {
  const of = (head: string, item: string, tail = '') => Buffer.from(head + item.repeat(6_000_000 / item.length) + tail)
  const [p6, end] = ['<APIBusinessObjects><Project><ObjectId>1</ObjectId><Id>', '</Id></Project></APIBusinessObjects>']
  const xer = 'ERMHDR\t19.12\t2020-01-01\r\n%T\tTASK\r\n%F\ttask_id\r\n'
  for (const [body, what] of [
    [of(`${p6}P</Id><X>`, '<Y/>', `</X><Id>${end}`), /^The file has \d{7} elements: that is more than/],
    [of(p6, '&amp;', end), /^The file has 1200000 entities: that is more than/],
    [of(xer, '%R\t1\r\n'), /^The file has \d{7} lines: that is more than/],
  ] as const) {
    const read = (sentBytes?: number) =>
      readFileRequest(ROW, body, { boundary: null }, { ...NO_LIMITS, sentBytes }, '/api/v1/analysis/cpm')
    const refusalOf = (sentBytes?: number) => (read(sentBytes) as { faults?: { msg: string }[] }).faults?.[0]?.msg ?? ''
    t.match(refusalOf(100_000), what)
    t.notMatch(refusalOf(), what, 'it was sent as it is')
  }
  const json = of('{"tasks":[{"id":"A","predecessors":[', '"B",', '"B"]},{"id":"B"}]}')
  const ofJson = (sentBytes?: number) => readRequest(ROW, json, 'application/json', { ...NO_LIMITS, sentBytes })
  t.match(ofJson(100_000), { code: 'validation', faults: [{ msg: /^The body has \d{7} items: that is more than/ }] })
  t.ok('schedules' in ofJson())
  t.end()
})

t.test('rows of the work breakdown structure cost nothing until a task stands in them', t => {
  const { body } = FAMILIES.find(({ name }) => name.includes('that no task uses'))!
  const meter = new WorkMeter(body(2_000).length)
  t.notOk(isFileRefusal(readFile('xer', body(2_000), {}, meter)))
  t.equal(meter.memory, 0)
  t.end()
})

t.test('containers that repeat calendars have one working time', t => {
  const calendars = [
    {
      id: 'p',
      work_week: { monday: [['08:00', '16:00']] },
      exceptions: [{ date: '2026-01-05' }, { date: '2026-01-12' }],
    },
    { id: 'c', parent: 'p', exceptions: [{ date: '2026-01-19' }] },
  ]
  const tasks = [{ id: 'A', duration_days: 1 }]
  const of = (date: string): object => ({ tasks, calendars, snapshot_date: date })
  const body = {
    current_schedule: { tasks, calendars, status_date: '2026-02-01' },
    schedule_history: [of('2026-01-01'), of('2026-01-08')],
  }
  const sent = Buffer.from(JSON.stringify(body))
  const input = readRequest(workRow('forensics.change-tracking'), sent, 'application/json', NO_LIMITS)
  if ('code' in input) return t.fail(JSON.stringify(input))
  const settings = [...input.schedules.values()].map(({ setting }) => setting!)
  t.equal(settings.length, 3)
  for (const k of [0, 1]) {
    const one = settings[0]!.calendars[k]!.exceptions
    t.ok(
      settings.every(({ calendars: each }) => each[k]!.exceptions === one),
      `calendar ${k}`,
    )
    t.ok(
      settings.every(setting => workCalendars(setting)[k] === workCalendars(settings[0]!)[k]),
      `its tables ${k}`,
    )
  }
  t.end()
})
