/** What of project files and forms is refused, each with a sentence that helps; and nothing of it is a defect of ours. */
import t from 'tap'
import { form, MSPDI, type Part, XER, xerWith } from '../../helpers/forms.ts'
import { CPM } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('enterprise')
const DCMA = '/api/v1/health/dcma-14-point'
const COMPARE = '/api/v1/forensics/baseline-compare'
const PROGRESS = '/api/v1/health/progress-audit'
const send = (body: string | Buffer, type = 'application/octet-stream', path = CPM) =>
  service.call(path, { key, body, headers: { 'content-type': type } })
const sendForm = (path: string, ...parts: Part[]) => service.call(path, { key, ...form(...parts) })

const faultOf = ({ status, json }: Awaited<ReturnType<typeof send>>) =>
  `${status} ${json.code} ${JSON.stringify(json.detail?.[0]?.loc)} ${json.detail?.[0]?.msg}`

t.test('415: files of other programs are named, with how to save them as one that is read', async t => {
  const files: readonly (readonly [string, RegExp])[] = [
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1mpp', /compound file without a project/],
    ['PK\x03\x04zip', /ZIP archive.*Unpack/],
    ['\xac\xed\x00\x05', /ProjectLibre/],
    ['\x00\x00000000', /Asta Powerproject/],
    ['FC\x00\x00', /P3/],
    ['%PDF-1.7', /PDF document/],
    ['SQLite format 3\x00', /SQLite/],
    ['\x1f\x8b', /gzip/],
    ['<html><body>', /web page/],
    ['<?xml version="1.0"?><!-- <Project> --><plan/>', /root element "plan"/],
  ]
  for (const [bytes, words] of files) {
    const body = Buffer.from(bytes, 'latin1')
    const { status, json } = await send(body)
    t.equal(`${status} ${json.code}`, '415 file_unsupported', bytes)
    t.match(json.detail, words)
    const part = await sendForm(CPM, { name: 'schedule', bytes: body, file: 'x' })
    t.equal(`${part.status} ${part.json.code}`, '415 file_unsupported', bytes)
    t.match(part.json.detail, /^The part "schedule" is/)
  }
  const unknown = await sendForm(CPM, { name: 'schedule', bytes: 'a;b;c', file: 'x.csv' })
  t.equal(unknown.json.code, 'file_unsupported')
})

t.test('415: JSON under a type that says nothing, a charset that nobody knows, a form without a boundary', async t => {
  for (const [body, type] of [
    ['{"tasks":[]}', 'application/octet-stream'],
    [XER, 'application/xer; charset=klingon'],
    ['--b--', 'multipart/form-data'],
    ['--b--', `multipart/form-data; boundary=${'b'.repeat(71)}`],
  ] as const) {
    const { status, json } = await send(body as string, type)
    t.equal(`${status} ${json.code}`, '415 media_type_unsupported', type)
  }
})

t.test('400: a file that is sent as JSON; the answer names the right media type', async t => {
  for (const [body, type] of [
    [XER, 'application/xer'],
    [MSPDI, 'application/vnd.ms-project+xml'],
  ] as const) {
    const { status, json } = await send(body, 'application/json')
    t.equal(status, 400)
    t.match(json.detail, `Content-Type: ${type}`)
  }
  t.notMatch((await send('<plan>', 'application/json')).json.detail, 'Content-Type')
})

t.test('422: calendars beside a file that are no calendars', async t => {
  const noCalendars = [
    '"x"',
    '5',
    '{"a":1}',
    '[{"id":"a","exceptions":5}]',
    '[{"id":"a","work_week":{"monday":[5]}}]',
    '[{"id":"a","exceptions":[{"date":"2026-01-01","shifts":5}]}]',
  ]
  for (const bytes of noCalendars) {
    const { status, json } = await sendForm(CPM, { name: 'schedule', bytes: XER }, { name: 'calendars', bytes })
    t.equal(`${status} ${json.code} ${json.detail?.[0]?.loc?.[1]}`, '422 validation calendars', bytes)
  }
})

