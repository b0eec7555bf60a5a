/** category_mapping: columns that codes and custom fields stand for. A value without a category is a fault of the input; an unknown name is refused. */
import type { CategoryMapping } from '../../../shared/contract/schedule/category-mapping.ts'
import { codeEntries, codeNames } from '../../../shared/contract/schedule/codes.ts'
import {
  type CodedColumn,
  FAULT_SAMPLE_MAX,
  type ReadFault,
  type ScheduleColumns,
} from '../../../shared/contract/schedule/columns.ts'
import { DELAY_CATEGORIES } from '../../../shared/contract/schedule/fields.ts'
import { cut } from '../../../shared/contract/schedule/text.ts'
import type { ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'

const TARGETS = ['delay_category', 'responsible', 'cam', 'wbs'] as const
/** Names of codes in a refusal. */
const NAMES_SHOWN_MAX = 30
const WORDS: readonly string[] = DELAY_CATEGORIES
const encoder = new TextEncoder()

export function withCategories(
  params: Readonly<Record<string, unknown>>,
  schedules: ReadonlyMap<string, ScheduleColumns>,
  faults: ValidationFaults,
): ReadonlyMap<string, ScheduleColumns> {
  const mapping = params.category_mapping as CategoryMapping | null | undefined
  if (mapping === undefined || mapping === null) return schedules
  const names = new Set([...schedules.values()].flatMap(({ codes }) => codeNames(codes)))
  for (const target of TARGETS) {
    const code = mapping[target]?.code
    if (code === undefined || names.has(code)) continue
    const all = [...names].sort()
    const list = all.slice(0, NAMES_SHOWN_MAX).map(name => JSON.stringify(name))
    const words =
      all.length === 0
        ? 'no task has any code or custom field'
        : `the codes are ${list.join(', ')}${all.length > list.length ? ` and ${all.length - list.length} more` : ''}`
    faults.add(
      ['category_mapping', target, 'code'],
      'value',
      `No code is called ${JSON.stringify(cut(code))}: ${words}.`,
    )
  }
  if (faults.count > 0) return schedules
  return new Map([...schedules].map(([path, columns]) => [path, mapped(columns, mapping)]))
}

function mapped(columns: ScheduleColumns, mapping: CategoryMapping): ScheduleColumns {
  const made: { -readonly [name in keyof ScheduleColumns]?: ScheduleColumns[name] } = {}
  const { delay_category: category, wbs } = mapping
  if (category !== undefined) Object.assign(made, delayCategories(columns, category.code, category.values))
  const party = mapping.responsible ?? mapping.cam
  if (party !== undefined) made.organizationCode = codedBy(columns, party.code, columns.organizationCode)
  if (wbs !== undefined) made.wbsCode = codedBy(columns, wbs.code, columns.wbsCode)
  return { ...columns, ...made, notes: undefined }
}

/** Entry c: the value of code c where it is of this name. */
const valuesOf = ({ codes }: ScheduleColumns, name: string): (string | undefined)[] =>
  codeEntries(codes).map(([own, value]) => (own === name ? value : undefined))

/** Entry of the dictionary of codes that a task has of this name, -1 = none; of several the first. */
function entryOf(
  { codes: { start, codes } }: ScheduleColumns,
  task: number,
  values: readonly (string | undefined)[],
): number {
  if (start.length === 0) return -1
  for (let k = start[task]; k < start[task + 1]; k++) if (values[codes[k]] !== undefined) return codes[k]
  return -1
}

function delayCategories(
  columns: ScheduleColumns,
  name: string,
  wanted: Readonly<Record<string, string>> | undefined,
): Pick<ScheduleColumns, 'delayCategory' | 'faults'> {
  const values = valuesOf(columns, name)
  /** Entry c: 1 + the category of code c, 0 = it has none. */
  const categories = values.map(value => {
    if (value === undefined) return 0
    const word = wanted === undefined ? value.toLowerCase() : wanted[value]
    return 1 + WORDS.indexOf(word ?? '')
  })
  const { taskCount } = columns
  const delayCategory = new Uint8Array(taskCount)
  const unmapped: { task: number; text: string }[] = []
  let count = 0
  for (let task = 0; task < taskCount; task++) {
    const own = columns.delayCategory[task] ?? 0
    delayCategory[task] = own
    if (own !== 0) continue
    const entry = entryOf(columns, task, values)
    if (entry < 0) continue
    delayCategory[task] = categories[entry]
    if (categories[entry] > 0) continue
    count++
    if (unmapped.length < FAULT_SAMPLE_MAX) unmapped.push({ task, text: cut(values[entry]!) })
  }
  if (count === 0) return { delayCategory, faults: columns.faults }
  const fault: ReadFault = {
    kind: 'category_unmapped',
    field: 'delay_category',
    count,
    tasks: unmapped.map(({ task }) => task),
    texts: unmapped.map(({ text }) => text),
    places: unmapped.map(() => `code ${cut(name)}`),
  }
  return { delayCategory, faults: [...columns.faults, fault] }
}

/** The column with the values of a code; tasks without one keep what they have. */
function codedBy(columns: ScheduleColumns, name: string, before: CodedColumn): CodedColumn {
  const values = valuesOf(columns, name)
  const kept = Math.max(0, before.values.offsets.length - 1)
  const texts = values.map(value => (value === undefined ? undefined : encoder.encode(value)))
  const used = texts.flatMap((text, entry) => (text === undefined ? [] : [{ text, entry }]))
  const codeOfEntry = new Map(used.map(({ entry }, n) => [entry, kept + n + 1]))
  const size = used.reduce((sum, { text }) => sum + text.length, before.values.offsets[kept] ?? 0)
  const bytes = new Uint8Array(size)
  const offsets = new Uint32Array(kept + used.length + 1)
  bytes.set(before.values.bytes.subarray(0, before.values.offsets[kept] ?? 0))
  offsets.set(before.values.offsets.subarray(0, kept + 1))
  for (const [n, { text }] of used.entries()) {
    bytes.set(text, offsets[kept + n])
    offsets[kept + n + 1] = offsets[kept + n] + text.length
  }
  const codes = new Uint32Array(columns.taskCount)
  for (let task = 0; task < columns.taskCount; task++) {
    const entry = entryOf(columns, task, values)
    codes[task] = entry < 0 ? (before.codes[task] ?? 0) : codeOfEntry.get(entry)!
  }
  return { codes, values: { bytes, offsets } }
}
