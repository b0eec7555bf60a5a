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
export const FLOAT_BASES = [
  'target_finish_date',
  'late_date',
  'supplied_float',
  'baseline_finish',
  'computed_float',
] as const

const Cpli = Type.Unsafe({
  ...Type.Object(
    {
      critical_path_length_days: Type.Number({
        description:
          'CPL: days of the calendar from the data date to the computed project finish; with the basis supplied_float to the finish that the schedule states for its last task, where it states one.',
        'x-unit': 'days',
      }),
      total_float_days: Type.Number({
        description: 'TFc: float of the critical path, in days of the calendar.',
        'x-unit': 'days',
      }),
      basis: Type.Unsafe({
        type: 'string',
        enum: [...FLOAT_BASES],
        description:
          'What the float is measured against. late_date: a late constraint of the end, or the finish that the project must have. computed_float has no target date.',
      }),
      cpli: numberOrNull('(CPL + TFc) / CPL; null if no day remains or the basis is computed_float.'),
      cpli_by_stated_dates: numberOrNull(
        'CPLI by the finish that the schedule states for its last task, with the basis baseline_finish; null if it is the same or not stated.',
      ),
      tfci: numberOrNull(
        'Total float consumption index: (days worked + TFc) / days worked; null if no day was worked or the basis is computed_float.',
      ),
    },
    CLOSED,
  ),
  type: ['object', 'null'],
  description: 'Figures of point 13; null without a critical path or without incomplete work.',
})

export const Dcma14Data = Type.Object(
  {
    ...scoreMembers,
    ...reportedFinishMember,
    passed: countOf('Number of points passed.'),
    failed: countOf('Number of points failed. Score = 100 * passed / (passed + failed).'),
    not_applicable: countOf('Number of points without tasks or links to count.'),
    skipped: countOf('Number of points skipped because data are missing.'),
    checks: Type.Array(checkData(), { minItems: 14, maxItems: 14, description: 'The fourteen points in order.' }),
    status_date: dateOrNull('As given in the request; null if absent.'),
    target_finish_date: dateOrNull('As given in the request; null if absent.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    populations: Type.Object(
      {
        t14: PopulationData('T14: incomplete tasks that most points count.'),
        performance: PopulationData('Tasks of points 11 and 14, including complete ones.'),
        l14_links: countOf('Number of live links into tasks of T14.'),
      },
      CLOSED,
    ),
    unbaselined_count: countOf('Number of tasks of points 11 and 14 without a baseline finish. They lower BEI.'),
    bei: Type.Object(
      {
        bei: numberOrNull(
          'Point 14: complete / (due + all without baseline), as in PAM and DAU; null without a divisor.',
        ),
        ...beiVariants,
      },
      { ...CLOSED, description: 'The index of point 14, and variants from other sources with the same name.' },
    ),
    cpli: Cpli,
  },
  { ...CLOSED, $id: 'Dcma14PointData', description: 'Result of the DCMA 14-point assessment.' },
)
