/**
 * Who works on a task, with how much: the members of one entry of `assignments` of a task, each with its column. The request schema, the readers,
 * the frame and the writers are made from these rows. The resources themselves, with their limits, are resources.ts.
 */
import Type, { type TSchema } from 'typebox'
import { Day } from './day.ts'

/** Numbers of an assignment; NaN = not said. Those of work are hours, of a material its own quantity. */
export const ASSIGNMENT_NUMBERS = [
  'unitsPerDay',
  'remainingUnitsPerDay',
  'budgetedUnits',
  'actualUnits',
  'remainingUnits',
  'remainingDurationHours',
  'lagHours',
  'budgetedCost',
  'actualCost',
  'remainingCost',
  'pricePerUnit',
] as const
export type AssignmentNumber = (typeof ASSIGNMENT_NUMBERS)[number]

/** No number of an assignment is larger: sums of them stay finite. */
export const ASSIGNMENT_NUMBER_MAX = 1e12

/** Moments (minutes since 1970) between which it works; NaN = not said. */
export const ASSIGNMENT_MOMENTS = ['begin', 'end'] as const
export type AssignmentMoment = (typeof ASSIGNMENT_MOMENTS)[number]

/**
 * The assignments of all tasks by task (CSR): those of task i are entries start[i] .. start[i + 1), in input order. An array that no assignment has a
 * value in has length 0.
 */
export type AssignmentColumns = {
  /** Length taskCount + 1. */
  readonly start: Uint32Array
  /** Code of the resource in ScheduleColumns.resources.values. A task can name a resource twice. */
  readonly resource: Uint32Array
  /** Whether its work decides the dates of a task that depends on its resources: 0 = not said, 1 = no, 2 = yes. */
  readonly drives: Uint8Array
} & { readonly [Name in AssignmentNumber | AssignmentMoment]: Float64Array }

interface AssignmentField {
  /** Name in requests. */
  readonly name: string
  readonly column: AssignmentNumber | AssignmentMoment
  readonly kind: 'number' | 'moment'
  readonly description: string
  readonly unit?: string
  readonly minimum?: number
  /** Work and cost: where schedules are audited, an amount below 0 stays as it was sent, since that is what a check looks for. */
  readonly isAmount?: true
  readonly example: unknown
}

const number = (
  name: string,
  column: AssignmentNumber,
  description: string,
  unit: string,
  example: number,
): AssignmentField => ({
  name,
  column,
  kind: 'number',
  description,
  unit,
  // a lag may be negative
  ...(column === 'lagHours' ? {} : { minimum: 0 }),
  ...(/^(?:budgeted|actual|remaining)(?:Units|Cost)$/.test(column) ? { isAmount: true } : {}),
  example,
})
const moment = (name: string, column: AssignmentMoment, description: string, example: string): AssignmentField => ({
  name,
  column,
  kind: 'moment',
  description,
  example,
})

export const ASSIGNMENT_FIELDS: readonly AssignmentField[] = [
  number(
    'units_per_day',
    'unitsPerDay',
    'How much of the resource works: 1 is one person (or machine) full time, 3 a crew of three, 0.5 half time. Of a material: its quantity per day. Alias: units. Absent: 1.',
    'units per day',
    1,
  ),
  number(
    'remaining_units_per_day',
    'remainingUnitsPerDay',
    'The same of the work that is left. Absent: units_per_day.',
    'units per day',
    1,
  ),
  number(
    'budgeted_units',
    'budgetedUnits',
    'Budgeted work in hours; of a material its budgeted quantity.',
    'hours or quantity',
    40,
  ),
  number(
    'actual_units',
    'actualUnits',
    'Work done in hours; of a material the quantity used.',
    'hours or quantity',
    16,
  ),
  number(
    'remaining_units',
    'remainingUnits',
    'Work left in hours; of a material the quantity left. Absent: what units_per_day gives over the remaining days.',
    'hours or quantity',
    24,
  ),
  number(
    'remaining_duration_hours',
    'remainingDurationHours',
    'Working hours over which the rest is spread.',
    'hours',
    24,
  ),
  number('lag_hours', 'lagHours', 'Working hours from the start of the task to that of this work.', 'hours', 0),
  number('budgeted_cost', 'budgetedCost', 'Budgeted cost of the assignment.', 'cost', 2400),
  number('actual_cost', 'actualCost', 'Cost so far of the assignment.', 'cost', 960),
  number('remaining_cost', 'remainingCost', 'Cost that is still to come.', 'cost', 1440),
  number(
    'price_per_unit',
    'pricePerUnit',
    'Price of an hour of its work; of a material that of a unit. Where it is another than that of `prices` of its resource at the start of this work.',
    'cost per hour or unit',
    30,
  ),
  moment('start', 'begin', 'Start of the work that is left.', '2026-03-02T08:00'),
  moment('finish', 'end', 'Finish of the work that is left.', '2026-03-06T17:00'),
]

const schemaOf = ({ kind, description, unit, minimum, example }: AssignmentField): TSchema =>
  kind === 'number'
    ? Type.Unsafe({
        type: ['number', 'null'],
        ...(minimum === undefined ? {} : { minimum }),
        maximum: ASSIGNMENT_NUMBER_MAX,
        description,
        'x-unit': unit,
        examples: [example],
      })
    : Day({ description, examples: [example] })

export const TaskAssignment = Type.Object(
  {
    resource: Type.String({ description: 'Id of the resource, as in `resources` of the schedule; or its name.' }),
    ...Object.fromEntries(ASSIGNMENT_FIELDS.map(field => [field.name, Type.Optional(schemaOf(field))])),
    drives_dates: Type.Optional(
      Type.Boolean({
        description: 'True: this work decides the dates of a task that depends on its resources. Absent: true.',
      }),
    ),
  },
  { $id: 'TaskAssignment', description: 'A resource at work on a task.' },
)
