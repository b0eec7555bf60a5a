/** Arguments as models write them: JSON in quotes, names that do not exist, and no schedule at all. */
import t from 'tap'
import type { TSchema } from 'typebox'
import { withoutJsonText } from '../../../compute/agent/message/json-text.ts'
import { toolNamed, toolsFor } from '../../../shared/contract/tools/agent-tools.ts'
import { XER } from '../helpers/forms.ts'
import { startNode } from '../helpers/jobs.ts'
import { callParams, legacy, modern, post } from '../helpers/mcp-messages.ts'
import { FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(t)
await startNode(t, service)
const key = await service.key('enterprise')

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
type Any = any

const call = async (name: string, args: unknown, message = modern): Promise<Any> =>
  (await post(service, key, message('tools/call', callParams(name, args as object)))).json.result

const dataOf = async (name: string, args: unknown): Promise<Any> => {
  const { isError, structuredContent, content } = await call(name, args)
  if (isError) throw new Error(content[0].text)
  return structuredContent.data
}

const scheduleId = (await dataOf('load_schedule', { text: XER.toString() })).schedule_id

t.test('arguments, containers and values that come as JSON text are read as what they are', async t => {
  const plain = await dataOf('analysis_cpm', { tasks: FOUR_TASKS, output: { fields: ['project_duration_days'] } })
  t.equal(plain.project_duration_days, 12)
  const output = { fields: ['project_duration_days'] }
  for (const args of [
    { tasks: JSON.stringify(FOUR_TASKS), output },
    { tasks: FOUR_TASKS, output: JSON.stringify(output) },
    { tasks: JSON.stringify(FOUR_TASKS), output: { fields: '["project_duration_days"]' } },
    JSON.stringify({ tasks: FOUR_TASKS, output }),
    JSON.stringify({ tasks: JSON.stringify(FOUR_TASKS), output: JSON.stringify(output) }),
  ])
    t.same(await dataOf('analysis_cpm', args), plain, JSON.stringify(args).slice(0, 60))
  const rows = await dataOf('get_tasks', { schedule_id: scheduleId, where: { state: 'open' }, limit: 2 })
  for (const args of [
    { schedule_id: scheduleId, where: '{"state":"open"}', limit: '2' },
    JSON.stringify({ schedule_id: scheduleId, where: { state: 'open' }, limit: 2 }),
  ])
    t.same(await dataOf('get_tasks', args), rows)
  const container = { schedule_id: scheduleId }
  const compared = await dataOf('forensics_baseline_compare', {
    current_schedule: container,
    baseline_schedule: container,
  })
  t.same(
    await dataOf('forensics_baseline_compare', {
      current_schedule: JSON.stringify(container),
      baseline_schedule: JSON.stringify(container),
    }),
    compared,
  )
  const submitted = await dataOf('submit_job', { tool: 'analysis_cpm', arguments: JSON.stringify(container) })
  t.ok(submitted.job_id)
  const byPath = await service.call('/mcp/tools/analysis_cpm', {
    key,
    body: { tasks: JSON.stringify(FOUR_TASKS), output },
  })
  t.same(byPath.json.data, plain)
})

t.test('a text that is wanted as a text stays one, and what is no JSON is refused as before', async t => {
  t.equal((await dataOf('load_schedule', { text: JSON.stringify({ tasks: FOUR_TASKS }) })).counts.tasks, 4)
  const { request } = toolNamed('get_tasks')!
  const read = (args: object | string) => {
    const found = withoutJsonText(Buffer.from(JSON.stringify(args)), request as TSchema)
    return found === undefined ? undefined : JSON.parse(Buffer.from(found).toString())
  }
  t.equal(read({ where: { text: '{"a":1}', wbs: '[1]' }, cursor: '7' }), undefined)
  t.equal(read({ where: '{"state":', limit: 'many', slip_days: '' }), undefined)
  t.equal(read({ limit: '[1]', where: '[1]' }), undefined, 'another kind than the schema wants')
  t.same(read({ where: { is_critical: 'true', float_days_max: ' -3.5 ', ids: '["é\\n"]' }, limit: 3 }), {
    where: { is_critical: true, float_days_max: -3.5, ids: ['é\n'] },
    limit: 3,
  })
  t.equal(withoutJsonText(Buffer.from('{"where": "{}"'), request as TSchema), undefined)
  for (const args of [{ schedule_id: scheduleId, where: 'open' }, 'nonsense', '"{}']) {
    const { isError } = await call('get_tasks', args)
    t.equal(isError, true, JSON.stringify(args))
  }
  t.equal(
    (await post(service, key, legacy('tools/call', callParams('get_tasks', [] as object)))).json.error.code,
    -32602,
  )
})

/** What each tool can be called with. */
function goodArguments(name: string): Record<string, unknown> {
  const container = { schedule_id: scheduleId }
  const status = { options: { status_date: '2026-03-09' } }
  if (name === 'load_schedule') return { text: XER.toString() }
  if (name === 'list_schedules') return {}
  if (name === 'get_job') return { job_id: '6798dfd7-082a-4bf6-af33-75bca472a3b5' }
  if (name === 'submit_job') return { tool: 'analysis_cpm', arguments: container }
  if (name === 'health_progress_audit') return { ...container, ...status }
  if (/delay|built|change|baseline/.test(name))
    return {
      current_schedule: container,
      ...(name === 'forensics_change_tracking' ? { schedule_history: [container] } : { baseline_schedule: container }),
    }
  return container
}

t.test('every tool refuses an argument that it does not know, and names the closest one that it does', async t => {
  for (const { name } of toolsFor('enterprise')) {
    const { content, isError } = await call(name, { ...goodArguments(name), outputt: { detail: 'full' }, zzqx: 1 })
    t.equal(isError, true, name)
    t.match(content[0].text, /zzqx is not known here\. Known: /, name)
    t.match(content[0].text, /outputt is not known here/, name)
    if (toolNamed(name)!.kind === 'analysis') t.match(content[0].text, /outputt .*did you mean output\?/, name)
  }
  const told = async (name: string, args: object): Promise<string> => (await call(name, args)).content[0].text
  t.match(
    await told('get_tasks', { schedule_id: scheduleId, where: { float_lt: 0 } }),
    /where\.float_lt: float_lt is not known here; did you mean float_days_max\? Known: ids, text/,
  )
  t.match(await told('get_tasks', { schedule_id: scheduleId, order_by: 'start' }), /order_by is not known here/)
  t.match(
    await told('health_score', { schedule_id: scheduleId, options: { include_detail: true } }),
    /options\.include_detail: include_detail is not known here/,
  )
  t.match(
    await told('submit_job', { tool: 'analysis_cpm', arguments: { schedule_id: scheduleId, foo: 1 } }),
    /foo is not known/,
  )
  t.match(
    await told('load_schedule', {
      text: `${JSON.stringify({ tasks: FOUR_TASKS })}${' '.repeat(5 * 2 ** 20)}`,
      titel: 'x',
    }),
    /titel is not known here/,
  )
})

t.test('fields of tasks and of calendars that nobody knows are no arguments: a finding names them', async t => {
  const tasks = FOUR_TASKS.map(task => ({ ...task, colour: 'red' }))
  const { structuredContent, isError } = await call('health_score', { tasks, output: { detail: 'compact' } })
  t.notOk(isError)
  t.match(JSON.stringify(structuredContent.findings), /tasks\.\*\.colour/)
  const rest = await service.call('/api/v1/health/score', { key, body: { tasks: FOUR_TASKS, zzqx: 1 } })
  t.same(rest.json.metadata.ignored_fields, ['zzqx'], 'the endpoint passes over it, as it did')
})

t.test('a call without a schedule is told to name one', async t => {
  for (const { name } of toolsFor('enterprise')) {
    if (/list_schedules|_job/.test(name)) continue
    const { content, isError } = await call(name, {})
    t.equal(isError, true, name)
    t.notMatch(content[0].text, /\btasks is required/, name)
    if (toolNamed(name)!.kind === 'service' || /^(health|analysis)/.test(name))
      t.match(content[0].text, name === 'load_schedule' ? /text, base64, url/ : /schedule_id is required/, name)
  }
  const { content } = await call('forensics_baseline_compare', { current_schedule: {}, baseline_schedule: {} })
  t.match(content[0].text, /current_schedule\.schedule_id: schedule_id is required/)
})
