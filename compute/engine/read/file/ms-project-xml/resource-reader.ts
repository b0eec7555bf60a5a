/** Resources and assignments of the XML of Microsoft Project. */
import type { ResourceType } from '../../../../../shared/contract/schedule/resources.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import {
  ASSIGNMENT_VALUES,
  type AssignmentRows,
  type Limits,
  type MsResource,
  msResource,
  periodOf,
  type RateFrom,
} from '../ms-project/project-resources.ts'
import { knownFlag, knownMoment, knownNumber } from '../xml/single-values.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { durationMinutesOf, numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'

const NAME_LENGTH_MAX = 500
/** Of a resource: Microsoft Project has 25 in each of five tables. */
const RATES_MAX = 1_000
const MINUTES_PER_HOUR = 60
/** Costs are written in hundredths. */
const COST_SCALE = 100

/** By the number in the file. */
const TYPES: readonly ResourceType[] = ['material', 'labour', 'cost']
const WORK = 1
const RESOURCE_TYPE = { field: 'Resource.Type', readAs: '1, work' }
const isResourceType = (type: number): boolean => type in TYPES

export function readResources(xml: XmlCursor, resources: Map<number, MsResource>, warnings: ImportWarnings): void {
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name === E.Resource) readResource(xml, resources, warnings)
    else xml.skip()
  }
}

function readResource(xml: XmlCursor, resources: Map<number, MsResource>, warnings: ImportWarnings): void {
  let uid = Number.NaN
  let title = ''
  let calendarUid = Number.NaN
  let most = Number.NaN
  let number = WORK
  let isCost = false
  let isNull = false
  let canLevel = true
  let periods: Limits = []
  const price: Price = {}
  let rates: RateFrom[] = []
  for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
    if (part === E.UID) uid = numberIn(xml)
    else if (part === E.Name) title = textIn(xml)
    else if (part === E.CalendarUID) calendarUid = numberIn(xml)
    else if (part === E.MaxUnits) most = numberIn(xml)
    else if (part === E.Type) number = knownNumber(xml, warnings, RESOURCE_TYPE, isResourceType, WORK)
    else if (part === E.IsCostResource) isCost = knownFlag(xml, warnings, 'Resource.IsCostResource', 0) === 1
    else if (part === E.IsNull) isNull = knownFlag(xml, warnings, 'Resource.IsNull', 0) === 1
    else if (part === E.CanLevel) canLevel = knownFlag(xml, warnings, 'Resource.CanLevel', 1) === 1
    else if (part === E.AvailabilityPeriods) periods = readPeriods(xml, warnings)
    else if (part === E.Rates) rates = readRates(xml, warnings)
    else if (!takePrice(xml, part, price)) xml.skip()
  }
  if (isNull || !Number.isInteger(uid)) return
  const type = isCost ? 'cost' : TYPES[number]
  if (!rates.some(({ table }) => table === 0)) rates.push({ table: 0, from: Number.NEGATIVE_INFINITY, price })
  resources.set(uid, msResource({ uid, title, type, calendarUid, most, periods, canLevel, rates }))
}

type Price = { -readonly [Name in keyof RateFrom['price']]: RateFrom['price'][Name] }

/** Rates are of an hour, whatever unit the planner sees, or of a unit of a material. */
function takePrice(xml: XmlCursor, part: number, price: Price): boolean {
  if (part === E.StandardRate) price.price_per_unit = numberIn(xml)
  else if (part === E.OvertimeRate) price.overtime_price_per_hour = numberIn(xml)
  else if (part === E.CostPerUse) price.cost_per_use = numberIn(xml) / COST_SCALE
  else return false
  return true
}

