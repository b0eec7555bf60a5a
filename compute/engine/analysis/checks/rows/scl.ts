/** The programme requirements and the records of the SCL Delay and Disruption Protocol, and what its criteria for choosing a method rest on. */
import type { Catalogue, CheckSpec } from './spec.ts'

const PROGRAMME = 'SCL Delay and Disruption Protocol, 2nd edition, Part B section 1'
const RECORDS = 'SCL Delay and Disruption Protocol, 2nd edition, Appendix B'
const CHOICE = 'SCL Delay and Disruption Protocol, 2nd edition, section 11.3'

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
  ...(limit === undefined ? {} : { limit }),
  severity: 'medium',
  source: sourceOf(id),
  ...more,
})
const asked = (id: string, title: string, asks: string): CheckSpec => ({ id, title, asks, source: sourceOf(id) })
const cannot = (id: string, title: string, needs: string): CheckSpec => ({ id, title, needs, source: sourceOf(id) })
const sourceOf = (id: string): string =>
  id.startsWith('SCL-P') ? PROGRAMME : id.startsWith('SCL-R') ? RECORDS : CHOICE

const WORK = ['not is_summary']
const OURS = 'the limit is ours'

const CHECKS: readonly CheckSpec[] = [
  row('SCL-P1', 'Work that links tie to other work', ['predecessor_count > 0 or successor_count > 0'], '>= 95 %', {
    population: [...WORK, 'not is_loe'],
    reading: OURS,
  }),
  row('SCL-P2', 'A critical path is shown', ['is_on_driving_path'], '>= 1', { population: ['is_incomplete', ...WORK] }),
  asked(
    'SCL-P3',
    'All work is in the programme',
    'Are procurement, design, approvals, work of the employer and of others, and dates for information in the programme?',
  ),
  row('SCL-P4', 'Work longer than 28 days', ['duration_days > 28'], '<= 5 %', {
    population: [...WORK, 'not is_loe', 'not is_milestone'],
    reading: 'about 28 days is asked, procurement aside; the number is from memory and the share is ours',
  }),
  row('SCL-P5.1', 'Open ends', ['has_open_start or has_open_finish'], '= 0', { population: [...WORK, 'not is_loe'] }),
  row('SCL-P5.2', 'Starts and finishes that no link holds', ['has_free_start or has_free_finish'], '<= 5 %', {
    population: [...WORK, 'not is_loe'],
    reading: OURS,
  }),
  row('SCL-P5.3', 'Leads', ['lag_days < 0'], '= 0', { counts: 'links' }),
  row('SCL-P5.4', 'Lags', ['lag_days > 0'], '<= 5 %', { counts: 'links', reading: OURS }),
  row('SCL-P5.5', 'Constraints', ['constraint_type given', 'constraint_type != ASAP'], '<= 5 %', {
    population: WORK,
    reading: OURS,
  }),
  row('SCL-P5.6', 'Constraints without a note', ['constraint_note missing'], '= 0', {
    population: [...WORK, 'constraint_type given', 'constraint_type != ASAP'],
  }),
  row('SCL-P6', 'Work with resources', ['is_loaded'], '>= 50 %', {
    population: [...WORK, 'not is_loe', 'not is_milestone'],
    reading: OURS,
  }),
  row(
    'SCL-P7',
    'Completion dates in the network',
    ['is_milestone', 'constraint_type in FNLT, FO, MFO, SNLT or deadline given'],
    '>= 1',
  ),
  asked('SCL-P8', 'Method statement', 'Is there a method statement of sequence, assumptions, risks and calendars?'),
  row('SCL-P9', 'Calendars without days off', ['days_off_count = 0', 'work_days_per_week < 7'], '= 0', {
    counts: 'calendars',
  }),
  row('SCL-P10', 'Work with more than 44 days of float', ['total_float_days > 44'], undefined, {
    population: ['is_incomplete', ...WORK],
  }),
  asked(
    'SCL-P11',
    'Submitted and accepted',
    'Was the programme submitted early and accepted or commented upon, and is the accepted version kept?',
  ),
  cannot('SCL-P12', 'Updates at agreed intervals', 'the updates with their dates, which forensics/history compares'),
  row('SCL-P13.1', 'Work in progress without an actual start', ['actual_start missing'], '= 0', {
    population: ['is_in_progress', ...WORK],
  }),
  row('SCL-P13.2', 'Progress and forecasts on their side of the status date', ['DCMA-09'], undefined),
  cannot(
    'SCL-P14',
    'Changed logic with its reasons',
    'the update before, which forensics/change-tracking compares, and the reasons',
  ),
  row('SCL-P15', 'Work with actual dates', ['actual_start given'], undefined, { population: WORK }),
  asked('SCL-R1', 'Programme records', 'Are programmes and their updates kept, in native form?'),
  asked(
    'SCL-R2',
    'Progress records',
    'Are there progress records beside the programme: diaries, reports, photographs?',
  ),
  asked('SCL-R3', 'Resource records', 'Are there records of labour, plant and materials by activity?'),
  asked('SCL-R4', 'Cost records', 'Are there cost records that can be tied to events?'),
  asked('SCL-R5', 'Correspondence', 'Are correspondence, instructions and minutes kept in order?'),
  asked(
    'SCL-R6',
    'Contract and tender documents',
    'Are the contract and tender documents kept, with the tender programme?',
  ),
  asked('SCL-C1', 'Conditions of the contract', 'What do the contract conditions say of the method, notice and float?'),
  cannot('SCL-C2', 'Nature of the events', 'the delay events, which the delay analyses take'),
  row('SCL-C3', 'Near-critical work', ['total_float_days <= 10'], undefined, {
    population: ['is_incomplete', ...WORK],
  }),
  asked('SCL-C4', 'Proportion', 'What are the values of the project and of the dispute?'),
  asked('SCL-C5', 'Time available', 'By when has the analysis to be ready?'),
  row('SCL-C6', 'Complete work with both actual dates', ['actual_start given', 'actual_finish given'], undefined, {
    population: ['is_complete', ...WORK],
  }),
  row('SCL-C7', 'Work with a baseline', ['baseline_start given', 'baseline_finish given'], undefined, {
    population: WORK,
  }),
  asked('SCL-C8', 'Forum', 'Who decides: the parties, an adjudicator, a tribunal, a court?'),
]

export const SCL: Catalogue = {
  id: 'scl-appendix-b',
  title: 'SCL programme and records checklist (2nd edition, Part B 1 and Appendix B)',
  version: '2nd edition, Feb 2017',
  source:
    'Society of Construction Law, Delay and Disruption Protocol; in our own words, paragraphs to be read in the document',
  checks: CHECKS,
}
