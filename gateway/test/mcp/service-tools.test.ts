/** The tools that are no analyses, as agents call them in both eras and over REST: a file is loaded once and everything else names it. */
import { Packr } from 'msgpackr'
import t, { type Test } from 'tap'
import { until } from '../../../shared/test/until.ts'
import { XER } from '../helpers/forms.ts'
import { startNode } from '../helpers/jobs.ts'
import { callParams, ERAS, legacy, modern, post } from '../helpers/mcp-messages.ts'
import { FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(t, { TOOL_TASK_LIMIT: '50' })
await startNode(t, service)
const key = await service.key('enterprise')

const callTool = async (name: string, args: object, of = key, message: (typeof ERAS)[keyof typeof ERAS] = modern) => {
  const { status, json } = await post(service, of, message('tools/call', callParams(name, args)))
  if (status !== 200 || json.result === undefined) throw new Error(`${status} ${JSON.stringify(json)}`)
  return json.result
}

/** structuredContent of a call that succeeds. */
async function structured(
  t: Test,
  name: string,
  args: object,
  of = key,
  message: (typeof ERAS)[keyof typeof ERAS] = modern,
) {
  const result = await callTool(name, args, of, message)
  t.notOk(result.isError, `${name}: ${result.content[0].text}`)
  t.same(JSON.parse(result.content.at(-1).text), result.structuredContent, 'the text is the content')
  return result.structuredContent
}

const load = async (t: Test, of = key): Promise<string> =>
  (await structured(t, 'load_schedule', { text: XER.toString() }, of)).data.schedule_id

t.test('load_schedule keeps text, base64 and tasks as the endpoint keeps a body', async t => {
  const sha256 = (
    await service.call('/api/v1/schedules', { key, body: XER, headers: { 'content-type': 'application/octet-stream' } })
  ).json.sha256
  for (const [era, message] of Object.entries(ERAS)) {
    for (const args of [{ text: XER.toString() }, { base64: XER.toString('base64') }]) {
      const { summary, data } = await structured(t, 'load_schedule', args, key, message)
      const record = (await service.call(`/api/v1/schedules/${data.schedule_id}`, { key })).json
      t.equal(record.sha256, sha256, era)
      t.same(data.counts, record.counts)
      t.equal(data.import[0].format, 'xer')
      t.match(summary, data.schedule_id)
    }
  }
  const { data } = await structured(t, 'load_schedule', { tasks: FOUR_TASKS, ttl_seconds: 60 })
  t.equal(data.counts.tasks, 4)
  const { created_at, expires_at } = (await service.call(`/api/v1/schedules/${data.schedule_id}`, { key })).json
  t.equal(Date.parse(expires_at) - Date.parse(created_at), 60_000)
  const cpm = await structured(t, 'analysis_cpm', { schedule_id: data.schedule_id })
  t.equal(cpm.data.project_duration_days, 12)
})

t.test(
  'make_deliverable makes the file of a kept schedule as a job, and validates a file, in short answers',
  async t => {
    const schedule_id = await load(t)
    const { data } = await structured(t, 'make_deliverable', {
      schedule_id,
      format: 'doe-pars',
      mapping: { WBS_ID: 'value:1' },
      constants: { PARSID: '1' },
    })
    let done = await structured(t, 'get_job', { job_id: data.job_id })
    await until('the file is made', async () => {
      done = await structured(t, 'get_job', { job_id: data.job_id })
      return done.data.status === 'completed'
    })
    t.match(done.data, { validation: { format: 'doe-pars', error_count: 0 }, file: { media_type: 'application/zip' } })
    t.ok(done.data.missing.length > 0 && JSON.stringify(done).length < 12_000)
    const { bytes } = await service.call(done.data.file.url, { key, headers: { accept: 'application/zip' } })
    t.equal(bytes.length, done.data.file.bytes)
    const checked = await structured(t, 'make_deliverable', { base64: bytes.toString('base64') })
    t.same(checked.data, done.data.validation)
    for (const [args, words] of [
      [{ schedule_id }, /format is required/],
      [{ schedule_id, format: 'doe-pars', mapping: { CAMM: 'x' } }, /"CAMM".*Is CAM meant/],
      [{ schedule_id, format: 'doe-pars', constant: {} }, /did you mean constants/],
    ] as const)
      t.match((await callTool('make_deliverable', args)).content[0].text, words)
  },
)

t.test('a file of more than 4 MB is loaded as text and as base64', async t => {
  const text = JSON.stringify({ tasks: FOUR_TASKS }) + ' '.repeat(5 * 2 ** 20)
  for (const args of [{ text }, { base64: Buffer.from(text).toString('base64') }])
    t.equal((await structured(t, 'load_schedule', args)).data.counts.tasks, 4)
  t.match((await callTool('load_schedule', { text, ttl_seconds: 1 })).content[0].text, /ttl_seconds/)
})

t.test('what cannot be loaded is refused in words, and nothing is kept', async t => {
  const of = await service.key('free')
  for (const [args, words] of [
    [{}, /Give one of text, base64, url and tasks/],
    [{ text: 'x', base64: 'eA==' }, /one of text, base64 and url/],
    [{ url: 'https://127.0.0.1/a.xer' }, /source_url/],
    [{ base64: '*' }, /base64/],
    // a pattern that looks twice at each blank takes minutes for these
    [{ base64: `${' '.repeat(300_000)}*` }, /base64/],
    [{ text: '%PDF-1.7' }, /PDF/],
    [{ text: 'nonsense' }, /JSON/],
    [{ text: '{"tasks":[{"id":"A","duration_days":"x"}]}' }, /duration_days/],
    [{ tasks: FOUR_TASKS, ttl_seconds: 1 }, /ttl_seconds/],
  ] as const) {
    const { isError, content } = await callTool('load_schedule', args, of)
    t.ok(isError, JSON.stringify(args))
    t.match(content[0].text, words)
  }
  t.equal((await structured(t, 'list_schedules', {}, of)).data.held.schedules, 0)
})

t.test('list_schedules and every tool see the schedules of their own account alone', async t => {
  const [mine, other] = [await service.key('enterprise'), await service.key('enterprise')]
  const id = await load(t, mine)
  t.same(
    (await structured(t, 'list_schedules', { limit: 5 }, mine)).data.schedules.map(
      (one: { schedule_id: string }) => one.schedule_id,
    ),
    [id],
  )
  t.same((await structured(t, 'list_schedules', {}, other)).data.schedules, [])
  t.ok((await callTool('list_schedules', { cursor: 'x' }, other)).isError)
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const name of ['get_tasks', 'explain_task', 'analysis_cpm']) {
    const [foreign, none] = [
      await callTool(name, { schedule_id: id }, other),
      await callTool(name, { schedule_id: unknown }, other),
    ]
    t.ok(foreign.isError)
    t.same(foreign, none, 'another account’s is like one that never was')
    t.match(foreign.content[0].text, /schedule_not_found/)
    t.match(foreign.content[0].text, /list_schedules/)
  }
})

