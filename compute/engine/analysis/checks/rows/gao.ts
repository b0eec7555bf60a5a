/**
 * The ten practices of the GAO Schedule Assessment Guide as sub-questions. The guide sets no limits: it asks for few, with reasons; limits here are ours, and
 * are said to be. What a person has to answer is asked. Steps are proposed from what is met, and an auditor sets them.
 */
import type { Catalogue, CheckSpec } from './spec.ts'

const OURS = 'the limit is ours: the guide asks for few, with reasons'
const OF_POINT = 'the limit is that of the DCMA point, which the guide shows beside its own measures'

const part = (id: string): string => `GAO-16-89G, best practice ${id.slice('GAO-'.length, id.indexOf('.'))}`
const row = (
  id: string,
  title: string,
  metric: readonly string[],
  limit: string | undefined,
  more: Partial<CheckSpec> = {},
): CheckSpec => ({
  id,
  title,
  metric,
  ...(limit === undefined ? {} : { limit, reading: OURS }),
  severity: 'medium',
  source: part(id),
  ...more,
})
const taken = (id: string, title: string, code: string): CheckSpec => ({
  id,
  title,
  metric: [code],
  source: part(id),
  reading: OF_POINT,
})
const asked = (id: string, title: string, asks: string): CheckSpec => ({ id, title, asks, source: part(id) })
const cannot = (id: string, title: string, needs: string): CheckSpec => ({ id, title, needs, source: part(id) })

const WORK = ['not is_summary']
const OPEN = ['is_incomplete', 'not is_summary']
const DETAIL = ['is_incomplete', 'not is_summary', 'not is_loe', 'not is_milestone', 'not is_margin']
const ON_PATH = ['is_on_driving_path', 'is_incomplete']

