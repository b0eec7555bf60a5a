/**
 * Where the fields of a file for an authority, and those that checks need, come from: which fields there are, what a schedule has to fill them, what is kept of
 * it, and the file of JSON that the API and `sis --mapping` take.
 */

import type { ConstantField, MappedField } from '../../../../shared/contract/deliverables/mapping.ts'
import { PARS_CONSTANTS, PARS_MAPPED } from '../../../../shared/contract/deliverables/pars-request.ts'
import { SDEF_CONSTANTS, SDEF_MAPPED } from '../../../../shared/contract/deliverables/sdef-request.ts'
import { SPD_CONSTANTS, SPD_MAPPED } from '../../../../shared/contract/deliverables/spd-request.ts'
import {
  checkName,
  isMappedName,
  MAPPED_FIELDS,
  withCheckWords,
} from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import type { DeliverableName } from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import { type SentSource, wbsLevelsOf, wbsPart } from '../../../../shared/contract/schedule/mapping-source.ts'
import { keepUnder, keptUnder } from '../dom/kept.ts'
import { jsonOf } from '../service/json-text.ts'
import type { FileFields } from './file-fields.ts'
import type { Schedule } from './schedule.ts'

/** What a mapping is for: a format, or the catalogues of checks. */
export type Target = DeliverableName | 'checks'

interface Fields {
  readonly mapped: readonly MappedField[]
  readonly constants: readonly ConstantField[]
}

const FIELDS: Readonly<Record<Target, Fields>> = {
  'ipmdar-spd': { mapped: SPD_MAPPED, constants: SPD_CONSTANTS },
  'doe-pars': { mapped: PARS_MAPPED, constants: PARS_CONSTANTS },
  'usace-sdef': { mapped: SDEF_MAPPED, constants: SDEF_CONSTANTS },
  checks: {
    mapped: Object.entries(MAPPED_FIELDS).map(([name, about]) => ({
      name,
      about,
      ...(name === 'element_of_cost' ? { of: 'assignments' } : {}),
    })),
    constants: [],
  },
}
export const fieldsOf = (target: Target): readonly MappedField[] => FIELDS[target].mapped

/** Where a value is given: of the contract, or where tasks have it. */
export const MEMBERS = ['constants', 'mapping'] as const

/** What was given, as texts by member and name: `constants.PARSID`, `mapping.CAM`. A mapping with values is the JSON of its object. */
export type Given = Readonly<Record<string, string>>
const KEY = 'sis.deliverables'

export const keptGiven = (target: Target): Given => keptUnder<Record<Target, Given>>(KEY)[target] ?? {}

export function keepGiven(target: Target, given: Given): void {
  keepUnder(KEY, { ...keptUnder<Record<Target, Given>>(KEY), [target]: given })
}

/** Whose mapping serves the checks where they have none of their own. */
const LENDERS = ['usace-sdef', 'ipmdar-spd', 'doe-pars'] as const satisfies readonly Target[]
export interface Lent {
  readonly by: Target
  readonly text: string
  /** With the words of checks. */
  readonly given: string
}

/** What was given for a field of a file, as checks take it. */
function asCheckText(name: string, text: string): string {
  const source = sourceIn(text)
  const own = source && withCheckWords(name, source)
  return own === undefined || own === source ? text : sourceText(own)
}

/** By the names that checks have for the fields. */
export function lentToChecks(): ReadonlyMap<string, Lent> {
  const lent = new Map<string, Lent>()
  for (const by of LENDERS)
    for (const [key, text] of Object.entries(keptGiven(by))) {
      const [member, name = ''] = key.split('.')
      if (member === 'mapping' && isMappedName(name) && text !== '')
        lent.set(checkName(name), { by, text, given: asCheckText(name, text) })
    }
  return lent
}

/** What is in force: for checks also what the formats lend. */
export function givenFor(target: Target): Given {
  const own = keptGiven(target)
  if (target !== 'checks') return own
  return { ...Object.fromEntries([...lentToChecks()].map(([name, { given }]) => [`mapping.${name}`, given])), ...own }
}

/** A source as it is chosen: `code:CAM`, what its values become, and what tasks without one get. */
export interface Source {
  readonly from: string
  readonly values: Readonly<Record<string, string>>
  readonly otherwise: string | undefined
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** undefined: none that a mapping takes. The other words for `from` become it. */
function readSource(value: unknown): Source | undefined {
  if (typeof value === 'string') return { from: value, values: {}, otherwise: undefined }
  if (!isMembers(value)) return undefined
  const { from, code, field, constant, values, otherwise } = value as SentSource
  const texts = [from, code && `code:${code}`, field && `field:${field}`, constant && `value:${constant}`, otherwise]
  const isText = texts.every(each => each == null || typeof each === 'string')
  const areTexts =
    values == null || (isMembers(values) && Object.values(values).every(each => typeof each === 'string'))
  if (!isText || !areTexts) return undefined
  return { from: texts.slice(0, -1).find(each => each) ?? '', values: values ?? {}, otherwise: otherwise ?? undefined }
}

/** An object, or the text as it was typed: whatever else it is, the service says what it takes. */
function sentOf(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : text
  } catch {
    return text
  }
}

