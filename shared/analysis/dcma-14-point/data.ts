/** `data` of POST /api/v1/health/dcma-14-point. */
import Type from 'typebox'
import { checkData } from '../../endpoint/data/check-data.ts'
import {
  beiVariants,
  FloatSourceUsed,
  PopulationData,
  reportedFinishMember,
  scoreMembers,
} from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull, numberOrNull } from '../../endpoint/data/members.ts'
import { CalendarUsed, DataDateUnlessCycle } from '../cpm/data.ts'

/** Where the float of the critical path (point 13) came from, in the order in which they are tried. */
export const FLOAT_BASES = ['target_finish_date', 'supplied_float', 'baseline_finish', 'computed_float'] as const

const Cpli = Type.Unsafe({
  ...Type.Object(
    {
      critical_path_length_days: Type.Number({
        description: 'CPL: days from the data date to the project finish.',
        'x-unit': 'days',
      }),
      total_float_days: Type.Number({ description: 'TFc: float of the critical path.', 'x-unit': 'days' }),
      basis: Type.Unsafe({
        type: 'string',
        enum: [...FLOAT_BASES],
        description: 'What the float is measured to; computed_float says nothing about a target.',
      }),
      cpli: numberOrNull('(CPL + TFc) / CPL; null when no day remains or the float is the computed one.'),
      tfci: numberOrNull('Total float consumption index: (days worked + TFc) / days worked; null likewise.'),
    },
    CLOSED,
  ),
  type: ['object', 'null'],
  description: 'Figures of point 13; null without a critical path or incomplete work.',
})

export const Dcma14Data = Type.Object(
  {
    ...scoreMembers,
    ...reportedFinishMember,
    passed: countOf('Points passed.'),
    failed: countOf('Points failed; the score is passed / (passed + failed).'),
    not_applicable: countOf('Points with nothing to count.'),
    skipped: countOf('Points skipped for missing data.'),
    checks: Type.Array(checkData(), { minItems: 14, maxItems: 14, description: 'The fourteen points in their order.' }),
    status_date: dateOrNull('As given.'),
    target_finish_date: dateOrNull('As given.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    populations: Type.Object(
      {
        t14: PopulationData('Incomplete tasks the points count over.'),
        performance: PopulationData('Tasks of points 11 and 14, complete ones included.'),
        l14_links: countOf('Live links into T14.'),
      },
      CLOSED,
    ),
    unbaselined_count: countOf('Tasks of points 11 and 14 without a baseline finish; they weigh on BEI.'),
    bei: Type.Object(
      {
        bei: numberOrNull('Point 14: complete / (due + all without baseline), as PAM and DAU count.'),
        ...beiVariants,
      },
      { ...CLOSED, description: 'The index of point 14 and what other sources call by its name.' },
    ),
    cpli: Cpli,
  },
  { ...CLOSED, $id: 'Dcma14PointData', description: 'Result of the DCMA 14-point assessment.' },
)
