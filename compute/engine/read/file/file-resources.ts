/**
 * The resources of a file: those that its tasks name become the member `resources` of the container. Tasks name a resource by its name, and where two of
 * those that work have one name, by the name with the code behind it.
 */
import { ASSIGNMENT_NUMBER_MAX } from '../../../../shared/contract/schedule/assignments.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import {
  RESOURCE_ID_LENGTH_MAX,
  RESOURCES_MAX,
  type ResourceType,
  type SentPrices,
  type SentResource,
} from '../../../../shared/contract/schedule/resources.ts'
import { type ColumnsBuilder, fieldIndex } from '../columns-builder.ts'
import type { ImportWarnings } from './import-warnings.ts'

type Limits = NonNullable<SentResource['limits']>

const encoder = new TextEncoder()
const RESOURCES = fieldIndex('resources')

export class FileResource {
  readonly type: ResourceType
  /** '' = none, or none that work waits for. */
  calendarId: string
  limits: Limits | undefined
  prices: SentPrices | undefined
  /** By which the tool tells it from others; '' = none. */
  shortName = ''
  /** Levelling leaves it alone. */
  isNeverLevelled = false
  /** A task names it. */
  isNamed = false
  /** As the file names it. */
  readonly name: string
  /** As tasks name it; '' = the row of work that nobody has yet. */
  id: string
  /** What tells it from others of the name. */
  readonly mark: string
  /** In the column of resources, once all of them are known. */
  code = -1

  constructor(name: string, mark: string, type: ResourceType, calendarId: string) {
    this.name = name.trim().slice(0, RESOURCE_ID_LENGTH_MAX)
    this.id = this.name
    this.mark = mark.trim().slice(0, RESOURCE_ID_LENGTH_MAX / 4)
    this.type = type
    this.calendarId = calendarId
  }
}

export class FileResources {
  readonly #list: FileResource[] = []

  /** `mark`: its code or number. */
  add(name: string, mark: string, type: ResourceType, calendarId: string): FileResource {
    const resource = new FileResource(name, mark, type, calendarId)
    this.#list.push(resource)
    return resource
  }

  /** When all that tasks name are marked: ids of their own, and their codes in the columns. */
  settle(builder: ColumnsBuilder): void {
    const byName = new Map<string, FileResource[]>()
    for (const resource of this.#list) {
      if (!resource.isNamed || resource.id === '') continue
      const others = byName.get(resource.id)
      if (others === undefined) byName.set(resource.id, [resource])
      else others.push(resource)
    }
    const taken = new Set([...byName].flatMap(([name, { length }]) => (length === 1 ? name : [])))
    for (const [name, list] of byName) {
      if (list.length > 1) for (const resource of list) resource.id = ownId(name, resource.mark, taken)
      for (const resource of list) {
        const bytes = encoder.encode(resource.id)
        resource.code = builder.codeSets(RESOURCES).codeOf(bytes, 0, bytes.length)
      }
    }
  }

  get #named(): FileResource[] {
    return this.#list.filter(({ code }) => code >= 0)
  }

  get namedCount(): number {
    return this.#named.length
  }

  /** The resources that tasks name. `hasCalendar`: whether the container has a calendar of that id. */
  member(hasCalendar: (id: string) => boolean): { readonly resources?: readonly SentResource[] } {
    const resources = this.#named
      .slice(0, RESOURCES_MAX)
      .map(({ id, name, shortName, type, calendarId, limits, prices, isNeverLevelled }) => ({
        id,
        ...(name === id ? {} : { name }),
        ...(shortName === '' || shortName === id ? {} : { short_name: shortName }),
        type,
        ...(calendarId !== '' && hasCalendar(calendarId) ? { calendar_id: calendarId } : {}),
        ...(isNeverLevelled ? { can_level: false } : {}),
        ...(limits === undefined ? {} : { limits }),
        ...(prices === undefined ? {} : { prices }),
      }))
    return resources.length === 0 ? {} : { resources }
  }

  /** Calendars by which somebody works that a task names. */
  get calendarIds(): Set<string> {
    return new Set(this.#named.map(({ calendarId }) => calendarId).filter(id => id !== ''))
  }
}

