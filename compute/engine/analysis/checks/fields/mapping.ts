/** mapping of the request: values that checks need and that this schedule keeps in codes, in a field, or nowhere (a constant). */
import { DELIVERED_NAMES } from '../../../../../shared/contract/deliverables/rows.ts'
import { SDEF_MAPPED } from '../../../../../shared/contract/deliverables/sdef-request.ts'
import {
  checkName,
  isMappedName,
  MAPPED_FIELDS,
  withCheckWords,
} from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import type { ValidationFault } from '../../../../../shared/contract/errors.ts'
import { codeEntries, codeNames } from '../../../../../shared/contract/schedule/codes.ts'
import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import {
  isResourceSource,
  RESOURCE_SOURCES,
  type SentSource,
  translatorOf,
  wbsAbsence,
  wbsLevelsOf,
  wbsPart,
} from '../../../../../shared/contract/schedule/mapping-source.ts'
import { describe, textAt } from '../../../../../shared/contract/schedule/text.ts'
import type { Values } from './measured.ts'

/** As deliverables take a source, `from` is one of the others; what is none of theirs stays there. */
export interface Source extends SentSource {
  /** Name of the field as it was sent. */
  readonly sentAs: string
  /** Of wbs_code, as sent behind wbs:. */
  readonly levels?: string
}

export type Mapping = ReadonlyMap<string, Source>

/** Mapped fields of an assignment, which may also follow from its resource. */
const OF_ASSIGNMENTS: readonly string[] = ['element_of_cost']

/** Fields of tasks that hold texts, for the member `field`. */
const coded =
  (name: 'wbsCode' | 'wbsName' | 'organizationCode' | 'calendarId') =>
  (columns: ScheduleColumns): ((row: number) => string) => {
    const texts = new CodedTexts(columns[name])
    return row => texts.at(row)
  }
const TEXT_FIELDS: Readonly<Record<string, (columns: ScheduleColumns) => (row: number) => string>> = {
  id:
    ({ id }) =>
    row =>
      textAt(id, row),
  name:
    ({ name }) =>
    row =>
      textAt(name, row),
  wbs_code: coded('wbsCode'),
  wbs_name: coded('wbsName'),
  organization_code: coded('organizationCode'),
  calendar_id: coded('calendarId'),
}

const SOURCE = /^\s*(code|udf|wbs|field|value)\s*:\s*(.*\S)\s*$/s

/** The words of deliverables, so that one file of mapping serves both. */
function sourceOf(sentAs: string, sent: string | SentSource): Source {
  const { from, ...source }: Source = {
    ...withCheckWords(sentAs, typeof sent === 'string' ? { from: sent } : sent),
    sentAs,
  }
  if (from === undefined || from === null) return source
  const [, kind, name = ''] = SOURCE.exec(from) ?? []
  if (kind === 'code' || kind === 'udf') return { ...source, code: name }
  if (kind === 'field') return { ...source, field: name }
  if (kind === 'value') return { ...source, constant: name }
  if (kind === 'wbs' && wbsLevelsOf(name) !== undefined) return { ...source, field: 'wbs_code', levels: name }
  return { ...source, from }
}

/** Names of a mapping that a deliverable takes and no check reads. */
export const unreadNames = (sent: unknown): readonly string[] => Object.keys(sent ?? {}).filter(isUnread)
const isUnread = (name: string): boolean => !isMappedName(name) && DELIVERED_NAMES.has(name)

export function mappingOf(sent: unknown): Mapping {
  const mapping = new Map<string, Source>()
  for (const [name, each] of Object.entries((sent ?? {}) as Record<string, string | SentSource>)) {
    if (isUnread(name)) continue
    const known = checkName(name)
    const first = mapping.get(known)
    // sent by two of its names, it stays under both of them, which is a fault
    mapping.set(first === undefined ? known : `${first.sentAs}, ${name}`, sourceOf(name, each))
  }
  return mapping
}

