/** `data` of POST /api/v1/health/score. */
import Type from 'typebox'
import { componentData } from '../../endpoint/data/component-data.ts'
import { PopulationData, reportedFinishMember, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull } from '../../endpoint/data/members.ts'
import { CalendarUsed } from '../cpm/data.ts'

export const HealthScoreData = Type.Object(
  {
    components: Type.Array(componentData(), {
      minItems: 12,
      maxItems: 12,
      description: 'The twelve components in their order; not_applicable and skipped ones do not weigh.',
    }),
    ...scoreMembers,
    ...reportedFinishMember,
    weight_evaluated: Type.Number({ minimum: 0, description: 'Sum of the weights that entered the score.' }),
    status_date: dateOrNull('As given.'),
    calendar: CalendarUsed,
    populations: Type.Object(
      {
        all: PopulationData('Tasks and milestones, complete ones included.'),
        incomplete: PopulationData('Incomplete tasks and milestones.'),
        incomplete_discrete: PopulationData('The same without level of effort.'),
        t14: PopulationData('Incomplete tasks without milestones.'),
        performance: PopulationData('Tasks that can be due, complete ones included.'),
        l14_links: countOf('Live links into T14.'),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: 'HealthScoreData', description: 'Result of the health score.' },
)
