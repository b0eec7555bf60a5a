/**
 * The agent interface before programs of other people: T45 over its whole minute, the inspector, and the server scenarios of the
 * conformance package, of which those that do not apply are listed with the reason.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { NO_LIMITS, readRequest } from '../../../compute/engine/read/read-request.ts'
import { writeProjectFile } from '../../../compute/engine/write/file/project-file.ts'
import { project } from '../../../compute/test/helpers/every-analysis.ts'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { workRow } from '../../../shared/contract/catalogue/catalogue.ts'
import { AGENT_PATH } from '../../../shared/contract/endpoint/paths.ts'
import { toolsFor } from '../../../shared/contract/tools/agent-tools.ts'
import { FIXTURES } from '../../sandbox/fixtures.ts'
import { connectClients } from '../helpers/mcp-clients.ts'
import { startFront } from '../helpers/mcp-front.ts'
import { callParams, legacy, post } from '../helpers/mcp-messages.ts'
import { startService } from '../helpers/service.ts'
import { CONFORMANCE, INSPECTOR, installPrograms, run, tokenCount } from './helpers/mcp-programs.ts'

/** Most tokens of the list of all tools, which lies in the context of a model. */
const LIST_TOKENS_MAX = 9_000
/** Most tokens of loading a schedule and five analyses of it. */
const LOAD_AND_FIVE_TOKENS_MAX = 6_000
const WATCHED_MS = 60_000

installPrograms()
// the front gives the key to programs that have none
const front = await startFront(t)
const service = await startService(t)
const key = await service.key('government')
front.lead(service.port, { 'x-api-key': key })
const home = mkdtempSync(join(tmpdir(), 'sis-agents-'))
t.teardown(() => rmSync(home, { recursive: true, force: true }))
const { requests } = FIXTURES.find(({ name }) => name === 'footbridge')!

t.test('T45: no client requests a stream more than once in a minute', async t => {
  const clients = await connectClients(t, service, key)
  for (const { listTools } of clients) await listTools()
  await pause(WATCHED_MS)
  for (const { name, front } of clients) {
    t.comment(`${name}: ${JSON.stringify(front.countByMethod)}`)
    t.ok((front.countByMethod.GET ?? 0) <= 1, name)
  }
})

t.test('the list of tools takes at most 9,000 tokens of a context', async t => {
  const { json } = await service.call(`${AGENT_PATH}/tools`, { key })
  const count = tokenCount(JSON.stringify([...json.tools, ...json.more_tools]))
  t.comment(`${count} tokens`)
  t.ok(count <= LIST_TOKENS_MAX, `${count} tokens`)
})

