/**
 * What an agent gets back, over all fourteen tools: it says what it leaves out, what it shows is what the endpoint says, the full answer
 * is the endpoint's. That it fits is sizes.test.ts.
 */
import fc from 'fast-check'
import t from 'tap'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AGENT_TOOLS } from '../../../shared/contract/tools/agent-tools.ts'
import { isNameList } from '../../agent/lists.ts'
import { mostRelevant } from '../../agent/relevance.ts'
import { Table } from '../../engine/result/result.ts'
import type { Plain } from '../helpers/analyse.ts'
import { bodyOf, type Project, project } from '../helpers/every-analysis.ts'
import { type Analysed, analysed, answered, answerOrRefusal, listLengths, restOf, structuredOf } from './answered.ts'

const SMALL = 300

const rowsOf = (from: Project): Analysed[] => AGENT_TOOLS.map(({ row }) => analysed(row, bodyOf(row, from)))

const SEED = 7
const WHOLE = rowsOf(project(SEED, SMALL))

t.test('the same result is answered in the same words, twice', async t => {
  for (const from of WHOLE) t.strictSame(answered(from), answered(from))
})

t.test('the JSON of the text is that of structuredContent, and has the summary in it', async t => {
  for (const from of WHOLE) {
    const answer = answered(from)
    t.equal(answer.texts.length, 2)
    t.equal(answer.texts[1], Buffer.concat(answer.structured).toString())
    t.equal(structuredOf(answer).summary, answer.texts[0])
    const [field] = Object.keys(structuredOf(answer).data)
    const chosen = answered(from, { fields: [field!] })
    t.same(chosen.texts, [Buffer.concat(chosen.structured).toString()], 'one text')
    t.ok(JSON.parse(chosen.texts[0]!).summary.startsWith(from.result.summary), 'with the sentences in it')
  }
})

/** Lists of data outside other lists have a next page. */
const nextOf = (path: string, shown: Map<string, number>): object =>
  path.startsWith('data.') && !path.includes('[]') ? { next_offset: shown.get(path) ?? 0 } : {}

t.test(
  'truncated names every list that is shorter than in the full result, with both lengths and where it goes on',
  async t => {
    for (const from of WHOLE) {
      const full = listLengths(JSON.parse(restOf(from).toString()))
      const { truncated = {}, ...rest } = structuredOf(answered(from))
      const shown = listLengths(rest)
      const cut = [...full].flatMap(([path, total]) =>
        (shown.get(path) ?? 0) < total ? [[path, { total, shown: shown.get(path) ?? 0, ...nextOf(path, shown) }]] : [],
      )
      t.strictSame(truncated, Object.fromEntries(cut), from.row.tool)
    }
  },
)

/** Texts of a check, its page and whom it counts: in full results alone. */
const OF_FULL_RESULTS = ['method_url', 'population']

/** Whether a compact value is the full one but for links, items left out of lists and words cut with an ellipsis. */
function isPartOf(part: Plain, full: Plain): boolean {
  if (Array.isArray(part)) return Array.isArray(full) && part.every(item => full.some(each => isPartOf(item, each)))
  if (typeof part === 'string' && part.endsWith('…')) return String(full).startsWith(part.slice(0, -1))
  if (typeof part !== 'object' || part === null) return Object.is(part, full)
  const names = Object.keys(part)
  // where room is short no list of names is beside its ids
  const expected = Object.keys(full ?? {}).filter(
    name =>
      !(OF_FULL_RESULTS.includes(name) && typeof full[name] === 'string') && (name in part || !isNameList(name, full)),
  )
  return names.join() === expected.join() && names.every(name => isPartOf(part[name], full[name]))
}

t.test('what is shown is what the endpoint says: no figure differs, no member but a link is missing', async t => {
  for (const from of WHOLE) {
    const full = JSON.parse(restOf(from).toString())
    const { truncated: _, summary, ...compact } = structuredOf(answered(from))
    const { summary: sentence, ...rest } = full
    t.ok(summary.startsWith(sentence), `${from.row.tool}: the summary begins with the endpoint's`)
    t.ok(isPartOf(compact, rest), from.row.tool)
  }
})

t.test('at full detail the answer is the endpoint byte for byte, and the text has it after a summary', async t => {
  for (const from of WHOLE) {
    const { texts, structured } = answered(from, { detail: 'full', max_items: 1 })
    t.ok(Buffer.concat(structured).equals(restOf(from)), from.row.tool)
    t.equal(texts.length, 2)
    t.ok(texts[0]!.startsWith(from.result.summary!))
    t.equal(texts[1], restOf(from).toString())
  }
})

t.test('at full detail the members of data that were chosen are whole, and the others are not there', async t => {
  for (const from of WHOLE) {
    const full = JSON.parse(restOf(from).toString())
    const field = Object.keys(full.data).at(-1)!
    const { data, ...rest } = structuredOf(answered(from, { detail: 'full', fields: [field] }))
    const { data: whole, ...others } = full
    t.strictSame(data, { [field]: whole[field] }, from.row.tool)
    t.strictSame(rest, others)
  }
})