/** The name with the mark behind it, and a number where that is taken, too. */
function ownId(name: string, mark: string, taken: Set<string>): string {
  let id = `${name.slice(0, RESOURCE_ID_LENGTH_MAX / 2)} (${mark})`
  for (let n = 2; taken.has(id); n++) id = `${name.slice(0, RESOURCE_ID_LENGTH_MAX / 2)} (${mark}, ${n})`
  taken.add(id)
  return id
}

/** What a resource can bear from a day on, until the next rate begins: per hour, of work so many persons. */
export interface Rate {
  /** Day number; a rate without one is the first. */
  readonly from: number
  /** P6 writes 0 where nobody has stated a limit; NaN = not said. */
  readonly unitsPerHour: number
  /** Of an hour, or of a unit of a material; NaN = not said. */
  readonly pricePerUnit: number
}

/**
 * The first rate also holds before its day: files begin when the resource was entered. Equal neighbours are one limit. P6 gives every new resource a
 * maximum of 1 per hour, which says nothing of a material. `hours`: of a day, by which a limit per hour is one per day; 1 for work.
 */
export function limitsOfRates(rates: readonly Rate[], type: ResourceType, hours: number): Limits | undefined {
  const isSaid = (units: number): boolean =>
    units > 0 && units * hours <= ASSIGNMENT_NUMBER_MAX && !(type === 'material' && units === 1)

  if (rates.length === 0) return undefined
  const steps: Rate[] = []
  for (const rate of rates.toSorted((a, b) => a.from - b.from)) {
    const last = steps.at(-1)
    if (last?.from === rate.from) steps[steps.length - 1] = rate
    else if (last?.unitsPerHour !== rate.unitsPerHour) steps.push(rate)
  }
  return steps.map(({ from, unitsPerHour }, n) => ({
    ...(isSaid(unitsPerHour) ? { units_per_day: unitsPerHour * hours } : {}),
    ...(n === 0 ? {} : { from: formatDay(from) }),
    ...(n === steps.length - 1 ? {} : { to: formatDay(steps[n + 1].from - 1) }),
  }))
}

/** P6 writes 0 where nobody has stated a price. */
export const pricesOfRates = (rates: readonly Rate[]): SentPrices | undefined =>
  mergedPrices(rates.map(({ from, pricePerUnit }) => ({ from, price: { price_per_unit: pricePerUnit } })))

type Price = Omit<SentPrices[number], 'from'>

/** Prices in the order of their days, each from a day on, the first one without; equal neighbours are one. undefined = none is above 0. */
export function mergedPrices(
  from: readonly { readonly from: number; readonly price: Price }[],
): SentPrices | undefined {
  const steps: { readonly from: number; readonly said: Price; readonly text: string }[] = []
  for (const { from: day, price } of from.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const isSaid = ([, value]: [string, unknown]): boolean =>
      Number(value) >= 0 && Number(value) <= ASSIGNMENT_NUMBER_MAX
    const said: Price = Object.fromEntries(Object.entries(price).filter(isSaid))
    const text = JSON.stringify(said)
    if (steps.at(-1)?.from === day) steps.pop()
    if (text !== '{}' && steps.at(-1)?.text !== text) steps.push({ from: day, said, text })
  }
  const isAbove = ({ said }: (typeof steps)[number]): boolean => Object.values(said).some(value => Number(value) > 0)
  if (!steps.some(isAbove)) return undefined
  return steps.map(({ from: day, said }, n) => (n === 0 ? said : { ...said, from: formatDay(day) }))
}

/** What is said, in every format, of assignments that name nobody. */
export const reportUnknownResources = (warnings: ImportWarnings, count: number): void =>
  warnings.add(
    'resource_unknown',
    'Assignments name resources that the file does not have; their tasks are read without them.',
    count,
  )

/** What is said, in every format, of assignments that name no task of the schedule. */
export const reportTaskless = (warnings: ImportWarnings, count: number): void =>
  warnings.add(
    'assignment_without_task',
    'Assignments name tasks that the file does not have; their work and costs are left out.',
    count,
  )
