/** `data` of POST /api/v1/health/planning-horizon. */
import Type, { type TSchema } from 'typebox'
import { checkData } from '../../endpoint/data/check-data.ts'
import { componentData } from '../../endpoint/data/component-data.ts'
import { PopulationData, reportedFinishMember, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull, numberOrNull } from '../../endpoint/data/members.ts'
import { taskIds } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CalendarUsed, DataDateUnlessCycle } from '../cpm/data.ts'

const HORIZON_COMPONENT_COUNT = 5
const HORIZON_OBSERVATION_COUNT = 4
const HORIZON_ORIGINS = ['status_date', 'earliest_incomplete_start', 'none'] as const
export const HORIZON_WINDOWS = ['near', 'mid', 'far'] as const

const days = (description: string): TSchema => Type.Number({ minimum: 0, description, 'x-unit': 'days' })
const month = (description: string): TSchema => Type.String({ pattern: '^\\d{4}-\\d{2}$', description })

const Window = Type.Object(
  {
    window: OneOf(HORIZON_WINDOWS, {
      description: 'Window in which the work starts. Overdue and started work is in the near window.',
    }),
    from: dateOrNull('First day of the window; null for the near window, which includes all overdue work.'),
    to: dateOrNull('Last day of the window; null for the far window.'),
    tasks: countOf('Number of incomplete detailed tasks with a duration above 0.'),
    planning_packages: countOf('Number of incomplete planning packages with a duration above 0.'),
    task_days: days('Remaining duration of these tasks, in days of the calendar.'),
    package_days: days('Remaining duration of these packages, in days of the calendar.'),
    detail_percent: numberOrNull('task_days / (task_days + package_days), in percent; null without work.', 'percent'),
  },
  CLOSED,
)

/** Months that are listed at most: fifty years. */
export const HORIZON_MONTHS_MAX = 600

const Month = Type.Object(
  {
    month: month('Month, YYYY-MM.'),
    tasks: countOf('Number of tasks and planning packages with remaining work in the month.'),
    planning_packages: countOf('Number of planning packages among them.'),
    task_days: days('Days of their remaining work in the month, in the calendar.'),
    package_percent: numberOrNull('Share of planning packages in task_days, in percent; null without work.', 'percent'),
  },
  CLOSED,
)

export const PlanningHorizonData = Type.Object(
  {
    components: Type.Array(componentData(), {
      minItems: HORIZON_COMPONENT_COUNT,
      maxItems: HORIZON_COMPONENT_COUNT,
      description: 'Components of the score. Score = sum of weight * score / sum of the evaluated weights.',
    }),
    ...scoreMembers,
    ...reportedFinishMember,
    weight_evaluated: Type.Number({ minimum: 0, description: 'Sum of the weights of the components with a score.' }),
    observations: Type.Array(checkData(), {
      minItems: HORIZON_OBSERVATION_COUNT,
      maxItems: HORIZON_OBSERVATION_COUNT,
      description: 'Checks that only inform and do not affect the score.',
    }),
    origin: Type.Object(
      {
        date: dateOrNull('First day of the windows; null if neither a status date nor any start is known.'),
        source: OneOf(HORIZON_ORIGINS, { description: 'Source of the date.' }),
        degraded: Type.Boolean({ description: 'True without a status date. Overdue work is then unknown.' }),
      },
      { ...CLOSED, description: 'Start of the windows.' },
    ),
    near_term_days: days('Length of the near window in calendar days.'),
    mid_term_days: days('End of the mid window, calendar days from the origin.'),
    windows: Type.Array(Window, {
      minItems: HORIZON_WINDOWS.length,
      maxItems: HORIZON_WINDOWS.length,
      description: 'Remaining work by the window in which it starts.',
    }),
    far_detail_percent: numberOrNull(
      'Detailed share of the work in the far window, in percent; null without work.',
      'percent',
    ),
    last_detailed_finish: dateOrNull('Latest finish of incomplete work, planning packages excluded; null without one.'),
    horizon_days: numberOrNull(
      'Calendar days from the origin to last_detailed_finish; negative if all of this work is overdue, null without both dates.',
      'days',
    ),
    months: Type.Array(Month, {
      maxItems: HORIZON_MONTHS_MAX,
      description:
        'Remaining work by month, from the origin to the last month with work, or fifty years of it. Overdue work is assumed to begin at the origin.',
    }),
    empty_months: Type.Array(month('Month, YYYY-MM.'), {
      maxItems: HORIZON_MONTHS_MAX,
      description: 'Months of them without work.',
    }),
    later_months: countOf(
      'Number of months behind the listed ones, up to the last one with work. Not 0 where work ends more than fifty years after the origin.',
    ),
    later_task_days: days('Days of remaining work in them, in the calendar.'),
    undated_tasks: countOf('Number of incomplete tasks and packages without a start. They are in no window.'),
    populations: Type.Object(
      {
        near: PopulationData('Tasks of the near window.'),
        near_tasks: taskIds('Ids of the tasks of the near window, in input order.'),
        incomplete_work: PopulationData('Incomplete tasks with a duration above 0, including planning packages.'),
        planning_packages: countOf('Number of planning packages, including summary-level planning packages.'),
        open_planning_packages: countOf('Number of incomplete ones among them.'),
      },
      CLOSED,
    ),
    status_date: dateOrNull('As given in the request; null if absent.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
  },
  { ...CLOSED, $id: 'PlanningHorizonData', description: 'Result of the planning horizon analysis.' },
)
