/** Ids: missing, repeated, ambiguous. */

import type { ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { allHitsWhere, counted } from '../check/findings.ts'
import type { IncomingLinks } from '../graph/links.ts'
import { zeros } from '../ids/short-arrays.ts'
import { plural } from '../wording/numbers.ts'
import { type ColumnContext, faultHits, information, rule } from './context.ts'

/** Tasks of one id: where each stands in the list, and the links as they are meant, by id. */
const isDuplicated = ({ faults }: ScheduleColumns): boolean => faults.some(fault => fault.kind === 'duplicate_id')

/** First task of the same id, for every task; a task without an id is its own. Undefined when no id is repeated. */
function firstOfId(columns: ScheduleColumns): Uint32Array | undefined {
  if (!isDuplicated(columns)) return undefined
  const firstByText = new Map<string, number>()
  return Uint32Array.from({ length: columns.taskCount }, (_, i) => {
    const text = textAt(columns.id, i)
    const first = text === '' ? i : (firstByText.get(text) ?? i)
    if (first === i) firstByText.set(text, i)
    return first
  })
}

interface LinksById {
  /** Links of a task onto its own id, by task in input order. */
  readonly selfLinked: Uint32Array
  /** All others between known ids, those of every task of an id gathered at the first one. */
  readonly others: IncomingLinks
}

/** The reader resolves an id to its first task; a link from a later task of that id to it is a link onto itself. */
export function linksById(columns: ScheduleColumns): LinksById {
  const { taskCount, links } = columns
  const first = firstOfId(columns)
  const ownerOf = (task: number): number => (first === undefined ? task : first[task])
  const selfLinked: number[] = []
  const counts = zeros(Uint32Array, taskCount + 1)
  const isOther = zeros(Uint8Array, links.task.length)
  for (let s = 0; s < taskCount; s++) {
    const owner = ownerOf(s)
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0) continue
      if (p !== owner) counts[owner + 1] += isOther[k] = 1
      else if (selfLinked.at(-1) !== s) selfLinked.push(s)
    }
  }
  for (let i = 0; i < taskCount; i++) counts[i + 1] += counts[i]
  const start = counts.slice()
  const task = zeros(Int32Array, counts[taskCount])
  for (let s = 0; s < taskCount; s++) {
    const owner = ownerOf(s)
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      if (isOther[k] === 1) task[counts[owner]++] = links.task[k]
    }
  }
  return { selfLinked: Uint32Array.from(selfLinked), others: { start, task } }
}

/** Positions listed of one id. */
const POSITIONS_MAX = 20

/** For the ids of `tasks`, each once: all their places in the list, counted from 0. */
function positionsOfIds(
  ids: TextColumn,
  taskCount: number,
  tasks: readonly number[],
): { id: string; positions: number[]; count: number }[] {
  const found = new Map(tasks.map(task => [textAt(ids, task), { positions: [] as number[], count: 0 }]))
  const lengths = new Set(tasks.map(task => ids.offsets[task + 1] - ids.offsets[task]))
  for (let i = 0; i < taskCount; i++) {
    if (!lengths.has(ids.offsets[i + 1] - ids.offsets[i])) continue
    const entry = found.get(textAt(ids, i))
    if (entry !== undefined && entry.count++ < POSITIONS_MAX) entry.positions.push(i)
  }
  return [...found].map(([id, entry]) => ({ id, ...entry }))
}

/**
 * Ids that look like a link with its type: "A FS", "A SS+2 d", or "AFS" beside a task "A". Such a string is read as the id, because a known id
 * wins; a caller who meant the link gets another one.
 */
const TOKEN_BYTES = 2
const tokenCode = (first: number, second: number): number => ((first | 0x20) << 8) | (second | 0x20)
const TOKENS = new Set(RELATION_TYPES.map(type => tokenCode(type.charCodeAt(0), type.charCodeAt(1))))
/** Bytes of a lag after its sign: digits, point, blanks and the letters of d, day, days. */
const LAG_BYTES = new Set([...Buffer.from('0123456789. dayDAYsS')])
const SIGNS = new Set([...Buffer.from('+-')])
const SPACE = 32
/** A lag is short; a longer tail is not looked through, so that a long id costs no more than a short one. */
const LAG_BYTES_MAX = 24

const isWordByte = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte >= 0x80

/** Where the relation begins in an id that ends with one, a lag behind it or not; -1 = it does not, or is nothing else. */
function tokenStart({ bytes, offsets }: TextColumn, task: number): number {
  const start = offsets[task]
  let end = offsets[task + 1]
  if (end - start <= TOKEN_BYTES) return -1
  const isToken = (at: number): boolean => at > start && TOKENS.has(tokenCode(bytes[at], bytes[at + 1]))
  if (isToken(end - TOKEN_BYTES)) return end - TOKEN_BYTES
  const lowest = Math.max(start + TOKEN_BYTES, end - LAG_BYTES_MAX)
  while (end > lowest && LAG_BYTES.has(bytes[end - 1])) end--
  if (end <= lowest || end === offsets[task + 1] || !SIGNS.has(bytes[end - 1])) return -1
  end--
  while (end > lowest && bytes[end - 1] === SPACE) end--
  return isToken(end - TOKEN_BYTES) ? end - TOKEN_BYTES : -1
}

