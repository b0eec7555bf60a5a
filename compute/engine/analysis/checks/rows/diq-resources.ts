/** The DIQ checks of resources (DS06) and of calendars (DS19, DS20). */

import { ALERT, cannot, ERROR, entry, WARNING, withdrawn } from './diq-row.ts'
import type { CheckSpec } from './spec.ts'

const rows = { counts: 'assignments' } as const
const BY_RESOURCE =
  'by task and resource, subproject and element of cost where they are mapped; as published, work without an element has no partner; roles are not read'
const LABOUR = 'resource_type = labour'
const A_DAY = 'each day counts by itself'
const DIRECT = ['element_of_cost given', 'element_of_cost != indirect']

const COST = 'DS03 (time-phased cost)'
const ACCOUNTS = 'DS01 (WBS dictionary) and DS03 (time-phased cost)'
const ROLES = 'roles of assignments, which are not read'
const UNITS = 'units of measure of resources, which are not read'

export const DIQ_RESOURCES: readonly CheckSpec[] = [
  entry('1060236', WARNING, 'Negative performance', ['actual_cost < 0 or actual_units < 0'], rows),
  entry(
    '1060237',
    ALERT,
    'Resources without budget',
    [
      'budgeted_cost = 0 or budgeted_units = 0',
      'budgeted_cost = 0 or element_of_cost given',
      'budgeted_cost = 0 or element_of_cost != indirect',
    ],
    rows,
  ),
  entry('1060238', WARNING, 'Negative budgets', ['budgeted_cost < 0 or budgeted_units < 0'], rows),
  entry(
    '1060239',
    ALERT,
    'Labor cost on other resources than labour',
    ['resource_type given', 'resource_type != labour'],
    {
      ...rows,
      population: ['element_of_cost = labor'],
    },
  ),
  withdrawn('1060240', 'Overhead used on some tasks', 'replaced by 1060262'),
  entry('1060241', WARNING, 'Tasks with indirect cost alone', ['is_indirect_alone'], {
    ...rows,
    population: ['element_of_cost = indirect'],
  }),
  withdrawn(
    '1060241-overhead',
    'Tasks with overhead alone',
    'overhead became indirect cost; the id 1060241 stands twice in the list',
  ),
  entry('1060242', WARNING, 'Planned lags of resources', ['lag_hours > 0 or lag_hours < 0'], rows),
  cannot('1060243', WARNING, 'Remaining lags of resources', 'remaining lags of assignments, which are not read'),
  entry('1060244', WARNING, 'Negative remaining budgets', ['remaining_cost < 0 or remaining_units < 0'], rows),
  entry('1060245', ERROR, 'Assignments without a resource', ['resource missing'], {
    ...rows,
    reading: 'roles are not read',
  }),
  entry('1060246', ALERT, 'Labour on several tasks at once', ['overlaps'], {
    ...rows,
    population: [`${LABOUR} or known_element_of_cost = labor`],
    reading: 'labour by its type alone where no element of cost is mapped',
  }),
  entry('1060247', ALERT, 'Names of resources that stand twice', ['same_name_ids > 1'], rows),
  entry('1060248', ERROR, 'Resources without a name', ['resource_name missing'], {
    ...rows,
    population: ['resource given'],
  }),
  cannot('1060249', WARNING, 'Roles whose cost is not labor', ROLES),
  cannot('1060250', ALERT, 'Assignments with resource and role', ROLES),
  cannot('1060251', ALERT, 'Roles without a resource that start soon', ROLES),
  cannot('1060252', ALERT, 'Names of roles that stand twice', ROLES),
  cannot('1060253', ERROR, 'Roles without a name', ROLES),
  entry('1060254', ERROR, 'Both schedules have resources', ['resource given'], { ...rows, limit: '>= 1' }),
  entry('1060255', WARNING, 'Resources that start after they finish', ['start > finish'], rows),
  entry('1060256', WARNING, 'Labour without an element of cost for it', ['element_of_cost not in labor, indirect'], {
    ...rows,
    population: [LABOUR],
  }),
  cannot('1060257', WARNING, 'Labour that is not counted in hours', UNITS),
  cannot('1060258', WARNING, 'Material without a unit', UNITS),
  entry('1060259', ERROR, 'Assignments that stand twice', ['same_assignment_count > 1'], {
    ...rows,
    reading: 'by task and resource: roles are not read',
  }),
  entry('1060260', WARNING, 'Resources of the baseline that the current schedule lacks', ['not is_in_other'], {
    ...rows,
    schedule: 'baseline',
    reading: BY_RESOURCE,
  }),
  entry('1060261', WARNING, 'Resources that the baseline lacks', ['not is_in_other'], {
    ...rows,
    schedule: 'current',
    reading: BY_RESOURCE,
  }),
  entry('1060262', WARNING, 'Indirect cost used on some tasks alone', ['lacks_indirect'], {
    ...rows,
    population: DIRECT,
  }),
  entry('1060264', WARNING, 'Several elements of cost on a task', ['direct_elements > 1'], {
    ...rows,
    population: DIRECT,
  }),
  entry('1060265', ERROR, 'Resources without an element of cost', ['element_of_cost missing'], {
    ...rows,
    population: ['resource given'],
  }),
  entry('1060266', WARNING, 'Resources in several subprojects', ['resource_subprojects > 1'], rows),
  entry(
    '1060267',
    ALERT,
    'Indirect cost with hours',
    ['budgeted_units > 0 or actual_units > 0 or remaining_units > 0'],
    {
      ...rows,
      population: ['element_of_cost = indirect'],
    },
  ),
  cannot('9060283', WARNING, 'Resources at elements that are no packages', 'DS01 (WBS dictionary)'),
  cannot('9060284', ALERT, 'Performance against cost', COST),
  cannot('9060285', ALERT, 'Actual cost without performance, by work package', COST),
  withdrawn('9060285-account', 'Actual cost without performance', 'the id 9060285 stands twice in the list'),
  withdrawn('9060286', 'Performance without actual cost', 'replaced by 9060304 and 9060305'),
  cannot('9060287', WARNING, 'Labour performance against cost', COST),
  withdrawn('9060288', 'Labour performance without actual hours', 'replaced by 9060302 and 9060303'),
  cannot('9060289', WARNING, 'Actual hours without labour performance, by work package', COST),
  withdrawn('9060289-account', 'Actual hours without labour performance', 'the id 9060289 stands twice in the list'),
  cannot('9060290', ALERT, 'Budgets against cost', COST),
  cannot('9060291', WARNING, 'Labour units against hours of the cost system', COST),
  cannot('9060292', WARNING, 'Hours of other resources beside hours of labour', COST),
  entry('9060293', ALERT, 'Assignments whose calendar the schedule does not have', ['not task.is_calendar_known'], {
    ...rows,
  }),
  cannot('9060294', ALERT, 'Elements of cost against the cost system', COST),
  cannot('9060295', WARNING, 'Subcontracts that their list lacks', 'DS13 (subcontracts)'),
  entry('9060296', WARNING, 'Resources that finish after their task', ['finish > task.early_finish'], {
    ...rows,
    schedule: 'baseline',
  }),
  cannot('9060297', ALERT, 'Remaining cost against the cost system', COST),
  cannot('9060298', ALERT, 'Remaining units against the cost system', COST),
  cannot('9060299', ERROR, 'Resources without rates', 'DS21 (rates)'),
  entry('9060300', WARNING, 'Resources that start before their task', ['start < task.early_start'], {
    ...rows,
    schedule: 'baseline',
  }),
  entry('9060301', ERROR, 'Assignments to tasks that are not there', ['task.id missing'], rows),
  cannot('9060302', WARNING, 'Labour performance without actual hours, by work package', COST),
  cannot('9060303', WARNING, 'Labour performance without actual hours, by control account', ACCOUNTS),
  cannot('9060304', ALERT, 'Performance without actual cost, by control account', ACCOUNTS),
  cannot('9060305', ALERT, 'Performance without actual cost, by work package', COST),
  cannot('9060306', ALERT, 'Actual cost without performance, by control account', ACCOUNTS),
  cannot('9060307', WARNING, 'Actual hours without labour performance, by control account', ACCOUNTS),
  entry('1190592', WARNING, 'Hours per day below 0 or above 24', ['hours_per_day < 0 or hours_per_day > 24'], {
    counts: 'calendars',
  }),
  entry('1190593', ERROR, 'Names of calendars that stand twice', ['same_name_count > 1'], { counts: 'calendars' }),
  entry('1190594', ALERT, 'Shifts above 12 hours', ['longest_shift_hours > 12'], { counts: 'calendars' }),
  entry('1200595', ERROR, 'Calendar exceptions that stand twice', ['same_day_count > 1'], {
    counts: 'exceptions',
    reading: A_DAY,
  }),
  entry('1200597', ALERT, 'Days off without a shift', ['longest_shift_hours = 0'], {
    counts: 'exceptions',
    population: ['is_work'],
    reading: `as published, of exceptions that are no whole days off (exception_work_day N): a package has plain holidays as Y; ${A_DAY}`,
  }),
  entry('1200598', ALERT, 'Exceptions with shifts above 12 hours', ['longest_shift_hours > 12'], {
    counts: 'exceptions',
    reading: A_DAY,
  }),
  entry('9200596', ALERT, 'Exceptions of calendars that are not there', ['calendar missing'], { counts: 'exceptions' }),
]
