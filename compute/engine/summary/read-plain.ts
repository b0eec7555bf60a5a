/** How summaries say things: what is read of a plain result, and the figures, ids and lists as words. A missing member is silence. */
import { nameListKeyOf } from '../../../shared/contract/task-names.ts'
import { type DayBasis, dayBasis, inDays, offsetBasis } from '../wording/days.ts'
import { idWithName } from '../wording/tasks.ts'
import type { Plain, PlainMap } from './plain.ts'

const isMap = (value: Plain | undefined): value is PlainMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value under these names, one inside the other. */
export function at(value: Plain | undefined, ...names: readonly string[]): Plain | undefined {
  let here = value
  for (const name of names) here = isMap(here) ? here[name] : undefined
  return here
}

/** The objects of a list; none where there is no list. */
export const rowsAt = (value: Plain | undefined, ...names: readonly string[]): PlainMap[] => {
  const list = at(value, ...names)
  return Array.isArray(list) ? list.filter(isMap) : []
}

export const textsAt = (value: Plain | undefined, ...names: readonly string[]): string[] => {
  const list = at(value, ...names)
  return Array.isArray(list) ? list.filter(item => typeof item === 'string') : []
}

export const numberAt = (value: Plain | undefined, ...names: readonly string[]): number | undefined => {
  const number = at(value, ...names)
  return typeof number === 'number' ? number : undefined
}

/** A text or a number as it stands; undefined = nothing to say. */
export const wordAt = (value: Plain | undefined, ...names: readonly string[]): string | undefined => {
  const word = at(value, ...names)
  return typeof word === 'string' || typeof word === 'number' ? String(word) : undefined
}

/** The task of a row, with its name. */
export const taskAt = (row: Plain | undefined): string => idWithName(wordAt(row, 'id') ?? '', wordAt(row, 'name'))

/** The tasks of a list of ids, with the names that stand beside it. */
export const tasksAt = (value: Plain | undefined, member: string): string[] => {
  const names = at(value, nameListKeyOf(member))
  return textsAt(value, member).map((id, n) => {
    const name = Array.isArray(names) ? names[n] : undefined
    return idWithName(id, typeof name === 'string' ? name : undefined)
  })
}

/** What durations and floats of a result are days of, by the calendar in its data; undefined where that was left out. */
export function basisOf(data: Plain | undefined): DayBasis | undefined {
  const mode = wordAt(data, 'calendar', 'mode')
  return mode === undefined ? undefined : dayBasis(mode as Parameters<typeof dayBasis>[0])
}

/** What movements and other differences of offsets are days of. */
export function offsetBasisOf(data: Plain | undefined): DayBasis | undefined {
  const mode = wordAt(data, 'calendar', 'mode')
  return mode === undefined ? undefined : offsetBasis(mode as Parameters<typeof offsetBasis>[0])
}

/** A name of an interface in words: near_critical -> near critical. */
export const spoken = (name: string): string => name.replaceAll('_', ' ')

/** A label and what is to be said after it; undefined when there is nothing. */
export const sentence = (label: string, parts: readonly string[], between = ', '): string | undefined =>
  parts.length === 0 ? undefined : `${label}: ${parts.join(between)}.`

/** "owner 3 days, weather -1 day": the members of a map of days that are not 0. */
export const daysByName = (value: Plain | undefined, basis?: DayBasis): string[] =>
  isMap(value)
    ? Object.entries(value).flatMap(([name, days]) =>
        typeof days === 'number' && days !== 0 ? [`${spoken(name)} ${inDays(days, basis)}`] : [],
      )
    : []
