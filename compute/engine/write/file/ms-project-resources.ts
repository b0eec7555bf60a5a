/** Resources with their limits, and assignments, as elements of the XML of Microsoft Project, in the order that its schema requires. */
import type {
  AssignmentColumns,
  AssignmentMoment,
  AssignmentNumber,
} from '../../../../shared/contract/schedule/assignments.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import {
  PRICE_LEAST,
  pricePerUnitOn,
  type ResourceLimitSpan,
  type ResourcePriceSpan,
  type ResourceSpec,
  type ResourceType,
  specsByCode,
} from '../../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { cost, duration, element, momentText } from './ms-project-values.ts'

/** Machines are work there, too. */
const TYPES: Readonly<Record<ResourceType, number>> = { material: 0, labour: 1, nonlabour: 1, cost: 2 }
/** Microsoft Project has no work resource without a maximum: this one is more than anybody asks for. */
export const NO_MAXIMUM = 1_000
const MINUTES_PER_HOUR = 60
/** Delays are tenths of a minute. */
const DELAY_PER_HOUR = 600

/** Days that Microsoft Project has for no bound. */
const [FIRST_MOMENT, LAST_MOMENT] = ['1984-01-01T00:00:00', '2049-12-31T23:59:00']
/** Formats of rates: what the planner sees them by; the figure is that of an hour all the same. */
const [PER_HOUR, PER_UNIT] = [2, 8]

/** Cost rate tables: A has the prices of the resource; an assignment has another price by way of B to E. */
export interface RateTables {
  /** Entry r: prices of B and those behind it of resource r. */
  readonly others: readonly (readonly number[])[]
  /** Entry k: number of the table of assignment k, 0 = A. */
  readonly tableOf: Uint8Array
  /** Assignments whose price is a fifth other one. */
  readonly leftOut: number
}

const OTHER_TABLES = 4

export function rateTablesOf(columns: ScheduleColumns): RateTables {
  const { assignments } = columns
  const specs = specsByCode(columns)
  const others: number[][] = specs.map(() => [])
  const prices = assignments?.pricePerUnit ?? NO_PRICES
  const tableOf = new Uint8Array(assignments?.resource.length ?? 0)
  let leftOut = 0
  for (let k = 0; k < prices.length; k++) {
    const code = assignments!.resource[k]
    const day = Math.floor((assignments!.begin[k] ?? Number.NaN) / MINUTES_PER_DAY)
    if (!(Math.abs(prices[k] - pricePerUnitOn(specs[code]?.prices, day)) > PRICE_LEAST)) continue
    const known = others[code].indexOf(prices[k])
    const table = known < 0 && others[code].length < OTHER_TABLES ? others[code].push(prices[k]) - 1 : known
    if (table < 0) leftOut++
    tableOf[k] = table + 1
  }
  return { others, tableOf, leftOut }
}

const NO_PRICES = new Float64Array(0)

export function* resourceElements(columns: ScheduleColumns): Generator<string> {
  const { values } = columns.resources
  const { others } = rateTablesOf(columns)
  for (const [code, spec] of specsByCode(columns).entries()) {
    const type = spec?.type ?? 'labour'
    const { capacity, periods } = TYPES[type] === 1 ? limitElements(spec) : NO_LIMITS
    const { price, rates } = type === 'cost' ? NO_COSTS : priceElements(spec, others[code])
    yield `<Resource><UID>${code + 1}</UID><ID>${code + 1}</ID>${element('Name', textAt(values, code))}${element('Type', TYPES[type])}<IsNull>0</IsNull>${TYPES[type] === 1 ? capacity : ''}${price}${TYPES[type] === 1 ? periods : ''}${rates}</Resource>`
  }
}

const shown = (units: number): number => Math.min(units, NO_MAXIMUM)

const NO_LIMITS = { capacity: '', periods: '' }
const NO_COSTS = { price: '', rates: '' }

/** Price of the first day, and where there are others, all of them. */
function priceElements(spec: ResourceSpec | undefined, others: readonly number[]): typeof NO_COSTS {
  const own = spec?.prices ?? []
  if (own.length === 0 && others.length === 0) return NO_COSTS
  const format = spec?.type === 'material' ? PER_UNIT : PER_HOUR
  const said = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value)
  const pair = (name: string, value: number): string =>
    element(name, said(value)) + (Number.isNaN(value) ? '' : element(`${name}Format`, format))
  const priced = ({ perUnit, perOvertimeHour, perUse }: Omit<ResourcePriceSpan, 'from'>): string =>
    pair('StandardRate', perUnit) + pair('OvertimeRate', perOvertimeHour) + element('CostPerUse', cost(perUse))
  const rate = (table: number, { from, ...price }: ResourcePriceSpan, next?: ResourcePriceSpan): string => {
    const begin = Number.isFinite(from) ? dateText(from, '00:00') : FIRST_MOMENT
    const end = next === undefined ? LAST_MOMENT : dateText(next.from - 1, '23:59')
    return `<Rate>${element('RatesFrom', begin)}${element('RatesTo', end)}${element('RateTable', table)}${priced(price)}</Rate>`
  }
  const tables = [
    ...own.map((each, n) => rate(0, each, own[n + 1])),
    ...others.map((perUnit, n) =>
      rate(n + 1, { from: Number.NEGATIVE_INFINITY, perUnit, perOvertimeHour: Number.NaN, perUse: Number.NaN }),
    ),
  ]
  return {
    price: own.length === 0 ? '' : priced(own[0]!),
    rates: tables.length > 1 || own.length === 0 ? `<Rates>${tables.join('')}</Rates>` : '',
  }
}

