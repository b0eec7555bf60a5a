/** Calendars, resources, and the hours and costs that tasks have of them. */
import { SPD_WEEKDAYS } from '../../../shared/contract/deliverables/spd-fields.ts'
import { specsByCode } from '../../../shared/contract/schedule/resources.ts'
import { deliveredIds, joinedAssignments, resourceCodes, SEVERAL } from './assigned.ts'
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
    'Days of exceptions before the first and after the last date of the schedule are left out.',
  )
  outside.isLeftOut = true
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
  const specs = specsByCode(columns)
  const delivered = deliveredIds(specs)
  const codes = resourceCodes(specs)
  const { columns: assigned, joined } = joinedAssignments(columns)
  const several = notes.change('ResourceAssignments', 'ResourceID', SEVERAL)
  for (const i of joined) several.add(i)
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
    const spec = specs[r]
    const id = delivered[r] ?? names(r)
    const isClean = isCleanId(id)
    ids.push(isClean ? id : `RESOURCE-${r + 1}`)
    const type = spec?.type ?? 'labour'
    inHours.push(type === 'labour' || type === 'nonlabour')
    // the same resource by its id and by its name
    if (codes[r] !== r) continue
    if (!isClean) renamed.add()
    list.open()
    list.text('ID', ids[r])
    list.text('Name', clean(spec?.name ?? spec?.id ?? id) || ids[r])
    const element = elementOf === undefined ? ELEMENTS[type] : elementOf(-1, r)
    if (element === undefined) elementless.add()
    else list.text('ElementOfCostID', element)
    notes.source('Resources', 'ElementOfCostID', elementOf === undefined ? 'computed' : 'mapping')
    list.close()
  }
  for (let i = 0; i < facts.taskCount; i++)
    for (let k = assigned.start[i]; k < assigned.start[i + 1]; k++) {
      const r = assigned.resource[k]
      part.open()
      part.text('ResourceID', ids[r])
      part.textOf('TaskID', columns.id, i)
      for (const { dollars, cost, hours, units } of AMOUNTS) {
        const [money, work] = [assigned[cost][k] ?? Number.NaN, assigned[units][k] ?? Number.NaN]
        if (!Number.isNaN(money)) part.number(dollars, rounded(money))
        if (inHours[r] && !Number.isNaN(work)) part.number(hours, rounded(work))
      }
      part.close()
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
