/** The mapping of a request as functions from a task to the value of a field. A code that no task has, and a value that the receiver does not take, are faults. */

import type { MappedField } from '../../../shared/contract/deliverables/mapping.ts'
import { nearest } from '../../../shared/contract/did-you-mean.ts'
import type { ValidationFault } from '../../../shared/contract/errors.ts'
import { codeEntries, codeNames } from '../../../shared/contract/schedule/codes.ts'
import type { ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { describe } from '../../../shared/contract/schedule/text.ts'
import { textsOf } from './facts.ts'

/** The value of a task; undefined = it has none. */
export type ValueOf = (task: number) => string | undefined

type Sent =
  | string
  | {
      readonly from?: string | null
      readonly values?: Readonly<Record<string, string>> | null
      readonly otherwise?: string | null
    }

/** Numbers of WBS levels are small. */
const LEVEL = /^[1-9]\d?$/
/** Digits are few enough to be exact. */
const NUMBER = /^\d{1,12}(?:\.\d{1,6})?$/
const FORMS = '"code:NAME", "udf:NAME", "wbs:LEVEL", "field:NAME" or "value:TEXT"'
const NAMES_SHOWN_MAX = 12

export class Mapping {
  readonly faults: ValidationFault[] = []
  readonly #columns: ScheduleColumns
  readonly #byField = new Map<string, ValueOf>()

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

  #add(field: MappedField, sent: Sent): void {
    const { from = null, values = null, otherwise = null } = typeof sent === 'string' ? { from: sent } : sent
    const place = ['body', 'mapping', field.name, ...(typeof sent === 'string' ? [] : ['from'])]
    if (from === null && otherwise === null) {
      this.#fault(place, `must say where the value comes from: ${FORMS}.`)
      return
    }
    const own = from === null ? () => undefined : this.#source(from, place)
    if (own === undefined) return
    const table = new Map(Object.entries(values ?? {}))
    const mappedOf: ValueOf = task => {
      const value = own(task)
      return value === undefined ? (otherwise ?? undefined) : (table.get(value) ?? value)
    }
    this.#check(field, mappedOf, place, from ?? 'otherwise')
    this.#byField.set(field.name, mappedOf)
  }

  /** Each different value once, with the task that has it first. */
  #check(field: MappedField, mappedOf: ValueOf, place: readonly (string | number)[], from: string): void {
    const { values, charactersMax = Number.POSITIVE_INFINITY, isNumber = false } = field
    if (values === undefined && charactersMax === Number.POSITIVE_INFINITY && !isNumber) return
    const seen = new Map<string, { readonly task: number; count: number }>()
    for (let task = 0; task < this.#columns.taskCount; task++) {
      const value = mappedOf(task)
      if (value === undefined) continue
      const known = seen.get(value)
      if (known !== undefined) known.count++
      else if (seen.size < DIFFERENT_MAX) seen.set(value, { task, count: 1 })
    }
    const idOf = textsOf(this.#columns.id)
    for (const [value, { task, count }] of seen) {
      const where = `${describe(from)} gives ${describe(value)} for ${count === 1 ? 'task' : `${count} tasks, the first of them`} ${describe(idOf(task))}`
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

  #source(from: string, place: readonly (string | number)[]): ValueOf | undefined {
    const at = from.indexOf(':')
    const [kind, name] = at < 0 ? ['', ''] : [from.slice(0, at).trim(), from.slice(at + 1).trim()]
    if (kind === 'value') return () => name
    if (kind === 'code' || kind === 'udf') return this.#code(name, place)
    if (kind === 'wbs') return this.#level(name, place)
    if (kind === 'field') return this.#field(name, place)
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
    if (!LEVEL.test(name)) {
      this.#fault(place, `wbs: takes a level of 1 to 99, not ${describe(name)}.`)
      return undefined
    }
    const level = Number(name)
    return this.#coded(this.#columns.wbsCode, code => {
      const parts = code.split('.')
      return parts.length < level ? undefined : parts.slice(0, level).join('.')
    })
  }

  #field(name: string, place: readonly (string | number)[]): ValueOf | undefined {
    const { id, name: names, wbsCode, wbsName, organizationCode, calendarId } = this.#columns
    const coded = { wbs_code: wbsCode, wbs_name: wbsName, organization_code: organizationCode, calendar_id: calendarId }
    const texts: Readonly<Record<string, TextColumn>> = { id, name: names }
    if (Object.hasOwn(texts, name)) {
      const textOf = textsOf(texts[name])
      return task => textOf(task) || undefined
    }
    if (Object.hasOwn(coded, name)) return this.#coded(coded[name as keyof typeof coded], code => code)
    const known = [...Object.keys(texts), ...Object.keys(coded)]
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
