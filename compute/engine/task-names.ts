/**
 * Names beside ids, in every analysis alike: wherever a result refers to tasks by id, the member after it has their names, null for a task
 * without one. A request without any name gets none of these members. Names are read through the references that the ids are read
 * through, so nothing is copied and nothing is made per task.
 */
import type { ScheduleColumns, TextColumn } from '../../shared/contract/schedule/columns.ts'
import { textAt } from '../../shared/contract/schedule/text.ts'
import { nameKeyOf, nameListKeyOf } from '../../shared/contract/task-names.ts'
import { hashOf } from './ids/byte-hash.ts'
import { indexIds } from './ids/match-ids.ts'
import {
  type Analyser,
  type AnalysisInput,
  type AnalysisResult,
  type Finding,
  isRefusal,
  References,
  type ResultValue,
  Table,
  type TableColumn,
} from './result/result.ts'

/** The analyser, and names beside the ids of its result. */
export const withTaskNames =
  (analyser: Analyser): Analyser =>
  (input, context) => {
    const result = analyser(input, context)
    if (isRefusal(result) || !hasNames(input)) return result
    const naming = new Naming(input, result)
    return {
      ...result,
      findings: result.findings.map(finding => naming.members(finding as unknown as Members) as unknown as Finding),
      data: naming.members(result.data),
    }
  }

const hasNames = ({ schedules }: AnalysisInput): boolean =>
  [...schedules.values()].some(({ name, taskCount }) => name.offsets[taskCount] > name.offsets[0])

type Members = Readonly<Record<string, ResultValue | undefined>>
type Lookup = (id: Uint8Array) => string | undefined

const encoder = new TextEncoder()
const isId = (key: string): boolean => key === 'id' || key.endsWith('_id')

const isPlain = (value: ResultValue): boolean => typeof value !== 'object' || value === null

/** Each name that was added behind its id. */
function inOrder(members: Members, named: Members, added: ReadonlyMap<string, string>): Members {
  const ordered: { [key: string]: ResultValue | undefined } = {}
  for (const key in members) {
    ordered[key] = named[key]
    const name = added.get(key)
    if (name !== undefined) ordered[name] = named[name]
  }
  return ordered
}

class Naming {
  readonly #input: AnalysisInput
  /** The names by the column of the ids they belong to. */
  readonly #namesOf = new Map<TextColumn, TextColumn>()
  readonly #made: AnalysisResult['namesOfIds']
  readonly #asSent: AnalysisResult['asSent']
  #lookups: readonly Lookup[] | undefined

  constructor(input: AnalysisInput, { namesOfIds, asSent }: AnalysisResult) {
    this.#input = input
    this.#made = namesOfIds
    this.#asSent = asSent
    for (const { id, name } of input.schedules.values()) this.#namesOf.set(id, name)
  }

  /** The members themselves where none of them refers to a task. */
  members(members: Members): Members {
    let named: { [key: string]: ResultValue | undefined } | undefined
    // where members have no place for it: the name by the id that it stands behind
    let added: Map<string, string> | undefined
    for (const key in members) {
      const value = members[key]
      const own = this.#value(value)
      const names = this.#besides(key, value)
      if (names === undefined && own === value) continue
      // a copy keeps the shape of the members; what is added one by one to an empty object has none
      named ??= { ...members }
      named[key] = own
      if (names === undefined || members[names[0]] !== undefined) continue
      if (!(names[0] in members)) added = (added ?? new Map()).set(key, names[0])
      named[names[0]] = names[1]
    }
    if (named === undefined || added === undefined) return named ?? members
    return inOrder(members, named, added)
  }

