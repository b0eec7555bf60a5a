/** The table of metrics: every named value of tasks, links, assignments, calendars and exceptions, and how a name of a condition finds its values. */
import type { Counted } from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { hasAnyColumn } from '../../../../../shared/contract/schedule/present-columns.ts'
import { idMatcher, NO_MATCH } from '../../../ids/match-ids.ts'
import { ASSIGNMENT_FIELDS } from './assignment-fields.ts'
import { type Field, hasAny } from './field.ts'
import { GROUP_FIELDS } from './group-fields.ts'
import { type Measured, Missing, rowsOf, type Values } from './measured.ts'
import { CALENDAR_FIELDS, EXCEPTION_FIELDS, LINK_FIELDS } from './other-fields.ts'
import { nameOf } from './sent-fields.ts'
import { PLAIN_TASK_FIELDS } from './task-fields.ts'

export const FIELDS: Readonly<Record<Counted, readonly Field[]>> = {
  tasks: [...PLAIN_TASK_FIELDS, ...GROUP_FIELDS],
  links: LINK_FIELDS,
  assignments: ASSIGNMENT_FIELDS,
  calendars: CALENDAR_FIELDS,
  exceptions: EXCEPTION_FIELDS,
}

const byName: Readonly<Record<Counted, ReadonlyMap<string, Field>>> = {
  tasks: new Map(FIELDS.tasks.map(field => [field.name, field])),
  links: new Map(FIELDS.links.map(field => [field.name, field])),
  assignments: new Map(FIELDS.assignments.map(field => [field.name, field])),
  calendars: new Map(FIELDS.calendars.map(field => [field.name, field])),
  exceptions: new Map(FIELDS.exceptions.map(field => [field.name, field])),
}

/** What may stand before a name: a task that the row is about, and the task of the same id in the other schedule. */
const PREFIXES: Readonly<Record<Counted, readonly string[]>> = {
  tasks: ['other'],
  links: ['task', 'predecessor'],
  assignments: ['task'],
  calendars: [],
  exceptions: [],
}

/** Whether the row has a partner in the other schedule. */
const IN_OTHER = 'is_in_other'

export interface Named {
  readonly kind: Values['kind']
  readonly words?: readonly string[] | undefined
  readonly valuesOf: (of: Measured) => Values | Missing
  /** What no row has, by the name that the request gives it; undefined: some row has it. */
  readonly lackOf: (of: Measured) => Lack | undefined
}

/** What a condition reads and no row of a schedule has. */
export interface Lack {
  readonly name: string
  readonly table: Counted
  readonly which: Measured['which']
  /** Nothing is known then; else there is none of it. */
  readonly isUnknown: boolean
  readonly instead: string
}

/** undefined: there is no such name. */
export function named(table: Counted, name: string): Named | undefined {
  if (table === 'tasks' && name === IN_OTHER)
    return { kind: 'flag', valuesOf: made(table, name, isInOther), lackOf: () => undefined }
  const own = byName[table].get(name)
  if (own !== undefined) {
    const valuesOf = made(table, name, of => valuesOfField(own, of))
    return { kind: own.kind, words: own.words, valuesOf, lackOf: of => lackOf(own, of, table, valuesOf(of)) }
  }
  const at = name.indexOf('.')
  const prefix = name.slice(0, Math.max(0, at))
  if (!PREFIXES[table].includes(prefix)) return undefined
  // one step from a link or an assignment to its task, and one from there to the other schedule
  const inner = named('tasks', name.slice(at + 1))
  if (inner === undefined || (table === 'tasks' && name.slice(at + 1).includes('.'))) return undefined
  return {
    kind: inner.kind,
    words: inner.words,
    valuesOf: made(table, name, of => reached(of, table, prefix, inner)),
    lackOf: of => (prefix !== 'other' ? inner.lackOf(of) : of.other && inner.lackOf(of.other)),
  }
}

const isVoidMade = new WeakMap<Values, boolean>()

