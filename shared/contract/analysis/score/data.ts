/** `data` of POST /api/v1/health/score. */
import Type from 'typebox'
import { componentData } from '../../endpoint/data/component-data.ts'
import { FloatSourceUsed, PopulationData, reportedFinishMember, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull } from '../../endpoint/data/members.ts'
import { CalendarUsed } from '../cpm/data.ts'
import { HEALTH_COMPONENT_COUNT } from './request.ts'

export const HealthScoreData = Type.Object(
  {
    components: Type.Array(componentData(), {
      minItems: HEALTH_COMPONENT_COUNT,
      maxItems: HEALTH_COMPONENT_COUNT,
      description: 'The components in order. Components that are skipped or not applicable do not affect the score.',
    }),
    ...scoreMembers,
    ...reportedFinishMember,
    weight_evaluated: Type.Number({ minimum: 0, description: 'Sum of the evaluated weights.' }),
    status_date: dateOrNull('As given in the request; null if absent.'),
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    populations: Type.Object(
      {
        all: PopulationData('Tasks and milestones, including complete ones.'),
        incomplete: PopulationData('Incomplete tasks and milestones.'),
        incomplete_discrete: PopulationData('Incomplete tasks and milestones without level of effort.'),
        t14: PopulationData('Incomplete tasks without milestones.'),
        performance: PopulationData('Tasks that can be due, including complete ones.'),
        l14_links: countOf('Number of live links into tasks of t14.'),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: 'HealthScoreData', description: 'Result of the health score.' },
)
