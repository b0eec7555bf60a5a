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

export const LOGIC_COMPONENT_COUNT = 11
export const LOGIC_OBSERVATION_COUNT = 7

const examples = Type.Array(
  Type.Object(
    {
      id: taskId('The task; of a link its successor.'),
      predecessor_id: Type.Optional(taskId('Predecessor of the link.')),
      type: Type.Optional(OneOf(RELATION_TYPES, { description: 'Relation of the link.' })),
      lag_days: Type.Optional(Type.Number({ description: 'Lag, negative = lead.', 'x-unit': 'days' })),
    },
    CLOSED,
  ),
  { description: 'The first offenders in input order, at most options.max_examples.' },
)

export const LogicAuditData = Type.Object(
  {
    components: Type.Array(componentData({ examples }), {
      minItems: LOGIC_COMPONENT_COUNT,
      maxItems: LOGIC_COMPONENT_COUNT,
      description: 'What the score is made of; score = sum of weight * score / sum of the weights evaluated.',
    }),
    ...scoreMembers,
    weight_evaluated: Type.Number({ minimum: 0, description: 'Sum of the weights of the components with a score.' }),
    observations: Type.Array(checkData({ examples }), {
      minItems: LOGIC_OBSERVATION_COUNT,
      maxItems: LOGIC_OBSERVATION_COUNT,
      description: 'Checks that inform and weigh nothing.',
    }),
    network: Type.Object(
      {
        tasks: countOf('Tasks and milestones but level of effort and summaries, complete ones included.'),
        links: countOf('Live links between them.'),
        relationship_ratio: numberOrNull('Links per task, L/N.'),
        logic_density: numberOrNull('Links per task, both ends counted, 2L/N.'),
        parts: countOf('Parts of the network without a link between them.'),
        largest_part: countOf('Tasks in the largest part.'),
        relation_counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
          description: 'Links of the link base by relation.',
        }),
        exempt_start: textOrNull('The open start taken as the beginning of the project.'),
        exempt_finish: textOrNull('The open finish taken as its end.'),
      },
      { ...CLOSED, description: 'Figures of the network that several components stand on.' },
    ),
    status_date: dateOrNull('As given.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
    populations: Type.Object(
      {
        incomplete_discrete: PopulationData("E': incomplete tasks and milestones, no level of effort, no summaries."),
        discrete: PopulationData('The same, complete ones included: density and connectivity.'),
        base_links: countOf("Live links into E': the link base."),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: 'LogicAuditData', description: 'Result of the logic audit.' },
)
