/**
 * `npm run agents`: a hundred questions on project files, each with an answer that is computed from the REST interface. A scripted oracle answers them from
 * results of tools alone, which shows that the tools suffice; `--model COMMAND` asks a program instead (model.ts). Exit code 1: an answer of the oracle is wrong, takes more
 * tokens than it may, or a text of a schedule leaves its fence.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLineOrExit, text } from '../command-line.ts'
import { machineLine } from '../report.ts'
import { startService } from '../service.ts'
import { INJECTIONS, injectedSchedule, lookAtInjections } from './injections.ts'
import { askModel } from './model.ts'
import { type Facts, isRight, QUESTIONS, type Reply, type Schedules } from './questions.ts'

/** Series of updates: the files of each begin so, in the order of their names. */
const SERIES = [
  'xer/six__fairfax_va_update_',
  'xer/nmo__archive_',
  'mspdi/six__anaheim_ca_',
  'mspdi/six__meridian_id_',
  'mspdi/six__davenport_fl_',
]
const FILES_MAX = 10
const TOKENS_MAX = 6_000
/** Words by eight letters, figures by three, signs by four; with the factor 0.97 to 1.19 of the tokens of o200k, by the text of each of the hundred questions. */
const PIECE = /\p{L}{1,8}|\d{1,3}|[^\p{L}\d\s]{1,4}/gu
const TOKENS_PER_PIECE = 1.05
const tokensOf = (text: string): number => TOKENS_PER_PIECE * (text.match(PIECE)?.length ?? 0)

const FOLDER = '../shared/data/project_files'

const { values } = commandLineOrExit({
  name: 'npm run agents',
  about: 'A hundred questions to the agent tools, with answers computed from the REST interface.',
  options: {
    files: text('FOLDER', `of project files; otherwise ${FOLDER}`),
    model: text('COMMAND', 'program that answers in the place of the oracle'),
  },
})

const folder = values.files ?? FOLDER
if (!existsSync(folder)) {
  process.stderr.write(`There is no folder ${folder}; name one with --files.\n`)
  process.exit(2)
}

/** Pairs of an update and the one before it, from each series in turn. */
function pairs(): readonly (readonly [string, string])[] {
  const ofSeries = SERIES.map(start => {
    const [form, prefix] = start.split('/') as [string, string]
    const path = join(folder, form)
    if (!existsSync(path)) return []
    const names = readdirSync(path)
      .filter(name => name.startsWith(prefix) && !name.includes('.mpxj.json'))
      .sort()
    return names.slice(1).map((name, i) => [join(path, names[i]!), join(path, name)] as const)
  })
  const longest = Math.max(...ofSeries.map(each => each.length))
  const inTurn = Array.from({ length: longest }, (_, i) => ofSeries.flatMap(each => (each[i] ? [each[i]] : [])))
  return inTurn.flat().slice(0, FILES_MAX)
}

const service = await startService({ startMsMax: 300_000 })
const key = await service.createKey('government')

/** A file may lack what a question needs, such as a status date: then the right answer is that the service refuses. */
class Refused extends Error {}
const refusedOr = (error: unknown): Facts => {
  if (error instanceof Refused) return { is_refused: 'yes' }
  throw error
}
const REFUSED_MEMBER = { is_refused: '"yes" in the place of all others, where the service refuses to answer' }

const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b

async function post(path: string, body: object | Uint8Array): Promise<Reply> {
  const isFile = body instanceof Uint8Array
  const answer = await fetch(service.origin + path, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
      ...(isFile && isGzip(body) && { 'content-encoding': 'gzip' }),
    },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body),
  })
  const json = (await answer.json()) as Reply
  if (!answer.ok) {
    const said = `${path}: ${answer.status} ${JSON.stringify(json.detail ?? json).slice(0, 300)}`
    throw answer.status === 422 ? new Refused(said) : new Error(said)
  }
  return json
}

const keep = async (body: object | Uint8Array): Promise<string> => (await post('/api/v1/schedules', body)).schedule_id
const rest = async (path: string, body: object): Promise<Reply> => (await post(path, body)).data

let taken = 0
async function callTool(name: string, args: object): Promise<Reply> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const { result, error } = await post('/mcp', message)
  if (error !== undefined) throw new Error(`${name}: ${error.message}`)
  // what a client shows its model of it, and what the model wrote
  const shown = result.content.map((part: { text?: string }) => part.text ?? JSON.stringify(part)).join('\n')
  taken += tokensOf(shown) + tokensOf(JSON.stringify(args))
  return result
}
const call = async (name: string, args: object): Promise<Reply> => {
  const { isError, content, structuredContent } = await callTool(name, args)
  if (isError) throw new Refused(`${name}: ${content[0].text}`)
  return structuredContent
}

const { result: listed } = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

async function answerOf(id: string, schedules: Schedules): Promise<Facts | string> {
  const { asks, members, plan } = QUESTIONS[id]!
  if (values.model === undefined) return plan(call, schedules).catch(refusedOr)
  const names = `The schedule is kept as ${schedules.current}, the update before it as ${schedules.earlier}.`
  return askModel(values.model, {
    tools: listed.tools,
    question: `${asks} ${names}`,
    members: { ...members, ...REFUSED_MEMBER },
    call: callTool,
  })
}

process.stdout.write(`${machineLine(new Date())}\n`)
let [asked, right, most] = [0, 0, 0]
for (const [earlierPath, currentPath] of pairs()) {
  const schedules = { earlier: await keep(readFileSync(earlierPath)), current: await keep(readFileSync(currentPath)) }
  for (const id of Object.keys(QUESTIONS)) {
    const expected = await QUESTIONS[id]!.truth(rest, schedules).catch(refusedOr)
    taken = 0
    const given = await answerOf(id, schedules)
    const tokens = Math.round(taken)
    most = Math.max(most, tokens)
    asked++
    if (isRight(given, expected) && (values.model !== undefined || tokens <= TOKENS_MAX)) right++
    else
      process.stdout.write(
        `${currentPath}, ${id}, ${tokens} tokens: ${JSON.stringify(given)}, right is ${JSON.stringify(expected)}\n`,
      )
  }
}
process.stdout.write(
  `${values.model === undefined ? 'oracle' : values.model}: ${right} of ${asked} right; the dearest answer took ${most} tokens of results and arguments (at most ${TOKENS_MAX}).\n`,
)

const shown = await lookAtInjections(call, await keep(injectedSchedule()))
const leaks = shown.flatMap(({ tool, outOfFence }) => outOfFence.map(each => `${tool}: ${each}`))
for (const leak of leaks) process.stdout.write(`out of its fence: ${leak}\n`)
process.stdout.write(
  `${INJECTIONS.length} orders in names: ${shown.map(({ tool, inStrings }) => `${tool} shows ${inStrings}`).join(', ')}, each in a JSON string; ${leaks.length} in sentences beyond a cut name.\n`,
)
await service.stop()
process.exit(values.model === undefined && (right < asked || leaks.length > 0) ? 1 : 0)
