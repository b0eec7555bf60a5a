/** An answer of a tool fits the context of a model by default, whatever the schedule is like. */
import t, { type Test } from 'tap'
import { ID_LENGTH_MAX } from '../../../shared/contract/schedule/fields.ts'
import { AGENT_TOOLS } from '../../../shared/contract/tools/agent-tools.ts'
import type { ToolOutput } from '../../../shared/contract/tools/tool.ts'
import { COMPACT_BYTES_MAX } from '../../agent/compact.ts'
import { SUMMARY_BYTES_MAX } from '../../agent/summary/summary.ts'
import type { TaskObject } from '../helpers/columns-from-tasks.ts'
import { bodyOf, mapTasks, type Project, project } from '../helpers/every-analysis.ts'
import { type Analysed, analysed, answered } from './answered.ts'

/** The limits of clients that the answer is to keep. */
const CHARACTERS_MAX = 50_000
const SMALL = 100

/** Everything of an answer that a model may be handed, and the same as it goes over the wire. */
function sizesOf(from: Analysed, output: ToolOutput): { characters: number; wireBytes: number; summaryBytes: number } {
  const { texts, structured } = answered(from, output)
  const json = Buffer.concat(structured)
  return {
    characters: json.toString().length + texts.join('').length,
    wireBytes: json.length + Buffer.byteLength(JSON.stringify(texts)),
    summaryBytes: Buffer.byteLength(JSON.stringify(texts[0])),
  }
}

/** Whatever is asked for but the whole. */
const WISHES: readonly ToolOutput[] = [{}, { max_items: 1_000 }, { max_items: 100_000, offset: 7 }]

function holdsSize(t: Test, from: Analysed): void {
  for (const output of WISHES) holdsSizeOf(t, from, output)
}

function holdsSizeOf(t: Test, from: Analysed, output: ToolOutput): void {
  const { characters, wireBytes, summaryBytes } = sizesOf(from, output)
  const tool = `${from.row.tool} ${JSON.stringify(output)}`
  t.ok(characters <= CHARACTERS_MAX, `${tool}: ${characters} characters`)
  t.ok(wireBytes <= COMPACT_BYTES_MAX + 100, `${tool}: ${wireBytes} bytes`)
  t.ok(summaryBytes <= 1.5 * SUMMARY_BYTES_MAX, `${tool}: ${summaryBytes} bytes of summary`)
}

t.test('a schedule of 2,000 tasks fits through every tool with every block asked for', async t => {
  const whole = project(13, 2_000)
  for (const { row } of AGENT_TOOLS) holdsSize(t, analysed(row, bodyOf(row, whole)))
})

t.test('what an answer holds does not depend on the time that it took', async t => {
  const withoutTime = (from: Analysed, processingTimeMs: number): string =>
    Buffer.concat(answered(from, {}, processingTimeMs).structured)
      .toString()
      .replace(/"processing_time_ms":\d+/, '')
  for (const taskCount of [300, 330]) {
    const whole = project(14, taskCount)
    for (const { row } of AGENT_TOOLS) {
      const from = analysed(row, bodyOf(row, whole))
      t.equal(withoutTime(from, 3), withoutTime(from, 98_765), `${row.tool}, ${taskCount} tasks`)
    }
  }
})

const renamed = (from: Project, letter: string, textLength: number): Project => {
  const places = new Map<string, string>()
  const idOf = (id: string): string => {
    if (!places.has(id)) places.set(id, `${places.size}-`.padEnd(ID_LENGTH_MAX, letter))
    return places.get(id)!
  }
  const text = letter.repeat(textLength)
  // every link is a lead of the type nobody wants, every resource is asked for at once, every date is reversed
  const worst = (task: TaskObject, i: number): TaskObject => ({
    ...task,
    id: idOf(task.id as string),
    name: text,
    wbs_code: `${i % 50}${text}`,
    organization_code: `${i % 50}${text}`,
    resources: [`${i % 40}${text}`],
    percent_complete: 50,
    planned_start: task.planned_finish,
    planned_finish: task.planned_start,
    actual_finish: '2031-01-01',
    constraint_type: 'MSO',
    constraint_date: '2020-01-06',
    predecessors: ((task.predecessors ?? []) as (string | { task_id: string })[]).map(link => ({
      task_id: idOf(typeof link === 'string' ? link.split(' ')[0]! : link.task_id),
      type: 'SF',
      lag_days: -3,
    })),
  })
  return mapTasks(from, tasks => tasks.map(worst))
}

for (const [name, letter] of [
  ['quotes', '"'],
  ['characters of three bytes', '測'],
  ['control characters', '\u0001'],
  ['surrogate pairs', '🏗'],
] as const) {
  t.test(
    `ids, names and codes as long as they may be, of ${name}, every task violating everything: it fits`,
    async t => {
      const hostile = renamed(project(3, SMALL), letter, 1_000)
      for (const { row } of AGENT_TOOLS) {
        const long = { ...bodyOf(row, hostile), start_task_ids: undefined, finish_task_ids: undefined }
        holdsSize(t, analysed(row, { ...long, [`unknown ${letter.repeat(5_000)}`]: 1 }))
      }
    },
  )
}