t.test('structuredContent fits the schema that the tool announces, compact and full', async t => {
  for (const [i, { name, outputSchema }] of AGENT_TOOLS.entries()) {
    const schema = Compile(outputSchema as unknown as TSchema)
    for (const detail of ['compact', 'full'] as const) {
      t.strictSame([...schema.Errors(structuredOf(answered(WHOLE[i]!, { detail })))], [], `${name} ${detail}`)
    }
  }
})

t.test('max_items is the longest list that grows with the schedule, inside other lists too', async t => {
  const bounded = ['changes', 'tasks', 'task_variances', 'critical_path', 'attribution', 'histogram', 'task_ids']
  for (const from of WHOLE) {
    for (const count of [0, 2]) {
      const longest = new Map<string, number>()
      const look = (value: Plain, name: string): void => {
        if (Array.isArray(value)) longest.set(name, Math.max(longest.get(name) ?? 0, value.length))
        if (typeof value !== 'object' || value === null) return
        for (const [key, member] of Object.entries(value)) look(member, Array.isArray(value) ? name : key)
      }
      look(structuredOf(answered(from, { max_items: count })), '')
      for (const name of bounded) t.ok((longest.get(name) ?? 0) <= count, `${from.row.tool} ${name}`)
    }
  }
})

t.test('fields keeps these members of data and changes nothing else; an unknown name is reported', async t => {
  for (const from of WHOLE) {
    const names = Object.keys(from.result.data)
    const field = names.at(-1)!
    const { data, findings, summary } = structuredOf(answered(from, { fields: [field], max_items: 1 }))
    const whole = structuredOf(answered(from, { max_items: 1 }))
    t.strictSame(data, { [field]: whole.data[field] }, from.row.tool)
    // lists stand where there is room for them
    const withoutLists = (all: Plain) => all.map(({ task_ids, task_names, evidence, ...finding }: Plain) => finding)
    t.strictSame(withoutLists(findings), withoutLists(whole.findings))
    t.equal(summary.split('\n')[0], from.result.summary)
    const refused = answerOrRefusal(from, { fields: [field, 'nothing'] })
    if ('texts' in refused) t.fail('an unknown name is refused')
    else t.strictSame(refused.faults?.[0]?.loc, ['body', 'output', 'fields', 1])
  }
})

t.test('the fewer members a call requests, the longer their lists are', async t => {
  const cpm = WHOLE.find(({ row }) => row.id === 'analysis.cpm')!
  const shown = (fields?: string[]): number =>
    structuredOf(answered(cpm, fields === undefined ? {} : { fields })).data.tasks.length
  t.ok(shown(['tasks']) > shown(), `${shown(['tasks'])} tasks alone, ${shown()} among others`)
})

const CPM = WHOLE.find(({ row }) => row.id === 'analysis.cpm')!
const FULL_TASKS: readonly Plain[] = JSON.parse(restOf(CPM).toString()).data.tasks

t.test('page by page a list comes whole: each item once, the most relevant first', async t => {
  const got: Plain[] = []
  for (let offset: number | undefined = 0, pages = 0; offset !== undefined && pages < 100; pages++) {
    const answer = structuredOf(answered(CPM, { fields: ['tasks'], max_items: 50, offset }))
    got.push(...answer.data.tasks)
    t.equal(answer.findings === undefined, offset > 0, 'a further page does not repeat the findings')
    offset = answer.truncated?.['data.tasks']?.next_offset
  }
  t.equal(got.length, FULL_TASKS.length)
  const byId = (a: Plain, b: Plain): number => (a.id < b.id ? -1 : 1)
  t.strictSame([...got].sort(byId), [...FULL_TASKS].sort(byId))
  const drags = got.map(({ drag_days }) => drag_days ?? Number.NEGATIVE_INFINITY)
  t.strictSame(
    drags,
    [...drags].sort((a, b) => b - a),
  )
})

t.test('33 tasks come at once, and a few members of 300 in two pages', async t => {
  const cpm = AGENT_TOOLS.find(({ row }) => row.id === 'analysis.cpm')!.row
  const chain = Array.from({ length: 33 }, (_, i) => ({
    id: `A${1000 + 10 * i}`,
    name: `Part ${i} of the building`,
    duration_days: 5,
    planned_start: '2026-03-02',
    predecessors: i === 0 ? [] : [`A${990 + 10 * i}`],
  }))
  const some = analysed(cpm, { tasks: chain })
  t.equal(structuredOf(answered(some, { fields: ['tasks'] })).data.tasks.length, 33)
  const fields = ['tasks.id', 'tasks.total_float_days']
  const floats: Plain[] = []
  let pages = 0
  for (let offset: number | undefined = 0; offset !== undefined && pages < 10; pages++) {
    const answer = structuredOf(answered(CPM, { fields, max_items: 1_000, offset }))
    floats.push(...answer.data.tasks)
    offset = answer.truncated?.['data.tasks']?.next_offset
  }
  // the findings of the first page take the room of some hundred of them
  t.ok(pages <= 2, `${FULL_TASKS.length} tasks in ${pages} pages`)
  const expected = FULL_TASKS.map(({ id, total_float_days }) => ({ id, total_float_days }))
  const byId = (a: Plain, b: Plain): number => (a.id < b.id ? -1 : 1)
  t.strictSame(floats.sort(byId), expected.sort(byId))
})