t.test('get_tasks gives pages of the rows, fields and order that are requested', async t => {
  const schedule_id = await load(t)
  const whole = (await structured(t, 'analysis_cpm', { schedule_id, output: { detail: 'full' } })).data
  const floatOf = new Map(
    whole.tasks.map((task: { id: string; total_float_days: number }) => [task.id, task.total_float_days]),
  )
  const request = {
    schedule_id,
    where: { state: 'open' },
    sort: 'total_float_days',
    fields: ['total_float_days', 'predecessors'],
    limit: 3,
  }
  const rows: { id: string; name: string; total_float_days: number; predecessors: string[] }[] = []
  let total = 0
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const { data } = await structured(t, 'get_tasks', { ...request, cursor })
    rows.push(...data.tasks)
    ;({ total, next_cursor: cursor } = data)
  }
  t.equal(rows.length, total)
  t.same(
    rows.map(row => row.total_float_days),
    rows.map(row => row.total_float_days).sort((a, b) => (a ?? 1e9) - (b ?? 1e9)),
  )
  for (const row of rows) {
    t.equal(row.total_float_days, floatOf.get(row.id))
    t.ok(row.name, 'a name beside each id')
  }
  t.match(rows.find(row => row.predecessors.length > 0)!.predecessors[0], /^\S+ (FS|SS|FF|SF)\S*( d)? \(.+\)$/)
  for (const [where, words] of [
    [{ from: 'soon' }, /where.from/],
    [{ state: 'odd' }, /must be one of open/],
  ] as const)
    t.match((await callTool('get_tasks', { schedule_id, where })).content[0].text, words)
})