t.test('400: bodies that are no form, and JSON in a part that is none', async t => {
  const broken = await send('--x\r\nnonsense', 'multipart/form-data; boundary=b')
  t.equal(`${broken.status} ${broken.json.code}`, '400 body_syntax')
  const part = await sendForm(CPM, { name: 'schedule', bytes: XER }, { name: 'options', bytes: '{"a"' })
  t.equal(part.status, 400)
  t.match(part.json.detail, 'JSON (the part "options")')
  const empty = await send('', 'application/xer')
  t.equal(`${empty.status} ${empty.json.code}`, '400 body_empty')
})

t.test('422: a bare file where several schedules are compared; the answer has the line of curl', async t => {
  const answer = await send(XER, 'application/xer', COMPARE)
  t.equal(answer.status, 422)
  t.match(faultOf(answer), `-F current_schedule=@current.xer -F baseline_schedule=@baseline.xer`)
  t.match(faultOf(answer), COMPARE)
})

t.test('422: parts that are unknown, repeated, empty or missing', async t => {
  const xer = { name: 'schedule', bytes: XER, file: 'a.xer' }
  const cases: readonly (readonly [string, Part[], string])[] = [
    [CPM, [{ ...xer, name: 'shedule' }], 'Did you mean schedule?'],
    [CPM, [xer, { name: 'unheard', bytes: '1' }], 'Schedules: schedule (or tasks). Other parts: '],
    [
      DCMA,
      [xer, { name: 'options.include_details', bytes: 'true' }],
      'The part "options.include_details" is not known here. Send options as one part that is a JSON object, such as options={"include_details":true}. Members of options: ',
    ],
    [DCMA, [xer, { name: 'options.include_detials', bytes: 'yes' }], 'such as options={"include_details":...}.'],
    [DCMA, [xer, { name: 'scheduling_options.rules', bytes: 'p6' }], 'scheduling_options={"rules":"p6"}'],
    [
      COMPARE,
      [
        { ...xer, name: 'current_schedule' },
        { name: 'current_schedule.scheduling_options.rules', bytes: 'p6' },
      ],
      'such as current_schedule.scheduling_options={"rules":"p6"}',
    ],
    [
      CPM,
      [xer, { name: 'must_finish_by.x', bytes: '1' }],
      'is not known here. Did you mean must_finish_by? Schedules: ',
    ],
    [CPM, [xer, xer], 'The part "schedule" comes more than once.'],
    [CPM, [xer, { ...xer, name: 'tasks' }], 'The part "tasks" comes more than once.'],
    [CPM, [{ ...xer, bytes: '' }], 'The part "schedule" is empty.'],
    [CPM, [{ name: 'options', bytes: '{}' }], 'tasks is required.'],
    [CPM, [{ name: 'schedule', bytes: '', file: '' }], 'tasks is required.'],
    [CPM, [], 'tasks is required.'],
    [CPM, [xer, { name: 'options', bytes: 'abc' }], 'options must be an object'],
    [CPM, [xer, { name: 'status_date', bytes: 'soon' }], 'status_date must be a date'],
    [CPM, [xer, { name: 'status_date', bytes: Buffer.from([0xff]) }], 'is not UTF-8'],
    [CPM, [{ name: 'schedule', bytes: '[{"duration_days": 1}]' }], 'id is required.'],
    [COMPARE, [{ ...xer, name: 'current_schedule' }], 'baseline_schedule is required.'],
    [
      COMPARE,
      [{ ...xer, name: 'current_schedule' }, xer],
      'current_schedule, baseline_schedule, schedule_history (repeated)',
    ],
    [
      COMPARE,
      [
        { ...xer, name: 'current_schedule' },
        { name: 'schedule_history.0.snapshot_date', bytes: '2026-01-01' },
      ],
      'is not known here',
    ],
  ]
  for (const [path, parts, words] of cases) {
    const answer = await sendForm(path, ...parts)
    t.equal(answer.status, 422, words)
    t.match(faultOf(answer), words)
  }
})

