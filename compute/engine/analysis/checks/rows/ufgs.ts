/** The scheduling sections of the Unified Facilities Guide Specifications of the Corps of Engineers (01 32 01.00 10) and of NAVFAC (01 32 17.00 20) as checks. */
import type { Catalogue, CheckSpec } from './spec.ts'

const USACE = 'UFGS 01 32 01.00 10 (Aug 2023)'
const NAVFAC = 'UFGS 01 32 17.00 20 (May 2025, paragraphs of 2015)'

const of = (document: string, prefix: string) => ({
  row: (
    paragraph: string,
    title: string,
    metric: readonly string[],
    limit: string | undefined,
    more: Partial<CheckSpec> = {},
  ): CheckSpec => ({
    id: `${prefix}-${paragraph}`,
    title,
    metric,
    ...(limit === undefined ? {} : { limit }),
    severity: 'medium',
    source: `${document}, ${paragraph.split('/')[0]}`,
    ...more,
  }),
  cannot: (paragraph: string, title: string, needs: string): CheckSpec => ({
    id: `${prefix}-${paragraph}`,
    title,
    needs,
    source: `${document}, ${paragraph.split('/')[0]}`,
  }),
  asked: (paragraph: string, title: string, asks: string): CheckSpec => ({
    id: `${prefix}-${paragraph}`,
    title,
    asks,
    source: `${document}, ${paragraph.split('/')[0]}`,
  }),
})

const army = of(USACE, 'UFGS-10')
const navy = of(NAVFAC, 'UFGS-20')
const WORK = ['not is_summary']
const OPEN = ['is_incomplete', 'not is_summary']
const DEFAULTS = 'nearly all by default is what the paragraph forbids; the limit of half is ours'
const SETTINGS = 'settings of the P6 project, which are not read'

