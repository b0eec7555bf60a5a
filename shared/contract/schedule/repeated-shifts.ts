/**
 * Shifts that many exceptions of calendars share, in the head of a frame. A recurrence in a project file is an exception for each of its days, all with
 * one list of shifts; as JSON each would say that list again, so 2.5 KB of a file would become 9 MB. A list that stands in several places is written once,
 * and its number in those places.
 */

type Members = Readonly<Record<string, unknown>>
type List = readonly unknown[]

interface Packed {
  readonly params: Members
  /** Lists that stand in several places; none of them. */
  readonly shifts: readonly List[] | undefined
}

/** `places`: of the containers whose calendars are meant, as steps from the parameters. */
export function packShifts(params: Members, places: readonly (readonly string[])[]): Packed {
  const seen = new Set<List>()
  const numbers = new Map<List, number>()
  const note = (shifts: unknown): unknown => {
    if (!Array.isArray(shifts) || shifts.length === 0) return shifts
    if (!seen.has(shifts)) seen.add(shifts)
    else if (!numbers.has(shifts)) numbers.set(shifts, numbers.size)
    return shifts
  }
  for (const place of places) changed(params, place, note)
  if (numbers.size === 0) return { params, shifts: undefined }
  const numbered = (shifts: unknown): unknown => numbers.get(shifts as List) ?? shifts
  return { params: places.reduce((made, place) => changed(made, place, numbered), params), shifts: [...numbers.keys()] }
}

/** What packShifts was given. Throws a RangeError for a number without a list. */
export function unpackShifts(
  params: Members,
  places: readonly (readonly string[])[],
  shifts: readonly List[] | undefined,
): Members {
  if (shifts === undefined) return params
  const listOf = (sent: unknown): unknown => {
    if (typeof sent !== 'number') return sent
    const list = shifts[sent]
    if (list === undefined) throw new RangeError(`shifts ${sent} of ${shifts.length}`)
    return list
  }
  return places.reduce((made, place) => changed(made, place, listOf), params)
}

/** The value with `change` made; itself where nothing has changed. */
function changed<Value>(value: Value, place: readonly string[], change: (shifts: unknown) => unknown): Value {
  if (typeof value !== 'object' || value === null) return value
  const [name, ...rest] = place
  if (name !== undefined) return withMember(value, name, member => changed(member, rest, change))
  return withMember(value, 'calendars', calendars =>
    withItems(calendars, calendar =>
      withMember(calendar, 'exceptions', exceptions =>
        withItems(exceptions, exception => withMember(exception, 'shifts', change)),
      ),
    ),
  )
}

function withMember<Value>(value: Value, name: string, change: (member: unknown) => unknown): Value {
  if (typeof value !== 'object' || value === null) return value
  const member = (value as Members)[name]
  const made = member === undefined ? member : change(member)
  if (made === member) return value
  const copy = Array.isArray(value) ? [...value] : { ...value }
  ;(copy as Record<string, unknown>)[name] = made
  return copy as Value
}

function withItems(list: unknown, change: (item: unknown) => unknown): unknown {
  if (!Array.isArray(list)) return list
  const made = list.map(change)
  return made.some((item, n) => item !== list[n]) ? made : list
}
