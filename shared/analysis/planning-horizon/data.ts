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
    window: OneOf(HORIZON_WINDOWS, { description: 'The window work starts in; what is overdue or has begun is near.' }),
    from: dateOrNull('Its first day; null for the near window, which holds all that is overdue.'),
    to: dateOrNull('Its last day; null for the far window.'),
    tasks: countOf('Detailed incomplete tasks of a duration above 0.'),
    planning_packages: countOf('Incomplete planning packages of a duration above 0.'),
    task_days: days('Remaining work of those tasks.'),
    package_days: days('Remaining work of those packages.'),
    detail_percent: numberOrNull('task_days / (task_days + package_days); null without work.', 'percent'),
  },
  CLOSED,
)

const Month = Type.Object(
  {
    month: month('The month, YYYY-MM.'),
    tasks: countOf('Tasks and planning packages with remaining work in it.'),
    planning_packages: countOf('Planning packages among them.'),
    task_days: days('Their days in it, counted in the calendar.'),
    package_percent: numberOrNull('Share of planning packages in task_days; null without work.', 'percent'),
  },
  CLOSED,
)

export const PlanningHorizonData = Type.Object(
  {
    components: Type.Array(componentData(), {
      minItems: HORIZON_COMPONENT_COUNT,
      maxItems: HORIZON_COMPONENT_COUNT,
      description: 'What the score is made of; score = sum of weight * score / sum of the weights evaluated.',
    }),
    ...scoreMembers,
    ...reportedFinishMember,
    weight_evaluated: Type.Number({ minimum: 0, description: 'Sum of the weights of the components with a score.' }),
    observations: Type.Array(checkData(), {
      minItems: HORIZON_OBSERVATION_COUNT,
      maxItems: HORIZON_OBSERVATION_COUNT,
      description: 'Checks that inform and weigh nothing.',
    }),
    origin: Type.Object(
      {
        date: dateOrNull('Day the windows begin; null when neither status date nor any start is known.'),
        source: OneOf(HORIZON_ORIGINS, { description: 'Where it comes from.' }),
        degraded: Type.Boolean({ description: 'No status date: what is overdue cannot be told.' }),
      },
      { ...CLOSED, description: 'Beginning of the windows.' },
    ),
    near_term_days: days('Length of the near window, calendar days.'),
    mid_term_days: days('End of the mid window, calendar days from the origin.'),
    windows: Type.Array(Window, {
      minItems: HORIZON_WINDOWS.length,
      maxItems: HORIZON_WINDOWS.length,
      description: 'Remaining work by the window it starts in.',
    }),
    far_detail_percent: numberOrNull('Detailed share of the far window.', 'percent'),
    last_detailed_finish: dateOrNull('Latest finish of incomplete work that is no planning package.'),
    horizon_days: numberOrNull(
      'Calendar days from the origin to last_detailed_finish; negative when all of it is overdue.',
      'days',
    ),
    months: Type.Array(Month, {
      description:
        'Remaining work by month, from the origin to the last month with work; late work is laid from the origin on.',
    }),
    empty_months: Type.Array(month('A month.'), { description: 'Months without work before the last one with work.' }),
    undated_tasks: countOf('Incomplete work and packages without any start; no window holds them.'),
    populations: Type.Object(
      {
        near: PopulationData('Near tasks.'),
        near_tasks: taskIds('Their ids, in input order.'),
        incomplete_work: PopulationData('Incomplete work of a duration above 0, planning packages included.'),
        planning_packages: countOf('Planning packages and summary level planning packages.'),
        open_planning_packages: countOf('Incomplete ones among them.'),
      },
      CLOSED,
    ),
    status_date: dateOrNull('As given.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
  },
  { ...CLOSED, $id: 'PlanningHorizonData', description: 'Result of the planning horizon analysis.' },
)
