/**
 * Other engines over the same schedules. Each gets the request that `analysis/cpm` takes, without what the tool of the file computed, as a line of JSON on its
 * standard input, and answers with a line: its dates and floats by task. They are held against the stored values by the rule that ours are.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { ScheduleColumns } from '../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../shared/contract/schedule/day.ts'
import { textAt } from '../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY, minutesAfterMidnight } from '../../shared/contract/schedule/time-of-day.ts'
import { shownText } from '../../shared/contract/shown-text.ts'
import { convert } from '../engine/analysis/convert/analyser.ts'
import { chooseCalendar } from '../engine/calendar/choice.ts'
import { isByClock, offsetAt } from '../engine/clock/input.ts'
import { computeCpm } from '../engine/cpm/cpm.ts'
import { prepare } from '../engine/cpm/prepare.ts'
import { buildNetwork } from '../engine/graph/network.ts'
import { topologicalOrder } from '../engine/graph/order.ts'
import { mustFinishDayOf, statusDayOf } from '../engine/result/options.ts'
import type { AnalysisInput } from '../engine/result/result.ts'
import { agreementOf } from '../engine/supplied/agreement.ts'
import { writeData } from '../engine/write/envelope.ts'
import { inputOfFile } from './file-agreement.ts'
import { type PeerFigures, peerOf } from './peer-figures.ts'

/** Members of a task that only a computation gives. */
const COMPUTED = ['early_start', 'early_finish', 'late_start', 'late_finish', 'total_float_days', 'free_float_days']
const DATES = ['early_start', 'early_finish', 'late_start', 'late_finish'] as const
const ANSWER_MS_MAX = 60_000
const ANSWER_BYTES_MAX = 200e6
/** Of what an engine says in place of figures. */
const SAID_CHARACTERS_MAX = 100

interface EngineTask {
  readonly id: string
  readonly total_float_days?: number | null
  readonly early_start?: string | null
  readonly early_finish?: string | null
  readonly late_start?: string | null
  readonly late_finish?: string | null
}

/** Equal values by field; a string: why there are none. */
type Figures = Readonly<Record<string, number>> | string

interface ChallengeRow {
  readonly file: string
  readonly sha256: string
  /** Values that the file stores, by field. */
  readonly compared: Readonly<Record<string, number>>
  readonly equal: Readonly<Record<string, Figures>>
}

const sumOf = (values: Readonly<Record<string, number>>): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0)

/** A schedule as it is sent. */
export function requestOf(input: AnalysisInput): string {
  const bytes = Buffer.concat(writeData(convert(input, { today: 0 }) as never, 'application/json'))
  const request = JSON.parse(bytes.toString('utf8')) as { tasks: Record<string, unknown>[] }
  for (const task of request.tasks) for (const name of COMPUTED) delete task[name]
  return JSON.stringify(request)
}

/** Minutes since 1970; a date of a finish without a time is the end of that day. */
function momentOf(text: string | null | undefined, isFinish: boolean): number {
  const day = parseDay(String(text).slice(0, 10))
  if (day === undefined) return Number.NaN
  const time = minutesAfterMidnight(String(text))
  return day * MINUTES_PER_DAY + (time ?? (isFinish ? MINUTES_PER_DAY : 0))
}

/** How many values of an answer are those of the file, by field. undefined: the file stores none, or has no calendars. */
export function compare(input: AnalysisInput, answer?: readonly EngineTask[]) {
  const columns: ScheduleColumns = input.schedules.get('tasks')!
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) return undefined
  const { calendar } = chooseCalendar(columns, input.params.calendar)
  const network = buildNetwork(columns, order, {})
  const settings = { calendar, statusDay: statusDayOf(input), mustFinishDay: mustFinishDayOf(input) }
  const { input: prepared } = prepare(columns, network, settings)
  if (!isByClock(prepared)) return undefined
  const result = computeCpm(prepared)
  const { clock } = prepared
  const by = new Map(answer?.map(task => [String(task.id), task]))
  const ofTask = (value: (task: EngineTask | undefined) => number): Float64Array =>
    Float64Array.from({ length: columns.taskCount }, (_, i) => value(by.get(textAt(columns.id, i))))
  const [earlyStart, earlyFinish, lateStart, lateFinish] = DATES.map(name =>
    ofTask(task => offsetAt(clock, momentOf(task?.[name], name.endsWith('finish')))),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array]
  const theirs = {
    ...result,
    ...{ earlyStart, earlyFinish, lateStart, lateFinish },
    early: { ...result.early, start: earlyStart },
    totalFloat: ofTask(task => task?.total_float_days ?? Number.NaN),
  }
  const own = agreementOf(columns, prepared, result)?.fields
  if (own === undefined || answer === undefined) return own
  // what an engine leaves out is not compared there, and does not agree
  const agreed = new Map(
    agreementOf(columns, prepared, theirs as typeof result)?.fields.map(each => [each.field, each]),
  )
  return own.map(each => ({ ...each, agreed: agreed.get(each.field)?.agreed ?? 0 }))
}

/** What an engine says of a file; undefined: it speaks of one that it was asked before. */
function answerIn(line: string, file: string, asked: ReadonlySet<string>): readonly EngineTask[] | string | undefined {
  let answer: { readonly file?: unknown; readonly tasks?: unknown; readonly refused?: unknown } | null
  try {
    answer = JSON.parse(line)
  } catch {
    return 'an answer that is no JSON'
  }
  if (answer?.file !== file) return asked.has(String(answer?.file)) ? undefined : 'an answer for no file that was asked'
  if (!Array.isArray(answer.tasks)) return String(answer.refused ?? 'an answer without tasks')
  return answer.tasks.every(isTask) ? answer.tasks : 'tasks without an id'
}