/** The five cost rate tables, A to E. */
function readRates(xml: XmlCursor, warnings: ImportWarnings): RateFrom[] {
  const rates: RateFrom[] = []
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name !== E.Rate) {
      xml.skip()
      continue
    }
    let from = Number.NaN
    let table = 0
    const price: Price = {}
    for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
      if (part === E.RatesFrom) from = knownMoment(xml, warnings, 'Rate.RatesFrom')
      else if (part === E.RateTable) table = numberIn(xml)
      else if (!takePrice(xml, part, price)) xml.skip()
    }
    if (rates.length < RATES_MAX)
      rates.push({
        table,
        from: Number.isNaN(from) ? Number.NEGATIVE_INFINITY : Math.floor(from / MINUTES_PER_DAY),
        price,
      })
  }
  return rates
}

function readPeriods(xml: XmlCursor, warnings: ImportWarnings): Limits {
  const periods: Limits = []
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name !== E.AvailabilityPeriod) {
      xml.skip()
      continue
    }
    let from = Number.NaN
    let to = Number.NaN
    let units = Number.NaN
    for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
      if (part === E.AvailableFrom) from = knownMoment(xml, warnings, 'AvailabilityPeriod.AvailableFrom')
      else if (part === E.AvailableTo) to = knownMoment(xml, warnings, 'AvailabilityPeriod.AvailableTo')
      else if (part === E.AvailableUnits) units = numberIn(xml)
      else xml.skip()
    }
    const period = periodOf(from, to, units)
    if (period !== undefined) periods.push(period)
  }
  return periods
}

/** Elements in the order of ASSIGNMENT_VALUES; the work of an assignment is a duration. */
const ELEMENTS = [
  E.Work,
  E.ActualWork,
  E.RemainingWork,
  E.Cost,
  E.ActualCost,
  E.RemainingCost,
  E.Start,
  E.Finish,
] as const satisfies { readonly length: (typeof ASSIGNMENT_VALUES)['length'] }
const COST_FROM = ASSIGNMENT_VALUES.indexOf('budgetedCost')
const MOMENT_FROM = ASSIGNMENT_VALUES.indexOf('begin')
const VALUE_OF = new Map<number, number>(ELEMENTS.map((element, n) => [element, n]))

const DELAYS_LEFT_OUT =
  'Leveling delays of single assignments were left out, so that their work may come earlier: only those of tasks are read.'

export function readAssignments(xml: XmlCursor, rows: AssignmentRows, warnings: ImportWarnings): void {
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name === E.Assignment) readAssignment(xml, rows, warnings)
    else xml.skip()
  }
}

function readAssignment(xml: XmlCursor, rows: AssignmentRows, warnings: ImportWarnings): void {
  const read = ELEMENTS.map(() => Number.NaN)
  let task = Number.NaN
  let resource = Number.NaN
  let units = Number.NaN
  let delay = Number.NaN
  let levelingDelay = 0
  let rateTable = 0
  for (let part = xml.wanted(); part !== NO_CHILD; part = xml.wanted()) {
    const n = VALUE_OF.get(part)
    if (n !== undefined) read[n] = valueIn(xml, n, warnings)
    else if (part === E.TaskUID) task = numberIn(xml)
    else if (part === E.ResourceUID) resource = numberIn(xml)
    else if (part === E.Units) units = numberIn(xml)
    else if (part === E.Delay) delay = numberIn(xml)
    else if (part === E.LevelingDelay) levelingDelay = numberIn(xml)
    else if (part === E.CostRateTable) rateTable = numberIn(xml)
    else xml.skip()
  }
  if (levelingDelay > 0) warnings.add('leveling_delay_left_out', DELAYS_LEFT_OUT)
  rows.push(task, resource, units, delay, read, rateTable)
}

function valueIn(xml: XmlCursor, n: number, warnings: ImportWarnings): number {
  if (n >= MOMENT_FROM) return knownMoment(xml, warnings, 'Assignment')
  xml.text()
  return n < COST_FROM ? durationMinutesOf(xml) / MINUTES_PER_HOUR : numberOf(xml) / COST_SCALE
}

function textIn(xml: XmlCursor): string {
  xml.text()
  return xml.string().slice(0, NAME_LENGTH_MAX)
}
function numberIn(xml: XmlCursor): number {
  xml.text()
  return numberOf(xml)
}