t.test('what is most relevant does not depend on which members are shown', async t => {
  const idsOf = (fields: string[], offset: number): readonly string[] =>
    structuredOf(answered(CPM, { fields, max_items: 20, offset })).data.tasks.map(({ id }: Plain) => id)
  for (const offset of [0, 20, 60]) {
    // with all members of a task fewer tasks may find room
    const whole = idsOf(['tasks'], offset)
    t.ok(whole.length >= 10)
    t.strictSame(idsOf(['tasks.id'], offset).slice(0, whole.length), whole)
  }
  const windows = WHOLE.find(({ row }) => row.id === 'forensics.delay-analysis')!
  const shown = (fields: string[]): readonly string[] =>
    structuredOf(answered(windows, { fields, max_items: 1 })).data.windows.map(({ from }: Plain) => from)
  t.strictSame(shown(['windows.from']), shown(['windows']))
})

t.test('by default a list has more items when they are short', async t => {
  const shown = (fields: string[]): number => structuredOf(answered(CPM, { fields })).data.tasks.length
  t.ok(shown(['tasks.id']) >= 1.5 * shown(['tasks']), `${shown(['tasks.id'])} ids, ${shown(['tasks'])} tasks`)
})

t.test('what lies inside the items of a short answer is not cut for nothing', async t => {
  const { row } = AGENT_TOOLS.find(tool => tool.row.id === 'analysis.cpm')!
  const heads = Array.from({ length: 20 }, (_, i) => ({ id: `H${i}`, duration_days: 5 }))
  const ids = heads.map(({ id }) => id)
  const joined = analysed(row, { tasks: [...heads, { id: 'Z', duration_days: 1, predecessors: ids }] })
  const { tasks } = structuredOf(answered(joined)).data
  t.strictSame(tasks.find(({ id }: Plain) => id === 'Z').driven_by, ids)
})

t.test('members of list items can be chosen, and an unknown name is reported with the known ones', async t => {
  const delay = WHOLE.find(({ row }) => row.id === 'forensics.delay-analysis')!
  const fields = ['windows.delay_days', 'windows.attribution.contribution_days', 'total_delay_days']
  const { data } = structuredOf(answered(delay, { detail: 'full', fields }))
  t.strictSame(Object.keys(data).sort(), ['total_delay_days', 'windows'])
  const { data: whole } = JSON.parse(restOf(delay).toString())
  const expected = whole.windows.map(({ delay_days, attribution }: Plain) => ({
    delay_days,
    attribution: attribution.map(({ contribution_days }: Plain) => ({ contribution_days })),
  }))
  t.strictSame(data.windows.map(sorted), expected.map(sorted))
  for (const field of [
    'windows.nothing',
    'windows.',
    '',
    '.',
    'total_delay_days.x',
    '__proto__',
    'windows.constructor',
  ]) {
    const refused = answerOrRefusal(delay, { fields: [field] })
    if ('texts' in refused) t.fail(`${field} is refused`)
    else t.match(refused.faults?.[0]?.msg, /must be one of|has no member/, field)
  }
})

const sorted = (value: Plain): Plain => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

t.test('of the tasks of a critical path those with drag come first, then the tightest', async t => {
  const cpm = WHOLE.find(({ row }) => row.id === 'analysis.cpm')!
  const { tasks } = structuredOf(answered(cpm, { max_items: 20 })).data
  const all = JSON.parse(restOf(cpm).toString()).data.tasks
  const drags = all.flatMap(({ drag_days }: Plain) => (drag_days === null ? [] : [drag_days]))
  t.strictSame(
    tasks.slice(0, 3).map(({ drag_days }: Plain) => drag_days),
    drags.sort((a: number, b: number) => b - a).slice(0, 3),
  )
})

t.test('the most relevant items are those a full sort would put first (200 lists)', async () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 40 }), fc.nat(12), (values, count) => {
      const table = new Table(values.length, {
        finish_variance_days: { kind: 'number', values: Float64Array.from(values, v => (v === 0 ? Number.NaN : v)) },
      })
      const got = mostRelevant('forensics.baseline-compare', 'data.task_variances', table, { count, isRanked: true })
      const weight = (i: number): number => (values[i] === 0 ? Number.NEGATIVE_INFINITY : values[i]!)
      const sorted = values
        .map((_, i) => i)
        .sort((a, b) => (weight(a) === weight(b) ? a - b : weight(a) < weight(b) ? 1 : -1))
      return JSON.stringify(got) === JSON.stringify(sorted.slice(0, count))
    }),
    { seed: SEED, numRuns: 200 },
  )
})