/** 1 = ambiguous. Length taskCount. */
function ambiguousIds(ids: TextColumn, taskCount: number): Uint8Array {
  const { bytes, offsets } = ids
  const ambiguous = zeros(Uint8Array, taskCount)
  // without anything between, the rest must be an id for the string to mean two things
  const tasksByRest = new Map<string, number[]>()
  const restLengths = new Set<number>()
  for (let i = 0; i < taskCount; i++) {
    const at = tokenStart(ids, i)
    if (at < 0) continue
    if (!isWordByte(bytes[at - 1])) ambiguous[i] = 1
    else {
      const rest = Buffer.from(bytes.subarray(offsets[i], at)).toString()
      restLengths.add(at - offsets[i])
      const tasks = tasksByRest.get(rest)
      if (tasks === undefined) tasksByRest.set(rest, [i])
      else tasks.push(i)
    }
  }
  if (tasksByRest.size === 0) return ambiguous
  for (let i = 0; i < taskCount; i++) {
    if (!restLengths.has(offsets[i + 1] - offsets[i])) continue
    for (const task of tasksByRest.get(textAt(ids, i)) ?? []) ambiguous[task] = 1
  }
  return ambiguous
}

const ALL_TASKS = 'All tasks.'

export const missingId = rule('error', {
  code: 'V001',
  title: 'Missing id',
  severity: 'critical',
  population: ALL_TASKS,
  formula: 'Tasks whose id is absent or empty.',
  unit: 'tasks',
  advice: {
    title: 'Give every task an id',
    description: 'Nothing can link to a task without one; positions count from 0.',
  },
  run: ({ columns }) => {
    const { tasks, count } = faultHits(columns, fault => fault.kind === 'missing_id')
    // there is no id to name them by, only their place in the list, counted from 0
    const evidence = count === 0 ? undefined : { positions: tasks }
    return counted(
      { tasks: [], count },
      columns.taskCount,
      `${plural(count, 'task has', 'tasks have')} no id.`,
      evidence,
    )
  },
})

export const duplicateId = rule('error', {
  code: 'V002',
  title: 'Duplicate id',
  severity: 'critical',
  population: ALL_TASKS,
  formula: 'Tasks whose id an earlier task has; positions in the list count from 0.',
  unit: 'tasks',
  advice: {
    title: 'Make the ids unique',
    description: 'Rename the later tasks and the links meant for them: links reach only the first of an id.',
  },
  run: ({ columns }) => {
    const hits = faultHits(columns, fault => fault.kind === 'duplicate_id')
    const message = `${plural(hits.count, 'task repeats', 'tasks repeat')} the id of an earlier one.`
    const evidence = hits.count === 0 ? undefined : { ids: positionsOfIds(columns.id, columns.taskCount, hits.tasks) }
    return counted(hits, columns.taskCount, message, evidence)
  },
})

export const ambiguousId = rule('warning', {
  code: 'V109',
  title: 'Id that reads like a link',
  severity: 'low',
  population: ALL_TASKS,
  formula:
    'Ids that end with FS, SS, FF or SF, a lag behind it or not, set off from the rest or with a task id before it.',
  unit: 'tasks',
  // its message shows one
  worst: { describe: () => undefined },
  advice: {
    title: 'Rename the ambiguous ids',
    description: 'Take the relation off the end of each id, or link to it by {task_id, type, lag_days} alone.',
  },
  run: ({ columns }) => {
    const marks = ambiguousIds(columns.id, columns.taskCount)
    const hits = allHitsWhere(columns.taskCount, i => marks[i] === 1)
    const example = hits.tasks.length === 0 ? undefined : textAt(columns.id, hits.tasks[0])
    return counted(
      hits,
      columns.taskCount,
      `${plural(hits.count, 'id ends', 'ids end')} like the string form of a link${example === undefined ? '' : `, such as "${example}"`}.`,
    )
  },
})

/** Most names whose spellings are compared. */
const NAMES_MAX = 200_000
const SHOWN_MAX = 10

/** One name, however it is spelt. */
const plainName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Groups of names that are one but for case and spaces, each in the order of the list. */
function spellingsApart(names: TextColumn, count: number): string[][] {
  const byName = new Map<string, string[]>()
  for (let n = 0; n < Math.min(count, NAMES_MAX); n++) {
    const name = textAt(names, n)
    if (name === '') continue
    const plain = plainName(name)
    const known = byName.get(plain)
    if (known === undefined) byName.set(plain, [name])
    else if (!known.includes(name) && known.length < SHOWN_MAX) known.push(name)
  }
  return [...byName.values()].filter(({ length }) => length > 1)
}

export const spellings = information<'V206', ColumnContext>({
  code: 'V206',
  title: 'Names that differ by case or spaces alone',
  population: 'Ids of tasks, and names of resources.',
  formula: 'Names that are another one but for case and spaces; each is taken as a name of its own.',
  isSizeless: true,
  unit: 'values',
  advice: {
    title: 'Spell each name in one way',
    description: 'Write each in one way where one is meant; links and limits reach only the name as it is written.',
  },
  run: ({ columns }) => {
    const { values } = columns.resources
    const groups = [
      ...spellingsApart(columns.id, columns.taskCount),
      ...spellingsApart(values, Math.max(0, values.offsets.length - 1)),
    ]
    const names = groups.flat()
    return counted(
      { tasks: [], count: names.length - groups.length },
      columns.taskCount,
      names.length === 0
        ? 'No two names differ by case or spaces alone.'
        : `${plural(names.length - groups.length, 'name is', 'names are')} another one but for case or spaces.`,
      names.length === 0 ? undefined : { names: groups.slice(0, SHOWN_MAX) },
    )
  },
})
