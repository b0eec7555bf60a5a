/** `data` of POST /api/v1/health/logic-audit. */
import Type from 'typebox'
import { checkData } from '../../endpoint/data/check-data.ts'
import { componentData } from '../../endpoint/data/component-data.ts'
import { PopulationData, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull, numberOrNull, textOrNull } from '../../endpoint/data/members.ts'
import { taskId } from '../../endpoint/data/named.ts'
import { OneOf } from '../../schedule/containers.ts'
import { RELATION_TYPES } from '../../schedule/fields.ts'
import { CalendarUsed, DataDateUnlessCycle } from '../cpm/data.ts'

const LOGIC_COMPONENT_COUNT = 11
const LOGIC_OBSERVATION_COUNT = 7

const examples = Type.Array(
  Type.Object(
    {
      id: taskId('The task; for a link, its successor.'),
      predecessor_id: Type.Optional(taskId('Predecessor of the link.')),
      type: Type.Optional(OneOf(RELATION_TYPES, { description: 'Type of the link.' })),
      lag_days: Type.Optional(
        Type.Number({ description: 'Lag of the link in days; negative = lead.', 'x-unit': 'days' }),
      ),
    },
    CLOSED,
  ),
  { description: 'The first tasks or links found, in input order, at most options.max_examples.' },
)

export const LogicAuditData = Type.Object(
  {
    components: Type.Array(componentData({ examples }), {
      minItems: LOGIC_COMPONENT_COUNT,
      maxItems: LOGIC_COMPONENT_COUNT,
      description: 'Components of the score. Score = sum of weight * score / sum of the evaluated weights.',
    }),
    ...scoreMembers,
    weight_evaluated: Type.Number({ minimum: 0, description: 'Sum of the weights of the components with a score.' }),
    observations: Type.Array(checkData({ examples }), {
      minItems: LOGIC_OBSERVATION_COUNT,
      maxItems: LOGIC_OBSERVATION_COUNT,
      description: 'Checks that only inform and do not affect the score.',
    }),
    network: Type.Object(
      {
        tasks: countOf(
          'Number of tasks and milestones, including complete ones, without level of effort and summaries.',
        ),
        links: countOf('Number of live links between them.'),
        relationship_ratio: numberOrNull('Links per task, L/N; null without tasks.'),
        logic_density: numberOrNull('Link ends per task, 2L/N; null without tasks.'),
        parts: countOf('Number of parts of the network without a link between them.'),
        largest_part: countOf('Number of tasks in the largest part.'),
        relation_counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
          description: 'Links of the link base by type.',
        }),
        exempt_start: textOrNull('Id of the open start that counts as the start of the project; null without one.'),
        exempt_finish: textOrNull('Id of the open finish that counts as the end of the project; null without one.'),
      },
      { ...CLOSED, description: 'Figures of the network that several components use.' },
    ),
    status_date: dateOrNull('As given in the request; null if absent.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
    populations: Type.Object(
      {
        incomplete_discrete: PopulationData("E': incomplete tasks and milestones, no level of effort, no summaries."),
        discrete: PopulationData('The same with complete ones, for density and connectivity.'),
        base_links: countOf("Live links into E': the link base."),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: 'LogicAuditData', description: 'Result of the logic audit.' },
)