t.test(
  '422: a data date that is needed and not there, a project that is not there, an encoding that nobody knows',
  async t => {
    const undated = xerWith('last_recalc_date', 'x_recalc_date')
    const answer = await send(undated, 'application/xer', PROGRESS)
    t.match(faultOf(answer), '-F status_date=')
    const given = { name: 'status_date', bytes: '2026-05-18' }
    t.equal((await sendForm(PROGRESS, { name: 'schedule', bytes: undated }, given)).status, 200)
    const history = await sendForm(
      '/api/v1/forensics/change-tracking',
      { name: 'current_schedule', bytes: XER },
      { name: 'schedule_history', bytes: undated },
    )
    t.match(faultOf(history), '-F schedule_history.0.snapshot_date=')
    t.match(
      faultOf(await send(XER, 'application/xer', `${CPM}?project=NONE`)),
      /422 validation \["query","project"\].*FOOTBRIDGE/,
    )
    t.match(
      faultOf(await send(XER, 'application/xer', `${CPM}?encoding=klingon`)),
      '422 validation ["query","encoding"]',
    )
    t.match(faultOf(await send(XER, 'application/xer', `${CPM}?encoding=`)), '422 validation ["query","encoding"]')
  },
)

t.test('402 and 413: the limits of a tier are those of JSON', async t => {
  const demo = await service.key('demo')
  const header = XER.toString('latin1')
  const at = header.indexOf('%R\t1001')
  const line = header.slice(at, header.indexOf('\r\n', at) + 2)
  const many = Array.from({ length: 1_200 }, (_, n) => line.replace('1001', `9${n}`).replace('D1', `X${n}`)).join('')
  const crowded = Buffer.from(header.slice(0, at) + many + header.slice(at), 'latin1')
  const answer = await service.call(CPM, { key: demo, body: crowded, headers: { 'content-type': 'application/xer' } })
  t.equal(`${answer.status} ${answer.json.code}`, '402 task_limit_tier')
  const starter = await service.key('starter')
  const large = Buffer.concat([XER, Buffer.alloc(60 * 2 ** 20, ' ')])
  const tooLarge = await service.call(CPM, {
    key: starter,
    body: large,
    headers: { 'content-type': 'application/xer' },
  })
  t.equal(`${tooLarge.status} ${tooLarge.json.code}`, '413 payload_too_large')
})

t.test('hostile files end in a refusal or a result, never in a defect', async t => {
  const entity = (n: number) => `<!ENTITY e${n} "${'&e'.concat(String(n - 1), ';').repeat(10)}">`
  const bomb = `<?xml version="1.0"?><!DOCTYPE Project [<!ENTITY e0 "x">${Array.from({ length: 12 }, (_, n) => entity(n + 1)).join('')}]><Project xmlns="http://schemas.microsoft.com/project"><Name>&e12;</Name></Project>`
  const bodies: readonly (string | Buffer)[] = [
    bomb,
    MSPDI.subarray(0, 700),
    `${'<Project>'.repeat(100_000)}`,
    `<!--${'-'.repeat(100_000)}`,
    '<?xml version="1.0" encoding="utf-16"?><Project/>',
    'ERMHDR',
    'ERMHDR\t19\r\n%T\tTASK\r\n',
    `ERMHDR\r\n${'%T\tNONE\r\n%F\ta\r\n'.repeat(100_000)}`,
    XER.subarray(0, XER.length - 400),
    xerWith('\t', ''),
    xerWith('(0||', '(0|'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(XER.toString('latin1'), 'utf16le')]),
    Buffer.alloc(100_000, 0xff),
    '\x00',
  ]
  for (const body of bodies) {
    for (const options of [
      { body, headers: { 'content-type': 'application/octet-stream' } },
      form({ name: 'schedule', bytes: body, file: 'x' }),
    ]) {
      const { status, json } = await service.call(CPM, { key, ...options })
      t.ok(
        [200, 400, 415, 422].includes(status),
        `${status} ${JSON.stringify(json).slice(0, 200)} ${body.toString('latin1').slice(0, 40)}`,
      )
    }
  }
})
