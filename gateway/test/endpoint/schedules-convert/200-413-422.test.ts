import { decode } from 'msgpackr'
import t from 'tap'
import { until } from '../../../../shared/test/until.ts'
import { form, MSPDI, PMXML, XER } from '../../helpers/forms.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'
import { connectRaw } from '../../hostile/helpers/raw-socket.ts'

const CONVERT = '/api/v1/schedules/convert'
const service = await startService(t)
const key = await service.key('enterprise')
const asFile = { 'content-type': 'application/octet-stream' }

t.test('200: a file as JSON or msgpack is answered by an analysis as the file is', async t => {
  for (const body of [XER, PMXML, MSPDI]) {
    const { status, json } = await service.call(CONVERT, { key, body, headers: asFile })
    t.equal(status, 200, JSON.stringify(json.detail ?? ''))
    t.ok(json.tasks.length > 0 && json.calendars.length > 0)
    const packed = await service.call(CONVERT, { key, body, headers: { ...asFile, accept: 'application/msgpack' } })
    t.same(decode(packed.bytes), json)
    const [file, again] = await Promise.all([
      service.call(CPM, { key, body, headers: asFile }),
      service.call(CPM, { key, body: json }),
    ])
    t.same(again.json.data, file.json.data)
    t.equal(again.json.metadata.input_sha256, file.json.metadata.input_sha256)
    t.same(again.json.metadata.ignored_fields, [])
  }
})

t.test('200: JSON comes back as it is read, and a form with what it adds', async t => {
  const { json } = await service.call(CONVERT, { key, body: { tasks: FOUR_TASKS } })
  t.same(
    json.tasks.map(({ id }: { id: string }) => id),
    FOUR_TASKS.map(({ id }) => id),
  )
  const sent = form({ name: 'schedule', bytes: XER }, { name: 'status_date', bytes: '2026-06-01' })
  t.equal((await service.call(CONVERT, { key, ...sent })).json.status_date, '2026-06-01')
})

t.test('200: ?to= and Accept give project files, which are read as the same schedule', async t => {
  for (const body of [XER, PMXML, MSPDI]) {
    const { json } = await service.call(CPM, { key, body, headers: asFile })
    for (const [to, type, query, headers] of [
      ['xer', 'application/xer', '?to=xer', {}],
      ['xer', 'application/xer', '', { accept: 'application/xer' }],
      ['ms_project_xml', 'application/vnd.ms-project+xml', '?to=ms_project_xml', {}],
      ['ms_project_xml', 'application/vnd.ms-project+xml', '', { accept: 'application/vnd.ms-project+xml' }],
    ] as const) {
      const written = await service.call(CONVERT + query, { key, body, headers: { ...asFile, ...headers } })
      t.equal(written.status, 200)
      t.equal(written.headers['content-type'], type)
      const again = await service.call(CPM, { key, body: written.bytes, headers: { 'content-type': type } })
      t.match(again.json.metadata?.import, [{ format: to }], JSON.stringify(again.json.detail ?? ''))
      t.equal(again.json.data.tasks.length, json.data.tasks.length)
      t.equal(again.json.metadata.import[0].counts.links, json.metadata.import[0].counts.links)
    }
    const asJson = { ...asFile, accept: 'application/xer' }
    t.match((await service.call(`${CONVERT}?to=json`, { key, body, headers: asJson })).headers['content-type'], 'json')
  }
  const days = { tasks: FOUR_TASKS, status_date: '2026-03-02' }
  for (const to of ['xer', 'p6_xml', 'ms_project_xml']) {
    const written = await service.call(`${CONVERT}?to=${to}`, { key, body: days })
    const again = await service.call(CPM, { key, body: written.bytes, headers: asFile })
    t.equal(again.json.data?.tasks.length, FOUR_TASKS.length, to)
  }
})

