/** Calendars, resources, and the hours and costs that tasks have of them. */
import { SPD_WEEKDAYS } from '../../../shared/contract/deliverables/spd-fields.ts'
import { assignedOf, isUnassigned } from './assigned.ts'
import { daysOfException, minutesOf } from './calendars.ts'
import { textsOf } from './facts.ts'
import { clean } from './record-part.ts'
import { isCleanId, rounded, type SpdPackage } from './spd-package.ts'

const ELEMENTS = {
  labour: 'LABOR',
  nonlabour: 'OTHER_DIRECT_COSTS',
  material: 'MATERIAL',
  cost: 'OTHER_DIRECT_COSTS',
} as const

const AMOUNTS = [
  {
    dollars: 'Budget_AtCompletion_Dollars',
    cost: 'budgetedCost',
    hours: 'Budget_AtCompletion_Hours',
    units: 'budgetedUnits',
  },
  {
    dollars: 'Estimate_ToComplete_Dollars',
    cost: 'remainingCost',
    hours: 'Estimate_ToComplete_Hours',
    units: 'remainingUnits',
  },
  { dollars: 'Actual_ToDate_Dollars', cost: 'actualCost', hours: 'Actual_ToDate_Hours', units: 'actualUnits' },
] as const

export function calendars(spd: SpdPackage): void {
  const { calendars, facts, notes } = spd.source
  const [list, shifts, exceptions] = [
    spd.part('Calendars'),
    spd.part('CalendarWorkshifts'),
    spd.part('CalendarExceptions'),
  ]
  const names = new Set<string>()
  const [from, to] = facts.span()
  const outside = notes.change(
    'CalendarExceptions',
    'ExceptionDate',
    'Exceptions before the first and after the last date of the schedule are left out.',
  )
  for (const c of spd.usedCalendars) {
    const spec = calendars.specs[c]
    const own = clean(spec.name ?? spec.id) || spec.id
    const name = names.has(own) ? `${own} (${spec.id})` : own
    if (name !== own) notes.change('Calendars', 'Name', 'Calendars of one name have their id behind it.').add()
    names.add(name)
    list.open()
    list.text('ID', spd.calendarId(c))
    list.text('Name', name)
    list.close()
    shifts.open()
    shifts.text('CalendarID', spd.calendarId(c))
    shifts.number('Ordinal', 1)
    // Sunday first
    for (const d of [6, 0, 1, 2, 3, 4, 5])
      shifts.number(`${SPD_WEEKDAYS[d]}WorkHours`, rounded(minutesOf(spec.week[d]) / 60))
    shifts.close()
    for (const { day, minutes } of daysOfException(spec, from, to, outside)) {
      exceptions.open()
      exceptions.text('CalendarID', spd.calendarId(c))
      exceptions.day('ExceptionDate', day)
      exceptions.number('WorkHours', rounded(minutes / 60))
      exceptions.close()
    }
  }
}

export function resources(spd: SpdPackage): void {
  const { facts, notes } = spd.source
  const { columns } = facts
  const { resources, assignments } = columns
  const names = textsOf(resources.values)
  const count = Math.max(0, resources.values.offsets.length - 1)
  const specs = new Map(
    (columns.resourceSpecs ?? []).flatMap(spec => [[spec.name ?? spec.id, spec] as const, [spec.id, spec] as const]),
  )
  const [list, part] = [spd.part('Resources'), spd.part('ResourceAssignments')]
  const renamed = notes.change(
    'Resources',
    'ID',
    'Ids of resources that are not printable ASCII are replaced by numbers.',
  )
  const elementOf = spd.source.mapping.ofAssignments('element_of_cost')
  const elementless = spd.missing(
    'Resources',
    'ElementOfCostID',
    'rejected',
    'Resources have no element of cost.',
    'Say in mapping.element_of_cost what its values become, or otherwise.',
  )
  const ids: string[] = []
  const inHours: boolean[] = []
  for (let r = 0; r < count; r++) {
    const name = names(r)
    const isClean = isCleanId(name)
    if (!isClean) renamed.add()
    ids.push(isClean ? name : `RESOURCE-${r + 1}`)
    const spec = specs.get(name)
    const type = spec?.type ?? 'labour'
    inHours.push(type === 'labour' || type === 'nonlabour')
    list.open()
    list.text('ID', ids[r])
    list.text('Name', clean(spec?.name ?? name) || ids[r])
    const element = elementOf === undefined ? ELEMENTS[type] : elementOf(-1, r)
    if (element === undefined) elementless.add()
    else list.text('ElementOfCostID', element)
    notes.source('Resources', 'ElementOfCostID', elementOf === undefined ? 'computed' : 'mapping')
    list.close()
  }
  for (let i = 0; i < facts.taskCount; i++) {
    if (isUnassigned(columns, i)) continue
    for (const [r, sums] of assignedOf(columns, i)) {
      part.open()
      part.text('ResourceID', ids[r])
      part.textOf('TaskID', columns.id, i)
      for (const { dollars, cost, hours, units } of AMOUNTS) {
        if (!Number.isNaN(sums[cost])) part.number(dollars, rounded(sums[cost]))
        if (inHours[r] && !Number.isNaN(sums[units])) part.number(hours, rounded(sums[units]))
      }
      part.close()
    }
  }
  if (count === 0 || assignments === undefined)
    spd
      .missing(
        'ResourceAssignments',
        'Budget_AtCompletion_Dollars',
        'accepted',
        'The schedule is not loaded with hours and costs.',
        'Load it, where the contract asks for it.',
      )
      .add()
}