for (const era of ['legacy', 'modern']) {
  t.test(`the inspector of the ${era} era lists all tools without a complaint, and calls them`, async t => {
    const inspect = (...args: string[]) =>
      run(
        INSPECTOR,
        [
          '--cli',
          service.url + AGENT_PATH,
          '--header',
          `x-api-key: ${key}`,
          '--protocol-era',
          era,
          '--format',
          'json',
          ...args,
        ],
        { HOME: home },
      )
    const listed = await inspect('--method', 'tools/list', '--strict')
    t.equal(listed.status, 0, listed.stderr)
    t.notMatch(listed.stderr, /inputSchema/, 'models of every maker take the arguments')
    const { tools } = resultOf(listed.stdout)
    t.same(
      tools.map(({ name }: { name: string }) => name),
      toolsFor('government').map(tool => tool.name),
    )
    for (const { id, tool } of analyses) {
      const body = JSON.stringify(requests[id])
      const called = await inspect('--method', 'tools/call', '--tool-name', tool, '--tool-args-json', body)
      t.equal(called.status, 0, `${tool}: ${called.stderr}`)
      const { isError, content, structuredContent } = resultOf(called.stdout)
      t.notOk(isError, tool)
      t.equal(content[0].type, 'text', tool)
      t.ok(structuredContent, tool)
    }
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
function resultOf(stdout: string): any {
  const value = JSON.parse(stdout)
  return value.result ?? value
}

interface Reason {
  readonly text: string
  /** What the checks of the scenario say then. */
  readonly shown: RegExp
}

const noMethod = (text: string): Reason => ({ text, shown: /-32601: Method not found/ })
const NO_UPDATES = noMethod('a stateless server tells of no changes of a resource')
const OWN_RESOURCE: Reason = {
  text: 'it reads a resource of the package itself, which ours are not',
  shown: /-32002: Resource not found: test:/,
}
const OWN_PROMPT: Reason = {
  text: 'it asks for a prompt of the package itself, which ours are not',
  shown: /-32602: Unknown prompt: test_/,
}
const NO_LOG = noMethod('the service sends no log messages, and declares none')
const NO_COMPLETION = noMethod('the arguments of prompts and templates are ids, of which none is offered')
const OWN_TOOL: Reason = {
  text: 'it calls a tool of the package itself, which ours are not',
  shown: /-32602: Unknown tool: test_|'json_schema_2020_12_tool' not found/,
}
const NO_QUESTIONS: Reason = { ...OWN_TOOL, text: 'a stateless server asks nothing of its client while a tool runs' }
const NO_SESSION: Reason = { text: 'a stateless server has no streams that belong to a session', shown: /"WARNING"/ }

/** null: passes. A scenario that starts or ceases to pass, fails for another reason, appears or goes, is noticed. */
const SCENARIOS: Readonly<Record<string, Reason | null>> = {
  'server-initialize': null,
  'tools-list': null,
  ping: null,
  'dns-rebinding-protection': null,
  'logging-set-level': NO_LOG,
  'completion-complete': NO_COMPLETION,
  'tools-call-simple-text': OWN_TOOL,
  'tools-call-image': OWN_TOOL,
  'tools-call-audio': OWN_TOOL,
  'tools-call-embedded-resource': OWN_TOOL,
  'tools-call-mixed-content': OWN_TOOL,
  'tools-call-with-logging': NO_LOG,
  'tools-call-error': OWN_TOOL,
  'tools-call-with-progress': OWN_TOOL,
  'tools-call-sampling': NO_QUESTIONS,
  'tools-call-elicitation': NO_QUESTIONS,
  'elicitation-sep1034-defaults': NO_QUESTIONS,
  'elicitation-sep1330-enums': NO_QUESTIONS,
  'json-schema-2020-12': OWN_TOOL,
  'server-sse-polling': NO_SESSION,
  'server-sse-multiple-streams': NO_SESSION,
  'resources-list': null,
  'resources-read-text': OWN_RESOURCE,
  'resources-read-binary': OWN_RESOURCE,
  'resources-templates-read': OWN_RESOURCE,
  'resources-subscribe': NO_UPDATES,
  'resources-unsubscribe': NO_UPDATES,
  'prompts-list': null,
  'prompts-get-simple': OWN_PROMPT,
  'prompts-get-with-args': OWN_PROMPT,
  'prompts-get-embedded-resource': OWN_PROMPT,
  'prompts-get-with-image': OWN_PROMPT,
}

t.test('the scenarios of the conformance package pass, but for those listed, for the reason listed', async t => {
  const folder = join(home, 'conformance')
  const url = front.origin + AGENT_PATH
  const { stderr } = await run(CONFORMANCE, ['server', '--url', url, '--suite', 'all', '--output-dir', folder])
  const checksByScenario = new Map<string, readonly Check[]>()
  for (const name of readdirSync(folder)) {
    const scenario = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(name)![1]!
    checksByScenario.set(scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')))
  }
  t.same([...checksByScenario.keys()].sort(), Object.keys(SCENARIOS).sort(), stderr)
  for (const [scenario, checks] of checksByScenario) {
    const reason = SCENARIOS[scenario]
    const shown = JSON.stringify(checks)
    const passes = checks.length > 0 && checks.every(({ status }) => status === 'SUCCESS' || status === 'INFO')
    if (reason === null) t.ok(passes, `${scenario}: ${shown}`)
    else {
      t.notOk(passes, `${scenario} passes; it is listed as: ${reason?.text}`)
      t.match(shown, reason?.shown, `${scenario}: ${reason?.text}`)
    }
  }
})

interface Check {
  readonly status: string
}

t.test('a schedule of 20,000 activities: loading it and five analyses cost a model at most 6,000 tokens', async t => {
  // a file has a data date, which an audit of progress needs
  const { current } = project(11, 20_000)
  const body = Buffer.from(JSON.stringify(current))
  const input = readRequest(workRow('schedules.create'), body, 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const xer = Buffer.concat(writeProjectFile('xer', input))
  const call = async (name: string, args: object) => {
    const beganMs = performance.now()
    const { json } = await post(service, key, legacy('tools/call', callParams(name, args)))
    // counting tokens takes longer than the call
    const ms = Math.round(performance.now() - beganMs)
    if (json.result === undefined) throw new Error(`${name}: ${JSON.stringify(json)}`)
    const { isError, content } = json.result
    t.notOk(isError, content[0].text)
    const text = content.map((each: { text: string }) => each.text).join('\n')
    return { text, tokens: tokenCount(text), ms }
  }
  const loaded = await call('load_schedule', { base64: xer.toString('base64') })
  const { schedule_id } = JSON.parse(loaded.text).data
  let tokens = loaded.tokens
  const analysed = [
    'health_score',
    'health_dcma_14_point',
    'analysis_cpm',
    'health_logic_audit',
    'health_progress_audit',
  ]
  for (const name of analysed) {
    const cold = await call(name, { schedule_id })
    tokens += cold.tokens
    const warm: number[] = []
    for (let n = 0; n < 7; n++) warm.push((await call(name, { schedule_id })).ms)
    t.comment(`${name}: ${cold.tokens} tokens, first ${cold.ms} ms, p50 ${warm.sort((a, b) => a - b)[3]} ms`)
  }
  t.comment(`${tokens} tokens with loading (${loaded.tokens} tokens, ${loaded.ms} ms)`)
  t.ok(tokens <= LOAD_AND_FIVE_TOKENS_MAX, `${tokens} tokens`)
})
