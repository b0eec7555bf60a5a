/** The mapping of a request as functions from a task to the value of a field. A code that no task has, and a value that the receiver does not take, are faults. */

import type { MappedField } from '../../../shared/contract/deliverables/mapping.ts'
import { nearest } from '../../../shared/contract/did-you-mean.ts'
import type { ValidationFault } from '../../../shared/contract/errors.ts'
import { codeEntries, codeNames } from '../../../shared/contract/schedule/codes.ts'
import type { ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import {
  isResourceSource,
  RESOURCE_SOURCES,
  type ResourceSource,
  type SentSource,
  translatorOf,
  WBS_LEVELS_WORDS,
  wbsAbsence,
  wbsLevelsOf,
  wbsPart,
} from '../../../shared/contract/schedule/mapping-source.ts'
import { specsByCode } from '../../../shared/contract/schedule/resources.ts'
import { describe } from '../../../shared/contract/schedule/text.ts'
import { textsOf } from './facts.ts'

/** The value of a task; undefined = it has none. */
export type ValueOf = (task: number) => string | undefined

/** The value of the assignments of a task to a resource (code of the column). */
type AssignedValueOf = (task: number, resource: number) => string | undefined

type Sent = string | SentSource

/** As one text; the members of a mapping of checks say the same. */
function fromOf({ from, code, field, constant }: SentSource): (string | null)[] {
  const text = (kind: string, name: string | null | undefined) => (typeof name === 'string' ? `${kind}:${name}` : null)
  return [from ?? null, text('code', code), text('field', field), text('value', constant)].filter(each => each !== null)
}

/** Digits are few enough to be exact. */
const NUMBER = /^\d{1,12}(?:\.\d{1,6})?$/
const FORMS = '"code:NAME", "udf:NAME", "wbs:LEVELS", "field:NAME" or "value:TEXT"'
const NAMES_SHOWN_MAX = 12

export class Mapping {
  readonly faults: ValidationFault[] = []
  /** By field: values that the mapping names and nothing of this schedule has, each with one that is probably meant. */
  readonly unused = new Map<string, ReadonlyMap<string, string | undefined>>()
  readonly #columns: ScheduleColumns
  readonly #byField = new Map<string, ValueOf>()
  readonly #byResource = new Map<string, AssignedValueOf>()

  constructor(
    fields: readonly MappedField[],
    sent: Readonly<Record<string, Sent | null>> | null,
    columns: ScheduleColumns,
  ) {
    this.#columns = columns
    const names = new Set(codeNames(columns.codes))
    for (const field of fields) {
      const given = sent?.[field.name] ?? undefined
      if (given !== undefined) this.#add(field, given)
      else if (field.code !== undefined && names.has(field.code)) this.#add(field, `code:${field.code}`)
    }
  }

  of(field: string): ValueOf | undefined {
    return this.#byField.get(field)
  }

  /** Of a field of assignments. */
  ofAssignments(field: string): AssignedValueOf | undefined {
    return this.#byResource.get(field) ?? this.#byField.get(field)
  }

  #add(field: MappedField, sent: Sent): void {
    const { values = null, otherwise = null, ...source } = typeof sent === 'string' ? { from: sent } : sent
    const [from = null, ...others] = fromOf(source)
    const place = ['body', 'mapping', field.name, ...(typeof sent === 'string' ? [] : ['from'])]
    if (others.length > 0) {
      this.#fault(place.slice(0, 3), 'takes one of from, code, field and constant.')
      return
    }
    if (from === null && otherwise === null) {
      this.#fault(place, `must say where the value comes from: ${FORMS}.`)
      return
    }
    const ofField = /^\s*field\s*:\s*(.*\S)\s*$/.exec(from ?? '')?.[1]
    const translated = translatorOf({ values, otherwise }, ofField)
    const ofResource = field.of === undefined ? undefined : ofField
    if (isResourceSource(ofResource)) {
      this.#addOfResources(field, ofResource, values, translated, place)
      return
    }
    if (field.of === 'resources' && from !== null && !from.startsWith('value:')) {
      this.#fault(
        place,
        `stands at resources: it takes field: with ${RESOURCE_SOURCES.join(', ')}, or value:TEXT, not ${describe(from)}.`,
      )
      return
    }
    const own =
      from === null ? () => undefined : this.#source(from, place, field.of === undefined ? [] : RESOURCE_SOURCES)
    if (own === undefined) return
    this.#noteUnused(field, values, own, this.#columns.taskCount)
    const mappedOf: ValueOf = task => translated(own(task))
    this.#check(field, mappedOf, place, from ?? 'otherwise', this.#columns.taskCount, 'task', textsOf(this.#columns.id))
    this.#byField.set(field.name, mappedOf)
  }

  #addOfResources(
    field: MappedField,
    source: ResourceSource,
    named: SentSource['values'],
    translated: (value: string | undefined) => string | undefined,
    place: readonly (string | number)[],
  ): void {
    const idOf = textsOf(this.#columns.resources.values)
    const own = specsByCode(this.#columns).map(
      (spec, code) =>
        (source === 'resource'
          ? (spec?.id ?? idOf(code))
          : source === 'resource_name'
            ? (spec?.name ?? spec?.id ?? idOf(code))
            : spec?.type) || undefined,
    )
    this.#noteUnused(field, named, code => own[code], own.length)
    const values = own.map(translated)
    this.#check(field, code => values[code], place, `field:${source}`, values.length, 'resource', idOf)
    this.#byResource.set(field.name, (_, code) => values[code])
  }

  #noteUnused(
    { name }: MappedField,
    named: SentSource['values'],
    own: (row: number) => string | undefined,
    rows: number,
  ) {
    const unused = new Set(Object.keys(named ?? {}))
    const seen = new Set<string>()
    for (let row = 0; row < rows && unused.size > 0; row++) {
      const value = own(row)
      if (value === undefined || seen.has(value)) continue
      unused.delete(value)
      if (seen.size < DIFFERENT_MAX) seen.add(value)
    }
    if (unused.size > 0) this.unused.set(name, new Map([...unused].map(value => [value, nearest(value, seen)])))
  }

  /** Each different value once, with the task or resource that has it first. */
  #check(
    field: MappedField,
    mappedOf: ValueOf,
    place: readonly (string | number)[],
    from: string,
    rowCount: number,
    noun: 'task' | 'resource',
    idOf: (row: number) => string,
  ): void {
    const { values, charactersMax = Number.POSITIVE_INFINITY, isNumber = false } = field
    if (values === undefined && charactersMax === Number.POSITIVE_INFINITY && !isNumber) return
    const seen = new Map<string, { readonly task: number; count: number }>()
    for (let task = 0; task < rowCount; task++) {
      const value = mappedOf(task)
      if (value === undefined) continue
      const known = seen.get(value)
      if (known !== undefined) known.count++
      else if (seen.size < DIFFERENT_MAX) seen.set(value, { task, count: 1 })
    }
    for (const [value, { task, count }] of seen) {
      const where = `${describe(from)} gives ${describe(value)} for ${count === 1 ? noun : `${count} ${noun}s, the first of them`} ${describe(idOf(task))}`
      if (values !== undefined && !values.includes(value))
        this.#fault(
          place,
          `${where}; ${field.name} must be one of ${values.join(', ')}. Say in values what it becomes.`,
        )
      else if (isNumber && !NUMBER.test(value))
        this.#fault(place, `${where}; ${field.name} must be a number of 0 or more. Say in values what it becomes.`)
      else if (value.length > charactersMax)
        this.#fault(
          place,
          `${where}, ${value.length} characters; ${field.name} has room for ${charactersMax}. Say in values what it becomes.`,
        )
    }
  }

  /** `beside`: fields that it would take besides those of the task, for the message. */
  #source(from: string, place: readonly (string | number)[], beside: readonly string[]): ValueOf | undefined {
    const at = from.indexOf(':')
    const [kind, name] = at < 0 ? ['', ''] : [from.slice(0, at).trim(), from.slice(at + 1).trim()]
    if (kind === 'value') return () => name
    if (kind === 'code' || kind === 'udf') return this.#code(name, place)
    if (kind === 'wbs') return this.#level(name, place)
    if (kind === 'field') return this.#field(name, place, beside)
    this.#fault(place, `must be ${FORMS}, not ${describe(from)}.`)
    return undefined
  }

  #code(name: string, place: readonly (string | number)[]): ValueOf | undefined {
    const { codes } = this.#columns
    const entries = codeEntries(codes)
    const byCode = entries.map(([own, value]) => (own === name ? value : undefined))
    if (!entries.some(([own]) => own === name)) {
      const names = codeNames(codes)
      const near = nearest(name, names)
      const known =
        names.length === 0
          ? 'The schedule has no codes.'
          : `It has ${names.slice(0, NAMES_SHOWN_MAX).map(describe).join(', ')}${names.length > NAMES_SHOWN_MAX ? ' and others' : ''}.`
      this.#fault(
        place,
        `No task has the code ${describe(name)}.${near === undefined ? '' : ` Is ${describe(near)} meant?`} ${known}`,
      )
      return undefined
    }
    const { start } = codes
    return task => {
      for (let k = start[task] ?? 0; k < (start[task + 1] ?? 0); k++) {
        const value = byCode[codes.codes[k]]
        if (value !== undefined) return value
      }
      return undefined
    }
  }

  #level(name: string, place: readonly (string | number)[]): ValueOf | undefined {
    const levels = wbsLevelsOf(name)
    if (levels === undefined) {
      this.#fault(place, `wbs: takes ${WBS_LEVELS_WORDS}, not ${describe(name)}.`)
      return undefined
    }
    const { values } = this.#columns.wbsCode
    const count = Math.max(0, values.offsets.length - 1)
    const codeOf = textsOf(values)
    const codes = Array.from({ length: count }, (_, c) => codeOf(c))
    if (!codes.some(code => wbsPart(code, levels) !== '')) {
      this.#fault(place, wbsAbsence(name, codes))
      return undefined
    }
    return this.#coded(this.#columns.wbsCode, code => wbsPart(code, levels) || undefined)
  }

  #field(name: string, place: readonly (string | number)[], beside: readonly string[]): ValueOf | undefined {
    const { id, name: names, wbsCode, wbsName, organizationCode, calendarId } = this.#columns
    const coded = { wbs_code: wbsCode, wbs_name: wbsName, organization_code: organizationCode, calendar_id: calendarId }
    const texts: Readonly<Record<string, TextColumn>> = { id, name: names }
    if (Object.hasOwn(texts, name)) {
      const textOf = textsOf(texts[name])
      return task => textOf(task) || undefined
    }
    if (Object.hasOwn(coded, name)) return this.#coded(coded[name as keyof typeof coded], code => code)
    const known = [...Object.keys(texts), ...Object.keys(coded), ...beside]
    this.#fault(place, `field: takes ${known.join(', ')}, not ${describe(name)}.`)
    return undefined
  }

  #coded({ codes, values }: ScheduleColumns['wbsCode'], mappedOf: (code: string) => string | undefined): ValueOf {
    const textOf = textsOf(values)
    const known = Array.from({ length: Math.max(0, values.offsets.length - 1) }, (_, c) => mappedOf(textOf(c)))
    return task => (codes[task] > 0 ? known[codes[task] - 1] : undefined)
  }

  #fault(loc: readonly (string | number)[], msg: string): void {
    this.faults.push({ loc: [...loc], msg, type: 'mapping' })
  }
}

/** Different values that are looked at; those of one field of a receiver are few. */
const DIFFERENT_MAX = 10_000