const CHECKS: readonly CheckSpec[] = [
  army.asked(
    '2.1',
    'Schedule of P6, with an SDEF of its maker',
    'Is the schedule kept in P6, and is its SDEF written by the routine of the maker?',
  ),
  army.asked('3.3.1', 'Level of detail', 'Is the level of detail fit for the work?'),
  army.row('3.3.2', 'Work longer than 20 days, procurement aside', ['duration_days > 20'], '<= 2 %', {
    population: [...WORK, 'not is_loe', 'not is_milestone', 'procurement != Y'],
  }),
  army.asked('3.3.3', 'Design and permits', 'Does the schedule hold design and permit activities?'),
  army.row('3.3.4', 'Procurement that leads to no other work', ['successor_count = 0'], '= 0', {
    population: ['procurement = Y'],
  }),
  army.asked(
    '3.3.5',
    'Mandatory tasks',
    'Are mobilisation, submittals, tests, inspections, manuals, training and punch list in the schedule?',
  ),
  army.row('3.3.6', 'Government activities without duration', ['duration_days missing or duration_days = 0'], '= 0', {
    population: ['government = Y', 'not is_milestone'],
  }),
  ...(
    [
      ['workers_per_day', 'workers per day'],
      ['responsibility', 'a responsibility'],
      ['work_area', 'a work area'],
      ['bid_item', 'a bid item'],
      ['phase', 'a phase'],
      ['category', 'a category of work'],
      ['feature', 'a feature of work'],
    ] as const
  ).map(([field, what]) =>
    army.row(`3.3.7/${field}`, `Activities without ${what}`, [`${field} missing`], '= 0', { population: WORK }),
  ),
  army.row(
    '3.3.8/start',
    'A start milestone with a start constraint',
    ['constraint_type in SNET, SO, MSO', 'is_milestone'],
    '>= 1',
  ),
  army.row(
    '3.3.8/finish',
    'A finish milestone with a finish constraint',
    ['constraint_type in FNLT, FO, MFO', 'is_milestone'],
    '>= 1',
  ),
  army.row(
    '3.3.8/others',
    'Constraints on other work',
    ['constraint_type given', 'constraint_type not in ASAP', 'not is_milestone'],
    '= 0',
    {
      population: WORK,
    },
  ),
  army.row(
    '3.3.9',
    'Calendars of tasks that have no holiday within the dates of the schedule',
    ['days_off_count = 0', 'work_days_per_week < 7'],
    '= 0',
    {
      counts: 'calendars',
      population: ['is_used'],
    },
  ),
  army.row(
    '3.3.10',
    'Open or free ends',
    ['has_open_start or has_open_finish or has_free_start or has_free_finish'],
    '= 0',
    {
      population: [...WORK, 'not is_loe'],
    },
  ),
  army.row('3.3.11', 'Remaining duration that follows the percent', ['is_remaining_by_percent'], '<= 50 %', {
    population: ['is_in_progress', ...WORK, 'not is_milestone', 'remaining_duration_days given'],
    reading: DEFAULTS,
  }),
  army.row(
    '3.3.11/actuals',
    'Actual dates that are the baseline dates',
    ['actual_start = baseline_start', 'actual_finish = baseline_finish'],
    '<= 50 %',
    {
      population: ['is_complete', ...WORK, 'baseline_finish given'],
      reading: DEFAULTS,
    },
  ),
  army.row('3.3.12', 'Out of sequence', ['06A212a'], undefined),
  army.cannot('3.3.13', 'Added or deleted activities', 'the update before: forensics/change-tracking lists them'),
  army.cannot('3.3.14', 'Changed original durations', 'the update before: forensics/change-tracking lists them'),
  army.row('3.3.15/leads', 'Leads', ['lag_days < 0'], '= 0', { counts: 'links' }),
  army.row('3.3.15/sf', 'Start-to-finish links', ['type = SF'], '= 0', { counts: 'links' }),
  army.row('3.3.15/lags', 'Lags', ['lag_days > 0'], undefined, { counts: 'links' }),
  army.row('3.3.16', 'Retained logic', ['is_retained_logic'], '>= 1'),
  army.row('3.3.17', 'Work at 100 % that is not finished', ['percent_complete = 100', 'actual_finish missing'], '= 0', {
    population: WORK,
  }),
  army.row('3.3.18', 'Unfinished work with nothing left', ['remaining_duration_days = 0'], '= 0', {
    population: ['is_in_progress', ...WORK],
  }),
  army.cannot('3.3.19', 'Cost of the activities is that of the contract', 'the sum of the contract'),
  army.cannot('3.3.20', 'Adverse weather in the calendars', 'the table of weather days by month'),
  army.row('3.3.21', 'Finish milestones with float', ['total_float_days > 0'], undefined, {
    population: ['is_incomplete', 'type in finish_milestone, milestone', 'successor_count = 0'],
  }),
  army.row('3.12/ids', 'Ids longer than 10 signs', ['id_length > 10'], '= 0', { population: WORK }),
  army.row('3.12/names', 'Names that are alike in their first 30 signs', ['same_short_name_count > 1'], '= 0', {
    population: WORK,
  }),
  army.cannot('3.12/settings', 'Settings of P6', SETTINGS),
  army.asked(
    '3.13',
    'Reports and narrative',
    'Do the native file, reports, S-curve and narrative come with each update?',
  ),
  navy.cannot('1.3', 'Version of the export', 'the version that the XER was exported as, which is not read'),
  navy.row('1.3/last', 'Dates of the file that recalculation changes', ['is_date_changed'], '= 0', {
    population: OPEN,
  }),
  navy.asked(
    '1.6.2.1',
    'Categories of activities',
    'Are procurement, government, quality, construction and turnover activities in the schedule?',
  ),
  navy.row(
    '1.6.2.2',
    'A contract completion with a finish constraint',
    ['constraint_type in FNLT, FO, MFO', 'is_milestone'],
    '>= 1',
  ),
  navy.row('1.6.2.3/wbs', 'Activities without a WBS element', ['wbs_code missing'], '= 0', { population: WORK }),
  navy.row('1.6.2.3/responsibility', 'Activities without a responsibility', ['responsibility missing'], '= 0', {
    population: WORK,
  }),
  navy.cannot('1.6.2.4', 'Anticipated weather days', 'the table of weather days by month'),
  navy.row('1.6.2.5/constraints', 'Hard constraints', ['has_hard_constraint', 'not is_milestone'], '= 0', {
    population: OPEN,
  }),
  navy.row('1.6.2.5/lags', 'Lags and leads', ['lag_days > 0 or lag_days < 0'], undefined, { counts: 'links' }),
  navy.cannot('1.6.2.6', 'Cost loading that sums to the contract', 'the sum of the contract'),
  navy.cannot('1.6.3', 'Settings of P6', SETTINGS),
  navy.asked(
    '1.6.4',
    'Tabular reports',
    'Do the log, earned value, early start and total float reports come with the schedule?',
  ),
  navy.row(
    '1.7.2',
    'Work of the as-built schedule without actual dates',
    ['actual_start missing or actual_finish missing'],
    undefined,
    { population: WORK },
  ),
]

export const UFGS: Catalogue = {
  id: 'ufgs',
  title: 'UFGS scheduling sections of USACE and NAVFAC',
  version: '01 32 01.00 10 of Aug 2023, 01 32 17.00 20 of May 2025',
  source: 'Unified Facilities Guide Specifications, wbdg.org; paragraphs by secondary texts',
  checks: CHECKS,
}