t.test('200: a file says in its header what it changes, and ?report= says all of it', async t => {
  const tasks = [
    { id: 'A', name: 'Dig', duration_days: 5, planned_start: '2026-03-02' },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ]
  const body = { tasks, calendar: 'working_days', status_date: '2026-03-16', project_start: '2026-03-02' }
  const file = await service.call(`${CONVERT}?to=ms_project_xml`, { key, body })
  t.equal(file.headers['conversion-warnings'], 'held_by_data_date;count=1;of=2')
  const { status, json } = await service.call(`${CONVERT}?report=ms_project_xml`, { key, body })
  t.equal(status, 200)
  t.match(json, {
    format: 'ms_project_xml',
    task_count: 2,
    finish_before: '2026-03-27',
    finish_after: '2026-03-27',
    compared_count: 2,
    changed_count: 0,
    warnings: [{ code: 'held_by_data_date', count: 1, of: 2, examples: [{ task_id: 'A', task_name: 'Dig' }] }],
  })
  const same = await service.call(`${CONVERT}?to=xer`, { key, body })
  t.notOk('conversion-warnings' in same.headers, 'P6 holds it all')
  const overdue = {
    tasks: [{ id: 'A', duration_days: 5, planned_start: '2026-03-02' }],
    status_date: '2026-03-16',
    project_start: '2026-03-02T08:00',
    calendars: [
      { id: 'c', hours_per_day: 8, work_week: { monday: [['08:00', '16:00']], friday: [['08:00', '16:00']] } },
    ],
    scheduling_options: { rules: 'ms_project' },
  }
  const moved = await service.call(`${CONVERT}?to=xer`, { key, body: overdue })
  t.equal(
    moved.headers['conversion-warnings'],
    'finish_differs;from="2026-03-16T16:00";to="2026-03-30T16:00", dates_differ;count=1;of=1, before_data_date;count=1;of=1',
  )
  t.equal((await service.call(`${CONVERT}?report=pdf`, { key, body })).status, 422)
})

t.test('it takes a unit of the month', async t => {
  const used = async () =>
    (await service.call('/api/v1/account/tier', { key: own })).json.limits.monthly_calls_remaining
  const own = await service.key('free')
  const before = await used()
  await service.call(CONVERT, { key: own, body: XER, headers: asFile })
  t.equal(await used(), before - 1)
})

t.test('422: what is no schedule, and a form that nobody writes', async t => {
  t.equal((await service.call(CONVERT, { key, body: { tasks: [] } })).status, 422)
  t.equal((await service.call(`${CONVERT}?to=pdf`, { key, body: { tasks: FOUR_TASKS } })).status, 422)
})

t.test('413: what is written is bounded in every tier, and the calendar is named; the unit comes back', async t => {
  const shifts = Array.from({ length: 24 }, (_, h) => [
    `${String(h).padStart(2, '0')}:00`,
    `${String(h).padStart(2, '0')}:30`,
  ])
  const exceptions = [{ date: '2000-01-01', until: '2060-01-01', shifts }]
  const body = {
    tasks: FOUR_TASKS,
    calendars: [{ id: 'c0', name: 'night shift', work_week: { monday: [['08:00', '12:00']] }, exceptions }],
  }
  for (const tier of ['demo', 'starter', 'government'] as const) {
    const own = await service.key(tier)
    const { status, json } = await service.call(`${CONVERT}?to=xer`, { key: own, body })
    t.match([status, json.code], [413, 'answer_too_large'], tier)
    t.match(json.detail, /larger than 4 MB\. Calendar "night shift" alone would take 13\.3 MB: .* in the tier /)
    t.equal((await service.call(`${CONVERT}?to=ms_project_xml`, { key: own, body })).status, 200)
    t.equal((await service.call(`${CONVERT}?report=xer`, { key: own, body })).status, 413)
  }
})

t.test('bytes of answers are bytes in flight until they are read', async t => {
  const { bytesInFlight } = service.app.gateway
  const long = 'x'.repeat(10_000)
  const tasks = Array.from({ length: 900 }, (_, i) => ({ id: `T${i}`, name: long, duration_days: 1 }))
  const body = JSON.stringify({ tasks })
  const head = [
    `POST ${CONVERT}?to=ms_project_xml HTTP/1.1`,
    'Host: x',
    `X-Api-Key: ${await service.key('government')}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  const socket = connectRaw(service.port, `${head.join('\r\n')}\r\n\r\n${body}`)
  t.teardown(() => socket.destroy())
  let answer = ''
  socket.once('data', chunk => {
    answer = chunk.toString('latin1')
    socket.pause()
  })
  await until('the answer begins', () => answer !== '')
  const length = Number(/content-length: (\d+)/i.exec(answer)?.[1])
  t.ok(length > 3 * 2 ** 20, answer.slice(0, 200))
  t.equal(bytesInFlight.bytes, length, 'its size, no more that of the body')
  socket.destroy()
  await until('the client has left', () => bytesInFlight.bytes === 0)
})