const CHECKS: readonly CheckSpec[] = [
  row('GAO-1.1', 'Activities without a WBS element', ['wbs_code missing'], '<= 5 %', { population: WORK }),
  row('GAO-1.2', 'Names that stand twice', ['same_name_count > 1'], '<= 5 %', { population: WORK }),
  row('GAO-1.3', 'Names of one word', ['name_word_count < 2'], '<= 5 %', { population: [...WORK, 'name given'] }),
  row('GAO-1.4', 'Milestones with a duration', ['given_duration_days > 0'], '= 0', {
    population: ['is_typed_milestone'],
  }),
  row('GAO-1.5', 'Milestones among the activities', ['is_milestone'], undefined, { population: WORK }),
  row('GAO-1.6', 'Level of effort among the activities', ['is_loe'], undefined, { population: WORK }),
  row('GAO-1.7', 'Level of effort on the critical path', ['is_loe'], '= 0', { population: ON_PATH }),
  asked(
    'GAO-1.8',
    'All work of owner and contractors',
    'Does the schedule hold all work of the government and of the contractors, and their deliverables?',
  ),
  taken('GAO-2.1', 'Missing predecessors and successors', 'LA01'),
  taken('GAO-2.2', 'Starts and finishes that no link holds', 'LA02'),
  taken('GAO-2.3', 'Links that are not finish-to-start', 'DCMA-04'),
  row('GAO-2.4', 'Start-to-finish links', ['type = SF'], '= 0', { counts: 'links' }),
  taken('GAO-2.5', 'Logic on summaries', '06A208a'),
  taken('GAO-2.6', 'Hard constraints', 'DCMA-05'),
  row('GAO-2.7', 'Soft constraints', ['constraint_type in SNET, FNET, ALAP'], '<= 5 %', { population: OPEN }),
  taken('GAO-2.8', 'Leads', 'DCMA-02'),
  taken('GAO-2.9', 'Lags', 'DCMA-03'),
  row(
    'GAO-2.10',
    'Activities where ten links or more come together',
    ['predecessor_count >= 10', 'total_float_days <= 0'],
    undefined,
    {
      population: OPEN,
    },
  ),
  row('GAO-3.1', 'Work without resources', ['resource_count = 0'], '<= 5 %', { population: DETAIL }),
  cannot('GAO-3.2', 'Resources beyond their limits', 'the demand by day, which analysis/resources computes'),
  asked(
    'GAO-3.3',
    'Basis of resource estimates',
    'Are the estimates of resources documented, and resources available when they are planned?',
  ),
  row('GAO-4.1', 'Work longer than 44 days', ['duration_days > 44'], '<= 5 %', {
    population: [...DETAIL, 'not is_planning_package'],
  }),
  row('GAO-4.2', 'Durations with parts of days', ['fraction_of_day > 0'], '<= 5 %', { population: DETAIL }),
  row(
    'GAO-4.3',
    'Calendars in use without a holiday within the dates of the schedule',
    ['days_off_count = 0', 'work_days_per_week < 7'],
    '= 0',
    {
      counts: 'calendars',
      population: ['is_used'],
    },
  ),
  asked('GAO-4.4', 'Basis of durations', 'Is the basis of the durations documented?'),
  row('GAO-5.1', 'Work that leads to the finish', ['leads_to_finish'], '>= 95 %', {
    population: [...OPEN, 'not is_loe'],
    reading: `${OURS}; a chain of links to the last task is sought, since a delay moves the finish along it alone`,
  }),
  row('GAO-5.2', 'Summaries whose dates are not those of their work', ['has_wrong_rollup'], '= 0', {
    population: ['is_summary'],
  }),
  asked(
    'GAO-5.3',
    'Levels of schedules agree',
    'Do the key dates agree between this schedule and those above and below it?',
  ),
  taken('GAO-6.1', 'Critical path test', 'DCMA-12'),
  row('GAO-6.2', 'Constraints on the critical path', ['has_hard_constraint'], '= 0', { population: ON_PATH }),
  row('GAO-6.3', 'Lags and leads on the critical path', ['lag_count > 0 or lead_count > 0'], '<= 5 %', {
    population: ON_PATH,
  }),
  row('GAO-6.4', 'Work longer than 44 days on the critical path', ['duration_days > 44'], '<= 5 %', {
    population: ON_PATH,
  }),
  row('GAO-6.5', 'Margin on the critical path', ['is_margin'], undefined, { population: ON_PATH }),
  row('GAO-6.6', 'Work that is critical', ['is_critical'], undefined, { population: DETAIL }),
  taken('GAO-7.1', 'High float', 'DCMA-06'),
  taken('GAO-7.2', 'Negative float', 'DCMA-07'),
  taken('GAO-7.3', 'Rationale of high float', '06A211a'),
  row('GAO-7.4', 'High float with an open end', ['total_float_days > 44', 'has_open_start or has_open_finish'], '= 0', {
    population: OPEN,
  }),
  asked('GAO-8.1', 'Risk analysis', 'Was a risk analysis of this schedule made, with a valid network?'),
  asked('GAO-8.2', 'Its inputs', 'Do distributions, correlations and risks come from the register and from data?'),
  asked(
    'GAO-8.3',
    'Its results',
    'Do the confidence of the finish and the sensitivity of activities set the contingency?',
  ),
  asked('GAO-8.4', 'Repeated', 'Is the risk analysis repeated as the work goes on?'),
  row('GAO-9.1', 'There is a status date', ['status_date given'], '>= 1'),
  taken('GAO-9.2', 'Dates on the wrong side of the status date', 'DCMA-09'),
  taken('GAO-9.3', 'Work in progress without an actual start', '06A505a'),
  taken('GAO-9.4', 'Complete work without an actual finish', '06A505b'),
  row('GAO-9.5', 'Unfinished work with nothing left', ['remaining_duration_days = 0'], '= 0', {
    population: ['is_in_progress', 'not is_summary'],
  }),
  taken('GAO-9.6', 'Out of sequence', '06A212a'),
  taken('GAO-9.7', 'Forecasts that ride the status date', '06A506c'),
  asked(
    'GAO-9.8',
    'Regular updates',
    'Is the schedule updated at a fixed interval, with a narrative that gives reasons of changes?',
  ),
  taken('GAO-10.1', 'Work without baseline dates', '06A501a'),
  taken('GAO-10.2', 'Missed work', 'DCMA-11'),
  taken('GAO-10.3', 'Baseline execution index', 'DCMA-14'),
  asked('GAO-10.4', 'Approved baseline', 'Is the baseline approved, and are its changes controlled?'),
  asked(
    'GAO-10.5',
    'Basis document',
    'Is there a basis document for calendars, constraints, lags, float, critical path and reserves?',
  ),
]

export const GAO: Catalogue = {
  id: 'gao',
  title: 'GAO Schedule Assessment Guide, ten practices',
  version: 'GAO-16-89G, Dec 2015',
  source: 'U.S. Government Accountability Office, GAO-16-89G; limits of this service where it says so',
  checks: CHECKS,
}
