/** Which elements of P6 XML feed which slots of the records of its lists, and in which slots the keys of a row lie. */
import { ASSIGNMENT, LINK, OTHER_TASK, type P6List, RATE, RESOURCE, TASK, WBS, XML } from '../p6/p6-fields.ts'
import { SlotPlan } from '../xml/element-slots.ts'
import { E, type ElementName } from './element-names.ts'

/** Slots of a list of P6's own fields, behind them those of keys; '' = one that the reader fills. */
function planOf(list: P6List, keys: readonly (ElementName | '')[]): SlotPlan<ElementName> {
  const named = (group: P6List['dates']): (ElementName | '')[] => group.map(names => names[XML] as ElementName | '')
  return new SlotPlan(E, {
    dates: named(list.dates),
    numbers: [...named(list.numbers), ...keys],
    texts: named(list.texts),
  })
}

const keysOf = <const Name extends string>(list: P6List, names: readonly Name[]): Readonly<Record<Name, number>> =>
  Object.fromEntries(names.map((name, n) => [name, list.numbers.length + n])) as Record<Name, number>

export const PLANS = {
  task: planOf(TASK, ['ObjectId', 'ProjectObjectId', 'WBSObjectId', 'CalendarObjectId']),
  wbs: planOf(WBS, ['ObjectId', 'ParentObjectId']),
  resource: planOf(RESOURCE, ['ObjectId', 'CalendarObjectId']),
  rate: planOf(RATE, ['ResourceObjectId']),
  assignment: planOf(ASSIGNMENT, ['ActivityObjectId', 'ResourceObjectId', '']),
  link: planOf(LINK, [
    'PredecessorActivityObjectId',
    'SuccessorActivityObjectId',
    'PredecessorProjectObjectId',
    'SuccessorProjectObjectId',
  ]),
  other: planOf(OTHER_TASK, ['ObjectId', 'CalendarObjectId']),
}
// slots of the keys of an activity, a WBS node, a resource, its rate, an assignment, a link and an activity of another project
export const A = keysOf(TASK, ['id', 'project', 'wbs', 'calendar'])
export const W = keysOf(WBS, ['id', 'parent'])
export const R = keysOf(RESOURCE, ['id', 'calendar'])
export const RATED = keysOf(RATE, ['resource']).resource
export const S = keysOf(ASSIGNMENT, ['activity', 'resource', 'drives'])
export const L = keysOf(LINK, ['predecessor', 'successor', 'predecessorProject', 'successorProject'])
export const O = keysOf(OTHER_TASK, ['id', 'calendar'])

/** Elements of a user-defined field that have its value. */
export const FIELD_VALUES: ReadonlySet<number> = new Set([
  E.Text,
  E.TextValue,
  E.Double,
  E.DoubleValue,
  E.Integer,
  E.IntegerValue,
  E.Cost,
  E.CostValue,
  E.Indicator,
  E.IndicatorValue,
  E.StartDate,
  E.StartDateValue,
  E.FinishDate,
  E.FinishDateValue,
])
