/** Extensions of the protocol and the short list of tools: skills, tasks, the view beside an answer, tools that are found by words. */
import { createHash } from 'node:crypto'
import t from 'tap'
import { APP_MEDIA_TYPE, APP_URI, SKILL_URI, TASKS_EXTENSION } from '../../../shared/contract/mcp/protocol.ts'
import { TOOL_TASK_COUNT } from '../../../shared/contract/tiers.ts'
import { toolsFor } from '../../../shared/contract/tools/agent-tools.ts'
import { until } from '../../../shared/test/until.ts'
import { startNode } from '../helpers/jobs.ts'
import {
  callParams,
  ERAS,
  MCP,
  type Message,
  modern,
  post,
  resultOf,
  structuredBytes,
} from '../helpers/mcp-messages.ts'
import { FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

/** A token of such text has at least four characters. */
const CHARACTERS_PER_TOKEN = 4
const SEARCH_TOKENS_MAX = 1_500

const service = await startService(t)
await startNode(t, service)
const key = await service.key('government')

for (const [era, message] of Object.entries(ERAS)) {
  const searching = (name: string, args: unknown, of = key) =>
    service.call(`${MCP}?tools=search`, { key: of, ...message('tools/call', callParams(name, args as object)) })

  t.test(`${era}: the extensions are declared`, async t => {
    const [method, params] =
      era === 'modern' ? ['server/discover', {}] : ['initialize', { protocolVersion: '2025-11-25' }]
    const { capabilities } = (await post(service, key, message(method as string, params as Record<string, unknown>)))
      .json.result
    t.same(Object.keys(capabilities.extensions), [
      'io.modelcontextprotocol/skills',
      'io.modelcontextprotocol/ui',
      TASKS_EXTENSION,
    ])
  })

  t.test(`${era}: the short list has two tools, and by them a model reaches all others`, async t => {
    const listed = await service.call(`${MCP}?tools=search`, { key, ...message('tools/list') })
    const { tools } = listed.json.result
    t.same(
      tools.map(({ name }: { name: string }) => name),
      ['find_tools', 'call_tool'],
    )
    t.ok(JSON.stringify(tools).length <= SEARCH_TOKENS_MAX * CHARACTERS_PER_TOKEN, 'small enough')
    for (const { name } of toolsFor('government')) {
      t.match(tools[0].description, name)
      const byName = JSON.parse((await searching('find_tools', { names: [name] })).json.result.content[0].text)
      t.same(
        byName.tools.map((tool: { name: string }) => tool.name),
        [name],
      )
      t.type(byName.tools[0].inputSchema, 'object')
    }
    for (const [question, expected] of [
      ['What drives the finish of the project?', 'explain_task'],
      ['Is the schedule compliant with the DCMA 14 points?', 'health_dcma_14_point'],
      ['How many days of delay are compensable, by concurrent causes?', 'forensics_delay_analysis'],
      ['Which resources are over-allocated?', 'analysis_resources'],
      ['What changed between two updates?', 'forensics_change_tracking'],
      ['critical path and total float', 'analysis_cpm'],
    ] as const) {
      const found = (await searching('find_tools', { question })).json.result.structuredContent.tools
      t.ok(found.length <= 3)
      t.ok(
        found.some(({ name }: { name: string }) => name === expected),
        `${question} finds ${expected}`,
      )
    }
  })

  t.test(`${era}: a called tool answers as when it is called itself, and is metered as it`, async t => {
    const other = await service.key('starter')
    const used = async () => (await service.call('/api/v1/account/usage', { key: other })).json.totals.calls
    const args = { tasks: FOUR_TASKS }
    const direct = structuredBytes(await post(service, key, message('tools/call', callParams('analysis_cpm', args))))
    await searching('find_tools', { question: 'critical path' }, other)
    const forms = [args, JSON.stringify(args)]
    for (const form of forms) {
      const called = await searching('call_tool', { name: 'analysis_cpm', arguments: form }, other)
      t.equal(resultOf(structuredBytes(called)), resultOf(direct))
    }
    await until('both calls count, finding does not', async () => (await used()) === forms.length)
  })

  t.test(`${era}: what is wrong is said`, async t => {
    const says = async (name: string, args: unknown, pattern: RegExp) => {
      const { status, json } = await searching(name, args)
      t.equal(status, 200)
      t.match(json.error?.message ?? json.result.content[0].text, pattern)
      t.not(json.result?.isError, false)
    }
    await says('find_tools', {}, /question is required/)
    await says('find_tools', { question: 'x', limit: 99 }, /limit must be a whole number from 1 to 8/)
    await says('find_tools', { names: 7 }, /names must be a list/)
    await says('call_tool', {}, /name is required/)
    await says('call_tool', { name: 'call_tool', arguments: {} }, /Unknown tool: call_tool/)
    await says('call_tool', { name: 'analysis_cpm' }, /schedule_id is required/)
    await says('call_tool', { name: 'analysis_cpm', arguments: [] }, /must be an object|object/)
    const wrong = await service.call(`${MCP}?tools=few`, { key, ...message('tools/list') })
    t.same([wrong.status, wrong.json.code], [422, 'validation'])
    t.match(wrong.json.detail[0].msg, /all.*search/)
  })

  t.test(`${era}: the skill is listed with the digest of what is read`, async t => {
    const send = async (method: string, params = {}) => (await post(service, key, message(method, params))).json
    const { skills } = (await send('skills/list')).result
    t.equal(skills.length, 1)
    const [skill] = skills
    t.same([skill.uri, skill.frontmatter.name], [SKILL_URI, 'schedule-intelligence'])
    t.same((await send('skills/get', { uri: SKILL_URI })).result.skill, skill)
    const { text } = (await send('resources/read', { uri: skill.resources[0].uri })).result.contents[0]
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
    t.same(skill.resources, [{ uri: SKILL_URI, digest, size: Buffer.byteLength(text) }])
    t.match(text, `name: ${skill.frontmatter.name}\ndescription: ${skill.frontmatter.description}\n`)
    t.type((await send('skills/get', { uri: 'skill://other/SKILL.md' })).error.code, 'number')
  })

  t.test(`${era}: the view beside the critical path is one document that reaches no network`, async t => {
    const send = async (method: string, params = {}) => (await post(service, key, message(method, params))).json.result
    const { tools } = await send('tools/list')
    const linked = tools.filter(({ _meta }: { _meta?: { ui: object } }) => _meta?.ui !== undefined)
    t.same(
      linked.map(({ name, _meta }: { name: string; _meta: object }) => [name, _meta]),
      [['analysis_cpm', { ui: { resourceUri: APP_URI } }]],
    )
    const [content] = (await send('resources/read', { uri: APP_URI })).contents
    t.equal(content.mimeType, APP_MEDIA_TYPE)
    t.match(content.text, /^<!DOCTYPE html>/)
    t.notMatch(content.text, /<(?:link|img|iframe)|src=/)
  })
}

const withTasks = (method: string, params: Record<string, unknown>): Message => {
  const message = modern(method, params)
  const { params: sent } = message.body as { params: { _meta: Record<string, object> } }
  sent._meta['io.modelcontextprotocol/clientCapabilities'] = { extensions: { [TASKS_EXTENSION]: {} } }
  const named = params.taskId
  return typeof named === 'string' ? { ...message, headers: { ...message.headers, 'mcp-name': named } } : message
}
const large = { tasks: Array.from({ length: TOOL_TASK_COUNT + 1 }, (_, i) => ({ id: `T${i}`, duration_days: 1 })) }

t.test('a call that becomes a job is a task to a client that takes tasks', async t => {
  const asked = (method: string, taskId: string, of = key) => post(service, of, withTasks(method, { taskId }))
  const { result } = (await post(service, key, withTasks('tools/call', callParams('health_score', large)))).json
  t.match(result, { resultType: 'task', status: 'working', ttlMs: null, pollIntervalMs: Number })
  const { taskId } = result
  await until('the task is over', async () => (await asked('tasks/get', taskId)).json.result.status !== 'working')
  const over = (await asked('tasks/get', taskId)).json.result
  t.match(over, { resultType: 'complete', taskId, status: 'completed', result: { isError: false } })
  const job = (await post(service, key, modern('tools/call', callParams('get_job', { job_id: taskId })))).json.result
  const sameFor = ({ structuredContent: { metadata: _, ...rest } }: { structuredContent: { metadata: object } }) => rest
  t.same(sameFor(over.result), sameFor(job))
  t.same((await asked('tasks/cancel', taskId)).json.result.resultType, 'complete', 'what is over stays as it is')
  t.equal((await asked('tasks/get', taskId)).json.result.status, 'completed')
  t.equal((await asked('tasks/update', taskId)).json.result.resultType, 'complete')
  const other = await service.key('government')
  for (const [id, of] of [
    [taskId, other],
    ['nothing', key],
  ])
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
      t.equal((await asked(method, id, of)).json.error.code, -32602, `${method} of an unknown task`)
})

t.test('a client that takes no tasks gets none, and may not ask for them', async t => {
  const { result } = (await post(service, key, modern('tools/call', callParams('health_score', large)))).json
  t.equal(result.resultType, 'complete')
  t.match(result.structuredContent.data.job_id, /^[0-9a-f-]{36}$/)
  const message = modern('tasks/get', { taskId: 'x' })
  const refused = await post(service, key, { ...message, headers: { ...message.headers, 'mcp-name': 'x' } })
  t.same([refused.status, refused.json.error.code], [400, -32021])
  t.equal((await post(service, key, ERAS.legacy('tasks/get', { taskId: 'x' }))).json.error.code, -32601)
})

t.test('the entry for a registry has the address by which clients reach the tools', async t => {
  const bare = (await service.call('/server.json')).json
  t.match(bare, {
    name: 'local/schedule-intelligence',
    remotes: [{ type: 'streamable-http', url: 'https://{host}/mcp' }],
  })
  t.ok(bare.description.length <= 100)
  const named = await startService(t, { PUBLIC_URL: 'https://schedules.example.com' })
  t.match((await named.call('/server.json')).json, {
    name: 'com.example.schedules/schedule-intelligence',
    remotes: [{ url: 'https://schedules.example.com/mcp', headers: [{ name: 'x-api-key', isRequired: true }] }],
  })
})