/** Names that nothing reads, sources that are none, and codes that no schedule has. */
export function mappingFaults(mapping: Mapping, schedules: readonly ScheduleColumns[]): ValidationFault[] {
  const known = [...new Set(schedules.flatMap(({ codes }) => codeNames(codes)))]
  return [...mapping].flatMap(([name, source]): ValidationFault[] => {
    const loc = ['body', 'mapping', source.sentAs]
    const fault = (msg: string): ValidationFault[] => [{ loc, msg, type: 'mapping' }]
    if (name.includes(', ')) return fault(`stands there twice, as ${name.replace(', ', ' and ')}`)
    if (!Object.hasOwn(MAPPED_FIELDS, name))
      return fault(`is no field of a mapping; they are ${Object.keys(MAPPED_FIELDS).join(', ')}`)
    if (typeof source.from === 'string')
      return fault(`takes code:NAME, udf:NAME, wbs:LEVELS, field:NAME or value:TEXT, not ${describe(source.from)}`)
    const given = [source.code, source.field, source.constant].filter(each => each !== undefined && each !== null)
    if (given.length !== 1) return fault('takes one of code, field and constant')
    const fields = [...Object.keys(TEXT_FIELDS), ...(OF_ASSIGNMENTS.includes(name) ? RESOURCE_SOURCES : [])]
    if (typeof source.field === 'string' && !fields.includes(source.field))
      return fault(`field must be one of ${fields.join(', ')}, is ${describe(source.field)}`)
    if (source.levels !== undefined) {
      const levels = wbsLevelsOf(source.levels)!
      const codes = schedules.flatMap(({ wbsCode: { values } }) =>
        Array.from({ length: Math.max(0, values.offsets.length - 1) }, (_, c) => textAt(values, c)),
      )
      if (!codes.some(code => wbsPart(code, levels) !== '')) return fault(wbsAbsence(source.levels, codes))
    }
    if (typeof source.code === 'string' && !known.includes(source.code))
      return fault(
        `no task has the code ${describe(source.code)}; there are ${known.slice(0, 20).join(', ') || 'none'}`,
      )
    return []
  })
}

/** What a value of the source becomes; '' = none. */
export const translatedBy = (source: Source): ((value: string) => string) => {
  const translated = translatorOf(source, source.field)
  return value => translated(value) ?? ''
}

/** Codes that SDEF takes by themselves. */
const OWN_CODES: ReadonlyMap<string, string> = new Map(
  SDEF_MAPPED.flatMap(each => ('code' in each ? [[each.name, each.code] as const] : [])),
)

function ownSource(columns: ScheduleColumns, name: string): Source | undefined {
  const code = OWN_CODES.get(name)
  return code !== undefined && codeNames(columns.codes).includes(code) ? { code, sentAs: name } : undefined
}

/** The values of a mapped field of all tasks; undefined where neither the mapping nor a code of its own has any, or they follow from assignments. */
export function mappedValues(columns: ScheduleColumns, mapping: Mapping, name: string): Values | undefined {
  const source = mapping.get(name) ?? ownSource(columns, name)
  if (source === undefined || isResourceSource(source.field)) return undefined
  const levels = source.levels === undefined ? undefined : wbsLevelsOf(source.levels)
  const translated = translatedBy(source)
  if (typeof source.constant === 'string') {
    const value = translated(source.constant)
    return { kind: 'text', at: () => value }
  }
  if (typeof source.field === 'string') {
    const textAt = TEXT_FIELDS[source.field](columns)
    if (levels === undefined) return { kind: 'text', at: row => translated(textAt(row)) }
    return { kind: 'text', at: row => translated(wbsPart(textAt(row), levels)) }
  }
  const { codes } = columns
  const entries = codeEntries(codes).map(([code, value]) => (code === source.code ? translated(value) : undefined))
  return {
    kind: 'text',
    at: row => {
      for (let n = codes.start[row]; n < codes.start[row + 1]; n++) {
        const value = entries[codes.codes[n]]
        if (value !== undefined) return value
      }
      return translated('')
    },
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Texts of a coded column, each decoded once. */
export class CodedTexts {
  readonly #column: ScheduleColumns['wbsCode']
  readonly #texts: (string | undefined)[] = []

  constructor(column: ScheduleColumns['wbsCode']) {
    this.#column = column
  }

  at(row: number): string {
    const { codes, values } = this.#column
    const code = codes[row]
    if (code === 0 || code === undefined) return ''
    this.#texts[code] ??= decoder.decode(values.bytes.subarray(values.offsets[code - 1], values.offsets[code]))
    return this.#texts[code]
  }
}