t.test(
  'get_tasks filters by activity codes and shows them; a code that is not there is refused with those that are',
  async t => {
    const tasks = [
      { id: 'A', duration_days: 5, codes: { Resp: 'GC', 'Phase = stage': 'P1' } },
      { id: 'B', duration_days: 3, predecessors: ['A'], codes: { Resp: 'GC' } },
      { id: 'C', duration_days: 2, predecessors: ['B'], codes: { Resp: 'Owner' } },
    ]
    const { schedule_id } = (await structured(t, 'load_schedule', { tasks })).data
    const rows = async (codes: string[]) =>
      (await structured(t, 'get_tasks', { schedule_id, where: { codes }, fields: ['codes'] })).data.tasks
    t.same(
      (await rows(['Resp=GC'])).map((row: { id: string }) => row.id),
      ['A', 'B'],
    )
    t.match(await rows(['Resp=GC', 'Phase = stage=P1']), [{ id: 'A', codes: ['Resp=GC', 'Phase = stage=P1'] }])
    t.same(await rows(['Resp=Nobody']), [])
    for (const code of ['Zone=1', 'Resp', 'resp=GC']) {
      const { isError, content } = await callTool('get_tasks', { schedule_id, where: { codes: [code] } })
      t.ok(isError, code)
      t.match(content[0].text, /where\.codes\.0.*Phase = stage, Resp/s)
    }
  },
)

t.test('a slip moves the finish as far as the network computed anew says', async t => {
  const tasks = [
    { id: 'A', name: 'Dig', duration_days: 3 },
    { id: 'B', name: 'Pour', duration_days: 5, predecessors: ['A FS+1 d'] },
    { id: 'C', name: 'Fence', duration_days: 2, predecessors: ['A'] },
    { id: 'D', name: 'Done', duration_days: 0, predecessors: ['B', 'C'] },
  ]
  const { data } = await structured(t, 'load_schedule', { tasks, status_date: '2026-03-02' })
  const { schedule_id } = data
  const page = await structured(t, 'get_tasks', { schedule_id, slip_days: 5, limit: 4 })
  t.same(
    page.data.tasks.map((row: { id: string; finish_moves_days: number }) => [row.id, row.finish_moves_days]),
    [
      ['A', 5],
      ['B', 5],
      ['C', 1],
      ['D', 5],
    ],
  )
  const { data: why, summary } = await structured(t, 'explain_task', { schedule_id, task_id: 'D' })
  t.same(
    why.chain.map((step: { id: string; driven_by?: string }) => [step.id, step.driven_by ?? null]),
    [
      ['A', null],
      ['B', 'A FS+1 d (Dig)'],
      ['D', 'B FS (Pour)'],
    ],
  )
  t.match(summary, /3 steps/)
  t.equal(
    (await structured(t, 'explain_task', { schedule_id, task_id: 'Fence', slip_days: 2 })).data.slip.finish_moves_days,
    0,
  )
  t.equal((await structured(t, 'explain_task', { schedule_id })).data.task.id, 'D')
  t.match((await callTool('explain_task', { schedule_id, task_id: 'Z' })).content[0].text, /get_tasks/)
})