export const sourceIn = (text: string | undefined): Source | undefined =>
  text === undefined || text === '' ? undefined : (readSource(sentOf(text)) ?? readSource(text))

export function sourceText({ from, values, otherwise }: Source): string {
  if (otherwise === undefined && Object.keys(values).length === 0) return from
  return JSON.stringify({
    ...(from === '' ? {} : { from }),
    ...(Object.keys(values).length === 0 ? {} : { values }),
    ...(otherwise === undefined ? {} : { otherwise }),
  })
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }

/** Members of a request. */
export function membersOf(given: Given): Record<string, Record<string, unknown>> {
  const made: Record<string, Record<string, unknown>> = {}
  for (const [key, typed] of Object.entries(given)) {
    const [member = '', name = ''] = key.split('.')
    const text = typed.trim()
    if (text !== '') (made[member] ??= {})[name] = member === 'mapping' ? sentOf(text) : (FLAGS[text] ?? text)
  }
  return made
}

const codeIn = (from: string): string | undefined => /^\s*(?:code|udf)\s*:\s*(.*\S)\s*$/s.exec(from)?.[1]

/** No task of the file has the code that it names. */
export function isAbsent(from: string, { codes }: FileFields): boolean {
  const code = codeIn(from)
  return code !== undefined && !codes.has(code)
}

/** Without what this file has no code for: the service would refuse the whole of it. */
export const usable = (given: Given, fields: FileFields): Given =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([key, text]) => !key.startsWith('mapping.') || !isAbsent(sourceIn(text)?.from ?? '', fields),
    ),
  )

const LEVEL_SEPARATOR = '.'

export const wbsDepth = ({ wbsCodes }: Schedule): number =>
  wbsCodes.reduce((most, code) => Math.max(most, code.split(LEVEL_SEPARATOR).length), 0)

/** Values that the source has in this schedule, each with its number of tasks; undefined: they are not known here, or each task has its own. */
export function valuesOf(
  from: string,
  fields: FileFields,
  schedule: Schedule,
): ReadonlyMap<string, number> | undefined {
  const counts = new Map<string, number>()
  const count = (value: string | null | undefined): void => {
    if (value != null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const code = codeIn(from)
  const levels = wbsLevelsOf(/^\s*wbs\s*:\s*(.*\S)\s*$/.exec(from)?.[1] ?? '')
  const wbs = (cut: (code: string) => string): void => {
    for (const at of schedule.wbs) if (at >= 0) count(cut(schedule.wbsCodes[at]!))
  }
  if (code !== undefined) for (const value of fields.codes.get(code) ?? []) count(value)
  else if (levels !== undefined) wbs(each => wbsPart(each, levels))
  else if (from === 'field:wbs_code') wbs(each => each)
  else if (from === 'field:organization_code') fields.responsible.forEach(count)
  else if (from === 'field:calendar_id') schedule.calendar.forEach(count)
  else return undefined
  return counts
}

const NUMBER = /^\d{1,12}(?:\.\d{1,6})?$/

/** Whether the receiver takes it. */
export const isTaken = ({ values, charactersMax, isNumber }: MappedField, value: string): boolean =>
  values === undefined
    ? isNumber === true
      ? NUMBER.test(value)
      : value.length <= (charactersMax ?? Number.POSITIVE_INFINITY)
    : values.includes(value)

export interface Imported {
  readonly given: Given
  /** Names that this target has no field for. */
  readonly leftOut: readonly string[]
  /** Entries that are no source, with what stands there. */
  readonly faults: readonly (readonly [place: string, value: string])[]
}

const SHOWN_MAX = 60

/** undefined: it is no object with mapping and constants. Throws Refused, or RangeError where it is nested without end. */
export function importedFrom(text: string, target: Target): Imported | undefined {
  const whole = jsonOf(text)
  if (!isMembers(whole) || Object.keys(whole).some(name => !(MEMBERS as readonly string[]).includes(name)))
    return undefined
  const { constants = {}, mapping = {} } = whole
  if (!isMembers(constants) || !isMembers(mapping)) return undefined
  const known = FIELDS[target]
  const own = (name: string): string => (target === 'checks' ? checkName(name) : name)
  const given: Record<string, string> = {}
  const leftOut: string[] = []
  const faults: [string, string][] = []
  const fault = (place: string, value: unknown): unknown =>
    faults.push([place, JSON.stringify(value).slice(0, SHOWN_MAX)])
  for (const [name, value] of Object.entries(constants)) {
    if (!known.constants.some(each => each.name === name)) {
      if (target !== 'checks') leftOut.push(name)
    } else if (typeof value === 'string' || typeof value === 'boolean') given[`constants.${name}`] = String(value)
    else fault(`constants.${name}`, value)
  }
  for (const [name, value] of Object.entries(mapping)) {
    const source = readSource(value)
    if (!known.mapped.some(each => each.name === own(name))) leftOut.push(name)
    else if (source === undefined) fault(`mapping.${name}`, value)
    else
      given[`mapping.${own(name)}`] = target === 'checks' ? asCheckText(name, sourceText(source)) : sourceText(source)
  }
  return { given, leftOut, faults }
}

/** As the API and the command line take it. */
export const exportedText = (given: Given): string => `${JSON.stringify(membersOf(given), null, 2)}\n`