const isTask = (value: unknown): value is EngineTask =>
  ['string', 'number'].includes(typeof (value as EngineTask | null)?.id)

/** An engine as a process that answers line by line. */
class Engine {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly #asked = new Set<string>()
  /** Since the last question. */
  #byteCount = 0

  constructor(command: string, folder: string) {
    this.#child = spawn(command, { cwd: folder, shell: true, stdio: ['pipe', 'pipe', 'inherit'] })
    this.#child.stdin!.on('error', () => {})
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]()
    this.#child.stdout!.on('data', chunk => {
      this.#byteCount += chunk.length
      if (this.#byteCount > ANSWER_BYTES_MAX) this.close()
    })
  }

  async ask(file: string, request: string): Promise<readonly EngineTask[] | string> {
    this.#byteCount = 0
    this.#child.stdin!.write(`{"file":${JSON.stringify(file)},"schedule":${request}}\n`)
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, ANSWER_MS_MAX, undefined)
    try {
      for (;;) {
        const line = await Promise.race([this.#lines.next(), late])
        if (line === undefined) return `no answer in ${ANSWER_MS_MAX / 1000} s`
        if (line.done === true)
          return this.#byteCount > ANSWER_BYTES_MAX ? `more than ${ANSWER_BYTES_MAX / 1e6} MB for a file` : 'ended'
        const answer = answerIn(line.value, file, this.#asked)
        if (answer !== undefined) return answer
      }
    } finally {
      this.#asked.add(file)
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#child.stdin!.end()
    this.#child.stdout!.destroy()
    this.#child.kill()
  }
}

function figuresOfPeer(peers: PeerFigures, file: string, stored: Readonly<Record<string, number>>): Figures {
  const known = Object.entries(peerOf(peers, file) ?? {}).filter(([field]) => stored[field] !== 0)
  if (known.length === 0) return 'not in agreement.csv'
  // it has several projects, of which one is read here
  if (known.some(([field, equal]) => field !== 'total_float_days' && equal > stored[field]!))
    return 'other tasks in agreement.csv'
  // it counts a float that the file does not store
  return Object.fromEntries(known.map(([field, equal]) => [field, Math.min(equal, stored[field]!)]))
}

const byField = (fields: NonNullable<ReturnType<typeof compare>>, what: 'compared' | 'agreed') =>
  Object.fromEntries(fields.map(each => [each.field, each[what]]))

/** names: `ours`, `mpxj` (figures of agreement.csv), or NAME=COMMAND. folder: where commands run. */
export async function challenge(
  files: readonly { readonly file: string; readonly bytes: Uint8Array }[],
  names: readonly string[],
  { peers, folder }: { readonly peers: PeerFigures; readonly folder: string },
): Promise<ChallengeRow[]> {
  const commands = names.filter(name => name.includes('='))
  const engines = commands.map(each => {
    const at = each.indexOf('=')
    return { name: each.slice(0, at), engine: new Engine(each.slice(at + 1), folder) }
  })
  const rows: ChallengeRow[] = []
  try {
    for (const { file, bytes } of files) {
      const input = inputOfFile(file, bytes)
      const own = 'code' in input ? undefined : compare(input)
      if ('code' in input || own === undefined || own.every(({ compared }) => compared === 0)) continue
      const compared = byField(own, 'compared')
      const equal: Record<string, Figures> = {}
      if (names.includes('ours')) equal.ours = byField(own, 'agreed')
      if (names.includes('mpxj')) equal.mpxj = figuresOfPeer(peers, file, compared)
      const request = engines.length === 0 ? '' : requestOf(input)
      for (const { name, engine } of engines) {
        const answer = await engine.ask(file, request)
        equal[name] = typeof answer === 'string' ? answer : byField(compare(input, answer)!, 'agreed')
      }
      rows.push({ file, sha256: createHash('sha256').update(bytes).digest('hex'), compared, equal })
    }
  } finally {
    for (const { engine } of engines) engine.close()
  }
  return rows
}

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`

/** One table: a row per file with its hash, then one per field over all files; an engine without figures for some of them is summed over the others, and says so. */
export function challengeTable(rows: readonly ChallengeRow[]): string {
  const names = [...new Set(rows.flatMap(({ equal }) => Object.keys(equal)))]
  const shown = (figures: Figures): string | number =>
    typeof figures === 'string' ? shownText(figures).replaceAll('|', '/').slice(0, SAID_CHARACTERS_MAX) : sumOf(figures)
  let text = line(['file', 'SHA-256', 'stored values', ...names]) + line(['file', '', '', ...names].map(() => '---'))
  for (const { file, sha256, compared, equal } of rows)
    text += line([file, sha256, sumOf(compared), ...names.map(name => shown(equal[name]!))])
  for (const field of Object.keys(rows[0]?.compared ?? {})) {
    const stored = rows.reduce((sum, { compared }) => sum + compared[field]!, 0)
    const sums = names.map(name => {
      let [equal, of] = [0, 0]
      for (const row of rows) {
        const figures = row.equal[name]!
        if (typeof figures === 'string') continue
        equal += figures[field] ?? 0
        of += row.compared[field]!
      }
      return of === stored ? equal : `${equal} of ${of}`
    })
    text += line([`all ${rows.length} files, ${field}`, '', stored, ...sums])
  }
  return text
}
