/** Resources with their limits, and assignments, as elements of the XML of Microsoft Project, in the order that its schema requires. */
import type {
  AssignmentColumns,
  AssignmentMoment,
  AssignmentNumber,
} from '../../../../shared/contract/schedule/assignments.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import {
  type ResourceLimitSpan,
  type ResourceSpec,
  type ResourceType,
  specsByCode,
} from '../../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { cost, duration, element, momentText } from './ms-project-values.ts'

/** Machines are work there, too. */
const TYPES: Readonly<Record<ResourceType, number>> = { material: 0, labour: 1, nonlabour: 1, cost: 2 }
/** Microsoft Project has no work resource without a maximum: this one is more than anybody asks for. */
export const NO_MAXIMUM = 1_000
const MINUTES_PER_HOUR = 60
/** Delays are tenths of a minute. */
const DELAY_PER_HOUR = 600

export function* resourceElements(columns: ScheduleColumns): Generator<string> {
  const { values } = columns.resources
  for (const [code, spec] of specsByCode(columns).entries()) {
    const type = spec?.type ?? 'labour'
    yield `<Resource><UID>${code + 1}</UID><ID>${code + 1}</ID>${element('Name', textAt(values, code))}${element('Type', TYPES[type])}<IsNull>0</IsNull>${TYPES[type] === 1 ? limitElements(spec) : ''}</Resource>`
  }
}

const shown = (units: number): number => Math.min(units, NO_MAXIMUM)

/** A limit without dates is the maximum. Those with dates are periods, which leave no day out: on such a day there would be nothing of the resource. */
function limitElements(spec: ResourceSpec | undefined): string {
  const limits = spec?.limits ?? []
  const isOpen = ({ from, to }: (typeof limits)[number]): boolean => from === undefined && to === undefined
  const most = limits.findLast(isOpen)?.unitsPerDay ?? (spec?.type === 'nonlabour' ? NO_MAXIMUM : 1)
  const dated = limits.slice(limits.findLastIndex(isOpen) + 1)
  const periods = (dated.length === 0 ? [] : wholeTime(dated, most)).map(
    ({ from, to, unitsPerDay }) =>
      `<AvailabilityPeriod>${element('AvailableFrom', dateText(from, '00:00'))}${element('AvailableTo', dateText(to, '23:59'))}${element('AvailableUnits', shown(unitsPerDay))}</AvailabilityPeriod>`,
  )
  const isSaid = spec?.limits !== undefined || spec?.type === 'nonlabour'
  return [
    isSaid ? element('MaxUnits', shown(most)) : '',
    spec?.canLevel === false ? element('CanLevel', 0) : '',
    periods.length === 0 ? '' : `<AvailabilityPeriods>${periods.join('')}</AvailabilityPeriods>`,
  ].join('')
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
  let uid = 1
  const head = (row: number, code: number): string =>
    `<UID>${uid++}</UID><TaskUID>${uids[row]}</TaskUID><ResourceUID>${code + 1}</ResourceUID>`
  for (let row = 0; row < columns.taskCount; row++) {
    const assigned = new Set<number>()
    if (assignments !== undefined)
      for (let k = assignments.start[row]; k < assignments.start[row + 1]; k++) {
        const code = assignments.resource[k]
        assigned.add(code)
        yield `<Assignment>${head(row, code)}${amounts(assignments, k, specs[code]?.type ?? 'labour')}</Assignment>`
      }
    for (let k = start[row]; k < start[row + 1]; k++)
      if (!assigned.has(codes[k])) yield `<Assignment>${head(row, codes[k])}<Units>1</Units></Assignment>`
  }
}

function amounts(assignments: AssignmentColumns, k: number, type: ResourceType): string {
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
    element('Delay', Number.isNaN(lag) || lag === 0 ? undefined : Math.round(DELAY_PER_HOUR * lag)),
    element('Finish', momentText(at('end'))),
    element('RemainingCost', cost(at('remainingCost'))),
    element('RemainingWork', work('remainingUnits')),
    element('Start', momentText(at('begin'))),
    element('Units', Number.isNaN(units) ? undefined : units),
    element('Work', work('budgetedUnits')),
  ].join('')
}