t.test(
  'submit_job and get_job give what the tool gives; a schedule above the limit becomes a job by itself',
  async t => {
    const tasks = Array.from({ length: 60 }, (_, i) => ({
      id: `T${i}`,
      name: `Step ${i}`,
      duration_days: 1,
      predecessors: i === 0 ? [] : [`T${i - 1}`],
    }))
    const { data } = await structured(t, 'load_schedule', { tasks })
    const args = { schedule_id: data.schedule_id }
    const submitted = await structured(t, 'submit_job', { tool: 'analysis_cpm', arguments: args })
    const itself = await structured(t, 'analysis_cpm', args)
    t.match(itself.summary, /at most 50 .*get_job/s)
    for (const { data: job } of [submitted, itself]) {
      let answer = await structured(t, 'get_job', { job_id: job.job_id })
      await until('the job is done', async () => {
        answer = await structured(t, 'get_job', { job_id: job.job_id })
        return answer.metadata.task_count === 60
      })
      t.equal(answer.data.project_duration_days, 60)
      t.equal(answer.metadata.endpoint, '/api/v1/analysis/cpm')
      const foreign = await callTool('get_job', { job_id: job.job_id }, await service.key('enterprise'))
      t.match(foreign.content[0].text, /job_not_found/)
    }
    const free = await callTool(
      'submit_job',
      { tool: 'analysis_cpm', arguments: { tasks: FOUR_TASKS } },
      await service.key('free'),
    )
    t.match(free.content[0].text, /tier_forbidden/)
  },
)

t.test('submit_job reads the arguments as the tool would, in both formats', async t => {
  const path = '/mcp/tools/submit_job'
  const big = {
    tool: 'analysis_cpm',
    arguments: { tasks: FOUR_TASKS.map(task => ({ ...task, unknown: 2n ** 64n - 1n })) },
  }
  const headers = { 'content-type': 'application/msgpack' }
  const queued = await service.call(path, { key, body: new Packr({ useRecords: false }).pack(big), headers })
  t.match(queued.json, { status: 'queued' }, queued.bytes.toString())
  const text = '{"argumen\\u0074s":{"tasks":[{"id":"A","duration_days":1e999}]},"tool":"analysis_cpm"}'
  const infinite = await service.call(path, { key, body: text, headers: { 'content-type': 'application/json' } })
  t.match(infinite.json, { code: 'validation', detail: [{ loc: ['body', 'tasks', 0, 'duration_days'] }] })
  const deep = `{"tool":"analysis_cpm","arguments":{"a":"${' '.repeat(5e6)}","b":${'['.repeat(80)}${']'.repeat(80)}}}`
  const { json } = await service.call(path, { key, body: deep, headers: { 'content-type': 'application/json' } })
  t.equal(json.code, 'body_syntax')
})

t.test(
  'control tools cost no unit, also when the month is used up; the others cost that of their endpoint',
  async t => {
    const { text } = await service.keyRecord('starter', { callsPerMonth: 2 })
    const id = await load(t, text)
    await structured(t, 'list_schedules', {}, text)
    const usage = async () => (await service.call('/api/v1/account/usage', { key: text })).json
    await structured(t, 'get_tasks', { schedule_id: id }, text)
    await structured(t, 'explain_task', { schedule_id: id }, text, legacy)
    t.match((await callTool('get_tasks', { schedule_id: id }, text)).content[0].text, /month_exceeded/)
    t.equal((await structured(t, 'list_schedules', {}, text, legacy)).data.schedules.length, 1)
    await until('both are recorded', async () => (await usage()).totals.calls === 2)
    t.equal((await usage()).days[0].endpoints[0].endpoint, 'analysis.cpm')
  },
)

t.test('POST /mcp/tools/{tool_name} serves them alike', async t => {
  const call = (name: string, body: object) => service.call(`/mcp/tools/${name}`, { key, body })
  const kept = await call('load_schedule', { tasks: FOUR_TASKS })
  t.equal(kept.status, 200)
  t.equal(kept.headers['x-ratelimit-limit'], '10000', 'the window of control calls')
  const { schedule_id } = kept.json.data
  t.equal((await call('get_tasks', { schedule_id })).json.data.total, 4)
  t.equal((await call('explain_task', { schedule_id })).json.data.task.id, 'D')
  t.equal((await call('list_schedules', {})).status, 200)
  const job = await call('submit_job', { tool: 'health_score', arguments: { schedule_id } })
  t.equal(job.json.status, 'queued')
  t.same((await call('get_job', { job_id: 'x' })).json.code, 'job_not_found')
  t.equal((await call('get_job', {})).status, 422)
})