/** A limit without dates is the maximum. Those with dates are periods, which leave no day out: on such a day there would be nothing of the resource. */
function limitElements(spec: ResourceSpec | undefined): typeof NO_LIMITS {
  const limits = spec?.limits ?? []
  const isOpen = ({ from, to }: (typeof limits)[number]): boolean => from === undefined && to === undefined
  const most = limits.findLast(isOpen)?.unitsPerDay ?? (spec?.type === 'nonlabour' ? NO_MAXIMUM : 1)
  const dated = limits.slice(limits.findLastIndex(isOpen) + 1)
  const periods = (dated.length === 0 ? [] : wholeTime(dated, most)).map(
    ({ from, to, unitsPerDay }) =>
      `<AvailabilityPeriod>${element('AvailableFrom', dateText(from, '00:00'))}${element('AvailableTo', dateText(to, '23:59'))}${element('AvailableUnits', shown(unitsPerDay))}</AvailabilityPeriod>`,
  )
  const isSaid = spec?.limits !== undefined || spec?.type === 'nonlabour'
  return {
    capacity:
      (isSaid ? element('MaxUnits', shown(most)) : '') + (spec?.canLevel === false ? element('CanLevel', 0) : ''),
    periods: periods.length === 0 ? '' : `<AvailabilityPeriods>${periods.join('')}</AvailabilityPeriods>`,
  }
}

/** The limits one after the other, `most` between them; of two for one day the last one counts. */
function wholeTime(limits: readonly ResourceLimitSpan[], most: number): ResourceLimitSpan[] {
  const cuts = [...new Set(limits.flatMap(({ from, to }) => [from ?? [], to === undefined ? [] : to + 1].flat()))]
  const starts = [Number.NEGATIVE_INFINITY, ...cuts.sort((a, b) => a - b)]
  const spans: ResourceLimitSpan[] = []
  for (const [n, start] of starts.entries()) {
    const holds = ({ from = start, to = start }: ResourceLimitSpan): boolean => from <= start && start <= to
    const isWithin = (limit: ResourceLimitSpan): boolean =>
      start === Number.NEGATIVE_INFINITY ? limit.from === undefined : holds(limit)
    const unitsPerDay = limits.findLast(isWithin)?.unitsPerDay ?? most
    const last = spans.at(-1)
    const next = starts[n + 1]
    const to = next === undefined ? undefined : next - 1
    if (last !== undefined && last.unitsPerDay === unitsPerDay) spans[spans.length - 1] = { ...last, to }
    else spans.push({ from: n === 0 ? undefined : start, to, unitsPerDay })
  }
  return spans
}

const dateText = (day: number | undefined, time: string): string | undefined =>
  day === undefined ? undefined : `${formatDay(day)}T${time}:00`

export function* assignmentElements(columns: ScheduleColumns, uids: readonly number[]): Generator<string> {
  const { assignments, resources } = columns
  const { start, codes } = resources
  const specs = specsByCode(columns)
  const { tableOf } = rateTablesOf(columns)
  let uid = 1
  const head = (row: number, code: number): string =>
    `<UID>${uid++}</UID><TaskUID>${uids[row]}</TaskUID><ResourceUID>${code + 1}</ResourceUID>`
  for (let row = 0; row < columns.taskCount; row++) {
    const assigned = new Set<number>()
    if (assignments !== undefined)
      for (let k = assignments.start[row]; k < assignments.start[row + 1]; k++) {
        const code = assignments.resource[k]
        assigned.add(code)
        yield `<Assignment>${head(row, code)}${amounts(assignments, k, specs[code]?.type ?? 'labour', tableOf[k] ?? 0)}</Assignment>`
      }
    for (let k = start[row]; k < start[row + 1]; k++)
      if (!assigned.has(codes[k])) yield `<Assignment>${head(row, codes[k])}<Units>1</Units></Assignment>`
  }
}

function amounts(assignments: AssignmentColumns, k: number, type: ResourceType, rateTable: number): string {
  const at = (name: AssignmentNumber | AssignmentMoment): number => {
    const values = assignments[name]
    return k < values.length ? values[k] : Number.NaN
  }
  const work = (name: AssignmentNumber): string | undefined =>
    Number.isNaN(at(name)) ? undefined : duration(MINUTES_PER_HOUR * at(name))
  const left = at('remainingUnitsPerDay')
  const rate = Number.isNaN(left) ? at('unitsPerDay') : left
  const units = type === 'material' ? at('budgetedUnits') : Number.isNaN(rate) && type !== 'cost' ? 1 : rate
  const lag = at('lagHours')
  return [
    element('ActualCost', cost(at('actualCost'))),
    element('ActualWork', work('actualUnits')),
    element('Cost', cost(at('budgetedCost'))),
    rateTable === 0 ? '' : element('CostRateTable', rateTable),
    element('Delay', Number.isNaN(lag) || lag === 0 ? undefined : Math.round(DELAY_PER_HOUR * lag)),
    element('Finish', momentText(at('end'))),
    element('RemainingCost', cost(at('remainingCost'))),
    element('RemainingWork', work('remainingUnits')),
    element('Start', momentText(at('begin'))),
    element('Units', Number.isNaN(units) ? undefined : units),
    element('Work', work('budgetedUnits')),
  ].join('')
}