/** Whether no row has a value. */
function isVoid(values: Values, count: number): boolean {
  const known = isVoidMade.get(values)
  if (known !== undefined) return known
  let is = true
  if (values.kind === 'text') for (let row = 0; row < count && is; row++) is = values.at(row) === ''
  else is = !hasAny(count, values.at)
  isVoidMade.set(values, is)
  return is
}

function lackOf(field: Field, of: Measured, table: Counted, values: Values | Missing): Lack | undefined {
  const { name, absence } = field
  const { count } = rowsOf(of, table)
  if (values instanceof Missing || absence.isAnswer === 'silent' || count === 0) return undefined
  const lack = (what: string): Lack => ({
    name: what,
    table,
    which: of.which,
    isUnknown: absence.isAnswer !== true,
    instead: absence.instead ?? '',
  })
  if (absence.columns !== undefined)
    return hasAnyColumn(of.columns, absence.columns) ? undefined : lack(absence.columns.map(nameOf).join(' or '))
  if (absence.isVoid?.(of)) return lack(absence.name ?? name)
  return values.kind !== 'flag' && isVoid(values, count) ? lack(absence.name ?? name) : undefined
}

/** Numbers or days by a name; undefined where the schedule lacks what they need. */
export function valuesNamed(of: Measured, table: Counted, name: string): ((row: number) => number) | undefined {
  const values = named(table, name)!.valuesOf(of)
  return values instanceof Missing ? undefined : (values.at as (row: number) => number)
}

const made = (table: Counted, name: string, make: (of: Measured) => Values | Missing) => (of: Measured) => {
  const key = `${table} ${name}`
  const known = of.made.get(key)
  if (known !== undefined) return known
  const values = kept(make(of))
  of.made.set(key, values)
  return values
}

/** A text is decoded once, however many conditions look at it. */
function kept(values: Values | Missing): Values | Missing {
  if (values instanceof Missing || values.kind !== 'text') return values
  const { kind, at } = values
  const texts = new Map<number, string>()
  return {
    kind,
    at: row => {
      let text = texts.get(row)
      if (text === undefined) {
        text = at(row)
        texts.set(row, text)
      }
      return text
    },
  }
}

function valuesOfField({ kind, make }: Field, of: Measured): Values | Missing {
  const at = make(of)
  return at instanceof Missing ? at : ({ kind, at } as Values)
}

/** Values of a task that the row leads to; none where it leads to no task. */
function reached(of: Measured, table: Counted, prefix: string, inner: Named): Values | Missing {
  if (prefix === 'other') {
    const partner = partnersOf(of)
    return partner instanceof Missing ? partner : through(inner.valuesOf(of.other!), partner)
  }
  const { task } = of.columns.links
  const { taskOf } = rowsOf(of, table)
  return through(inner.valuesOf(of), prefix === 'predecessor' ? row => task[row] : taskOf)
}

function through(values: Values | Missing, taskOf: (row: number) => number): Values | Missing {
  if (values instanceof Missing) return values
  const { kind, at } = values
  if (kind === 'text') return { kind, at: row => (taskOf(row) < 0 ? '' : at(taskOf(row))) }
  return { kind, at: row => (taskOf(row) < 0 ? Number.NaN : at(taskOf(row))) }
}

const partnersMade = new WeakMap<Measured, Int32Array>()

function partnersOf(of: Measured): ((row: number) => number) | Missing {
  if (of.other === undefined) return new Missing('baseline_schedule')
  const partner = partnersMade.get(of) ?? idMatcher(of.other.columns)(of.columns)
  partnersMade.set(of, partner)
  return row => partner[row]
}

function isInOther(of: Measured): Values | Missing {
  const partner = partnersOf(of)
  return partner instanceof Missing ? partner : { kind: 'flag', at: row => (partner(row) === NO_MATCH ? 0 : 1) }
}

/** Names that a condition on this table may use, for messages. */
export const namesOf = (table: Counted): string[] => [
  ...byName[table].keys(),
  ...(table === 'tasks' ? [IN_OTHER] : []),
  ...PREFIXES[table].map(prefix => `${prefix}.(field of a task)`),
]