  #value(value: ResultValue | undefined): ResultValue | undefined {
    if (typeof value !== 'object' || value === null || value instanceof References) return value
    if (value instanceof Table) return this.#table(value)
    if (this.#asSent?.has(value) === true) return value
    if (Array.isArray(value)) return value.every(isPlain) ? value : value.map(each => this.#value(each)!)
    return this.members(value as Members)
  }

  /** The member with the names of the tasks that a member refers to; undefined where it refers to none. */
  #besides(key: string, value: ResultValue | undefined): readonly [string, ResultValue] | undefined {
    if (value instanceof References) {
      // no task at all is shown without a column
      if (value.values.length === 0 && key.endsWith('_ids')) return [nameListKeyOf(key), []]
      const names = this.#columnOf(value.into)
      return names && [nameListKeyOf(key), new References(value.values, names, true)]
    }
    if ((typeof value === 'string' || value === null) && isId(key)) return [nameKeyOf(key), this.#nameOf(value)]
    if (Array.isArray(value) && key.endsWith('_ids'))
      return [nameListKeyOf(key), value.map(id => this.#nameOf(id as string | null))]
    return undefined
  }

  #table(table: Table): Table {
    if (table.rowCount === 0) return table
    const keys: string[] = []
    const ordered: TableColumn[] = []
    for (let c = 0; c < table.names.length; c++) {
      const key = table.names[c]
      const column = table.ordered[c]
      keys.push(key)
      ordered.push(column)
      const named = this.#namesBeside(column)
      if (named === undefined) continue
      const name = column.kind === 'references' ? nameListKeyOf(key) : nameKeyOf(key)
      if (table.names.includes(name)) continue
      keys.push(name)
      ordered.push(named)
    }
    return keys.length === table.names.length ? table : table.withColumns(keys, ordered)
  }

  /** The column of names beside a column of ids. */
  #namesBeside(column: TableColumn): TableColumn | undefined {
    const { kind } = column
    if (kind !== 'text' && kind !== 'reference' && kind !== 'references') return undefined
    const into = this.#columnOf(kind === 'text' ? column.values : column.into)
    if (into === undefined) return undefined
    if (kind === 'text') return { kind, values: into }
    if (kind === 'reference') return { kind, values: column.values, into, nullWhenEmpty: true }
    return { kind, start: column.start, values: column.values, into, nullWhenEmpty: true }
  }

  #columnOf(ids: TextColumn): TextColumn | undefined {
    const known = this.#namesOf.get(ids)
    if (known !== undefined) return known
    const made = this.#made?.get(ids)?.()
    if (made !== undefined) this.#namesOf.set(ids, made)
    return made
  }

  /** Name of a task by its id alone, from the current schedule first. */
  #nameOf(id: string | null): string | null {
    if (id === null) return null
    this.#lookups ??= newestFirst(this.#input).map(lookupOf)
    const bytes = encoder.encode(id)
    for (const lookup of this.#lookups) {
      const name = lookup(bytes)
      if (name !== undefined) return name === '' ? null : name
    }
    return null
  }
}

/** The current schedule first, of the others the last. */
const newestFirst = ({ schedules }: AnalysisInput): ScheduleColumns[] => {
  const current = schedules.get('tasks') ?? schedules.get('current_schedule.tasks')
  const others = [...schedules.values()].filter(each => each !== current).toReversed()
  return current === undefined ? others : [current, ...others]
}

/** To look through all ids takes an eighth of the time of a table of them, and most results ask for few. */
const LOOKED_THROUGH_MAX = 8

function lookupOf({ id, name, taskCount }: ScheduleColumns): Lookup {
  let table: ReturnType<typeof indexIds>['table'] | undefined
  let lookedThrough = 0
  const taskOf = (bytes: Uint8Array): number => {
    if (lookedThrough++ < LOOKED_THROUGH_MAX) return firstOfId(id, taskCount, bytes)
    table ??= indexIds(id, taskCount, () => {}).table
    return table.entryOf(bytes, 0, bytes.length, hashOf(bytes, 0, bytes.length))
  }
  return bytes => {
    const task = taskOf(bytes)
    return task < 0 ? undefined : textAt(name, task)
  }
}

/** Index of the first task that has the id, -1 = none has. No task has an empty one. Ids of a schedule differ at their ends first. */
function firstOfId({ bytes, offsets }: TextColumn, taskCount: number, id: Uint8Array): number {
  const size = id.length
  if (size === 0) return -1
  for (let task = 0; task < taskCount; task++) {
    const from = offsets[task]
    if (offsets[task + 1] - from !== size) continue
    let at = size - 1
    while (at >= 0 && bytes[from + at] === id[at]) at--
    if (at < 0) return task
  }
  return -1
}
