/**
 * The data integrity and quality checks of the U.S. Department of Energy for schedules (DS04), links (DS05), resources (DS06) and calendars (DS19, DS20), as
 * rows over the table of metrics. Titles and readings are ours; ids, populations and what is flagged are the checks'.
 */

import { DIQ_RESOURCES } from './diq-resources.ts'
import { ALERT, cannot, ERROR, entry, WARNING, withdrawn } from './diq-row.ts'
import type { Catalogue, CheckSpec } from './spec.ts'

const NO_MILESTONE = 'pars_type not in SM, FM'
const MILESTONE = 'pars_type in SM, FM'
const NO_SUMMARY = 'not is_summary'
const COUNTED = 'known_subtype not in SVT, ZBA'
const SOFT = 'constraint_type in SNET, FNET'
const MAJOR_LEVELS = '100..135, 140..170, 190..199, 300..399, 700..799'
const JUSTIFIED = 'B, G, H, J, L, M, N, O, P'
const DISCRETE = 'B, C, D, E, F, G, H, L, N, O, P'
const PERCENTS = ['pc_duration', 'pc_physical', 'pc_units']
const CURRENT = { schedule: 'current' } as const
const BASELINE = { schedule: 'baseline' } as const

/** A figure that is there and is not 0. */
const notZero = (name: string): string => `${name} > 0 or ${name} < 0`
/** Two dates that are there and differ. */
const differ = (a: string, b: string): string => `${a} < ${b} or ${a} > ${b}`
/** A percent that is neither 0 nor 100. */
const partial = (name: string): string => `${name} in 0.000001..99.999999 or ${name} > 100 or ${name} < 0`

/** A milestone of the level has to be there, in the baseline and in the current schedule. */
const present = (
  of: readonly [baselineId: string, currentId: string],
  level: number,
  what: string,
  severity: typeof WARNING | typeof ERROR,
): CheckSpec[] =>
  ([BASELINE, CURRENT] as const).map((schedule, n) =>
    entry(
      of[n],
      severity,
      `${what} is in the ${n === 0 ? 'baseline' : 'current'} schedule`,
      [`milestone_level = ${level}`],
      {
        ...schedule,
        limit: '>= 1',
        text: `Add the milestone, or map its level to ${level}.`,
      },
    ),
  )

const SCHEDULE: readonly CheckSpec[] = [
  entry('1040107', WARNING, 'Critical decisions and baseline changes out of sequence', ['is_out_of_level_order'], {
    population: ['milestone_level in 100..139, 150, 170..199, 140..145, 160..165'],
    reading:
      'all milestones of a level are held against the first start of the next level; levels 170 and 175 may start on one day',
  }),
  withdrawn('1040108', 'Early dates of critical decisions differ between current and baseline schedule'),
  withdrawn('1040111', 'Late dates of critical decisions differ between current and baseline schedule'),
  entry(
    '1040113',
    ALERT,
    'Work after the end of the performance baseline',
    ['early_start > baseline_end_start or early_finish > baseline_end_finish'],
    {
      population: [NO_MILESTONE, COUNTED],
    },
  ),
  entry('1040114', WARNING, 'Visibility tasks mixed with other work in a WBS element', ['wbs_visibility_kinds = 2']),
  entry('1040115', WARNING, 'Work with an original duration of zero', ['given_duration_days = 0'], {
    population: [NO_MILESTONE],
  }),
  entry('1040117', ERROR, 'Negative free float in the baseline', ['free_float_days < 0'], BASELINE),
  entry('1040118', ERROR, 'Negative total float in the baseline', ['total_float_days < 0'], BASELINE),
  entry('1040119', WARNING, 'Complete work that took no time', ['actual_duration_days = 0'], {
    population: [NO_MILESTONE, 'actual_start given', 'actual_finish given'],
    reading: 'actual durations are counted between the actual dates in the calendar of the task, as DS04 has them',
  }),
  withdrawn('1040120', 'Complete milestones that took time'),
  entry('1040121', WARNING, 'Finished work with remaining duration', [notZero('remaining_duration_days')], {
    population: ['actual_finish given'],
  }),
  entry('1040122', ALERT, 'Names that contain the id of the task', ['pars_description contains id']),
  entry('1040123', WARNING, 'Discrete work without physical percent complete', ['percent_type != physical'], {
    population: [`pars_evt in ${DISCRETE}`],
  }),
  entry('1040124', WARNING, 'Earned value technique on milestones or summaries', ['pars_evt given'], {
    population: [`${MILESTONE} or is_summary`],
  }),
  entry('1040125', WARNING, 'Hard constraints', ['has_hard_constraint'], {
    reading: 'complete tasks count, and so do start or finish on or before',
  }),
  entry('1040126', WARNING, 'Level of effort without duration percent complete', ['percent_type != duration'], {
    population: ['pars_evt = A or is_loe'],
  }),
  entry(
    '1040127',
    WARNING,
    'Milestones with a duration',
    [
      [
        ...['given_duration_days', 'actual_duration_days', 'remaining_duration_days'].map(notZero),
        differ('early_start', 'early_finish'),
        differ('late_start', 'late_finish'),
        differ('actual_start', 'actual_finish'),
      ].join(' or '),
    ],
    { population: [MILESTONE] },
  ),
  entry('1040128', WARNING, 'Milestones that are partly complete', [PERCENTS.map(partial).join(' or ')], {
    population: [MILESTONE],
  }),
  entry(
    '1040130',
    WARNING,
    'Reprogrammed work without an approved reprogramming',
    ['milestone_level = 138 or reprogramming_count = 0'],
    {
      population: ['rpg = Y'],
    },
  ),
  entry('1040131', ALERT, 'Soft constraints', [SOFT]),
  entry('1040132', WARNING, 'Earned value technique on visibility or zero budget tasks', ['pars_evt given'], {
    population: ['subtype in SVT, ZBA'],
  }),
  entry(
    '1040133',
    WARNING,
    'Visibility tasks of a level that is not allowed',
    ['milestone_level given', `milestone_level not in ${MAJOR_LEVELS}`],
    {
      population: ['subtype = SVT'],
      reading: 'a visibility task without a level is not counted',
    },
  ),
  entry('1040135', WARNING, 'WBS elements with zero budget tasks alone', ['is_wbs_only_zba']),
  entry('1040136', ALERT, 'Several replannings in the period', ['recent_replans >= 2'], {
    population: ['recent_replans given'],
  }),
  entry('1040137', ALERT, 'Several reprogrammings in the period', ['recent_reprogrammings >= 2'], {
    population: ['recent_reprogrammings given'],
  }),
  entry('1040138', ALERT, 'Actual and remaining duration above the original', [
    'actual_and_remaining_days > given_duration_days',
  ]),
  entry('1040139', ERROR, 'Work without an earned value technique', ['pars_evt missing'], {
    population: [NO_MILESTONE, NO_SUMMARY, COUNTED],
  }),
  entry('1040141', ERROR, 'Apportioned work that follows no task', ['apportioned_to missing'], {
    population: ['pars_evt in J, M'],
  }),
  entry('1040142', ALERT, 'Actual start before the early start', ['actual_start < early_start_before_status'], {
    ...CURRENT,
    reading:
      'of early starts before the status date: from it on, a file has where the rest of begun work starts, and an upload has the actual start in that place',
  }),
  entry('1040143', WARNING, 'Actual start after the actual finish', ['actual_start > actual_finish'], CURRENT),
  entry('1040145', WARNING, 'Baseline tasks that the current schedule lacks', ['not is_in_other'], BASELINE),
  ...present(['1040150', '1040151'], 110, 'Critical decision 0', WARNING),
  ...present(['1040152', '1040153'], 120, 'Critical decision 1', WARNING),
  ...present(['1040154', '1040155'], 130, 'Critical decision 2', WARNING),
  ...present(['1040156', '1040157'], 150, 'Critical decision 3', WARNING),
  ...present(['1040158', '1040159'], 190, 'Critical decision 4', WARNING),
  entry('1040160', ALERT, 'Critical decisions and baseline changes that stand twice', ['same_level_count > 1'], {
    population: ['milestone_level in 100..137, 140..199'],
  }),
  entry(
    '1040161',
    ALERT,
    'Reasons of constraints of one word',
    [
      `has_hard_constraint or soft_constraint_reason_words < 2`,
      `hard_constraint_reason_words < 2 or ${SOFT}`,
      'hard_constraint_reason_words < 2 or soft_constraint_reason_words < 2',
    ],
    { population: [`has_hard_constraint or ${SOFT}`] },
  ),
  ...present(['1040162', '1040163'], 180, 'The contract completion', WARNING),
  entry('1040164', ALERT, 'Names that stand twice', ['same_pars_description_count > 1']),
  entry('1040165', ALERT, 'Names of one word', ['pars_description_words < 2']),
  entry(
    '1040166',
    WARNING,
    'Work on the driving path that finished before its baseline',
    ['actual_finish < other.early_finish'],
    {
      ...CURRENT,
      population: ['other.is_on_driving_path'],
    },
  ),
  entry(
    '1040167',
    WARNING,
    'Work on the driving path that started before its baseline',
    ['actual_start < other.early_start'],
    {
      ...CURRENT,
      population: ['other.is_on_driving_path'],
    },
  ),
  entry(
    '1040168',
    WARNING,
    'Duration percent complete on other work than level of effort',
    ['percent_type = duration'],
    {
      population: ['pars_evt given', 'pars_evt != A', 'not is_loe'],
    },
  ),
  entry('1040169', WARNING, 'Early finish after the late finish', ['early_finish > late_finish']),
  ...present(['1040171', '1040172'], 175, 'The end of the performance baseline', WARNING),
  entry('1040173', WARNING, 'Early start after the early finish', ['early_start > early_finish']),
  entry('1040174', WARNING, 'Early start after the late start', ['early_start > late_start']),
  entry(
    '1040176',
    WARNING,
    'Techniques without a reason',
    ['evt_justification missing or evt_justification_words < 2'],
    {
      population: [`pars_evt in ${JUSTIFIED}`],
      reading: 'the second word is asked of the reason of the technique; the published code looks at that of the float',
    },
  ),
  entry(
    '1040177',
    WARNING,
    'Techniques that differ between current and baseline schedule',
    ['pars_evt != other.pars_evt'],
    {
      population: ['is_in_other'],
    },
  ),
  entry('1040178', ALERT, 'Tasks that the baseline lacks', ['not is_in_other'], CURRENT),
  entry('1040179', WARNING, 'Finished work without an actual start', ['actual_start missing'], {
    ...CURRENT,
    population: ['pars_type != SM', 'actual_finish given'],
  }),
  entry('1040180', WARNING, 'Hard constraints without a date', ['constraint_date missing'], {
    population: ['has_hard_constraint'],
  }),
  entry('1040181', WARNING, 'Hard constraints without a reason', ['hard_constraint_reason missing'], {
    population: ['has_hard_constraint'],
  }),
  entry('1040183', ALERT, 'Reasons of high float of one word', ['high_float_reason_words < 2'], {
    population: ['high_float_reason given'],
  }),
  entry(
    '1040184',
    ALERT,
    'High float without a reason, current schedule',
    ['float_share >= 0.1', 'high_float_reason missing'],
    CURRENT,
  ),
  entry('1040185', ALERT, 'Reasons of lags of one word', ['lag_reason_words < 2'], {
    population: ['lag_reason given'],
  }),
  entry('1040186', WARNING, 'Classes of techniques mixed in a WBS element', ['wbs_technique_classes > 1'], {
    reading: 'of any two classes, as the published code counts; its title speaks of level of effort',
  }),
  entry(
    '1040188',
    WARNING,
    'Level of effort or summaries on the driving path',
    ['known_evt = A or is_summary or is_loe'],
    {
      population: ['is_on_driving_path'],
    },
  ),
  entry('1040189', ALERT, 'Level of effort with another technique', ['pars_evt given', 'pars_evt != A'], {
    population: ['is_loe'],
  }),
  entry('1040190', WARNING, 'Late start after the late finish', ['late_start > late_finish']),
  entry('1040191', WARNING, 'Major milestones that are no visibility tasks', ['subtype != SVT'], {
    population: [`milestone_level in ${MAJOR_LEVELS}`],
  }),
  entry('1040192', WARNING, 'Milestones before the start of the project', ['early_start < project_begin'], {
    population: ['milestone_level given', 'milestone_level != 100'],
  }),
  entry('1040193', WARNING, 'Milestones after the finish of the project', ['early_finish > project_end'], {
    population: ['milestone_level given', 'milestone_level != 199'],
  }),
  entry('1040194', ALERT, 'Descriptions of levels of one word', ['milestone_description_words < 2'], {
    population: ['milestone_description given'],
  }),
  entry('1040195', WARNING, 'Levels of milestones on other work', [NO_MILESTONE], {
    population: ['milestone_level given'],
  }),
  entry('1040197', WARNING, 'Levels without a description', ['milestone_description missing'], {
    population: ['milestone_level in 200..800, 138'],
  }),
  entry(
    '1040199',
    WARNING,
    'Work at 100 % without an actual finish',
    ['actual_finish missing', PERCENTS.map(name => `${name} = 100`).join(' or ')],
    CURRENT,
  ),
  entry(
    '1040200',
    WARNING,
    'Work with progress without an actual start',
    ['actual_start missing', PERCENTS.map(name => `${name} > 0`).join(' or ')],
    CURRENT,
  ),
  entry('1040201', ALERT, 'Percent complete by units', ['percent_type = units']),
  entry(
    '1040202',
    ALERT,
    'Planned completion that is not the end of the baseline',
    [
      `${differ('planned_completion_start', 'baseline_end_start')} or ${differ('planned_completion_finish', 'baseline_end_finish')}`,
    ],
    {
      population: ['milestone_level in 170, 175'],
      reading:
        'the dates of level 170 are held against those of level 175, as the title says; the published code all but never finds anything',
    },
  ),
  entry('1040204', ALERT, 'Milestones after decision 3 that are no finish milestones', ['pars_type != FM'], {
    population: ['milestone_level in 160..800'],
    reading: 'a milestone without a side is a start milestone where nothing leads to it, else a finish milestone',
  }),
  entry('1040205', ALERT, 'Milestones up to decision 3 that are no start milestones', ['pars_type != SM'], {
    population: ['milestone_level in 100..150'],
  }),
  ...present(['1040206', '1040207'], 199, 'The approved finish of the project', ERROR),
  ...present(['1040208', '1040209'], 100, 'The approved start of the project', ERROR),
  entry('1040210', ERROR, 'Both schedules are there', ['id given'], { limit: '>= 1' }),
  entry('1040211', ALERT, 'Soft constraints without a date', ['constraint_date missing'], { population: [SOFT] }),
  entry('1040215', ERROR, 'Ids that stand twice', ['same_id_count > 1']),
  withdrawn('1040218', 'Physical percent without an actual start'),
  entry(
    '1040220',
    ERROR,
    'WBS elements that differ between current and baseline schedule',
    ['pars_wbs != other.pars_wbs'],
    {
      population: ['is_in_other'],
    },
  ),
  entry('1040221', ALERT, 'Reasons of WBS elements of one word', ['wbs_reason_words < 2'], {
    population: ['wbs_reason given'],
  }),
  entry(
    '1040226',
    WARNING,
    'Zero budget tasks of a level that is not 8xx',
    ['milestone_level given', 'milestone_level not in 800..899'],
    {
      population: ['subtype = ZBA'],
    },
  ),
  entry('1040228', ALERT, 'Baseline changes without reprogrammed work, current schedule', ['reprogrammed_count = 0'], {
    ...CURRENT,
    population: ['milestone_level in 131..135'],
  }),
  entry('1040229', ALERT, 'Baseline changes without reprogrammed work, baseline', ['reprogrammed_count = 0'], {
    ...BASELINE,
    population: ['milestone_level in 131..135'],
  }),
  entry('1040230', ALERT, 'Soft constraints without a reason', ['soft_constraint_reason missing'], {
    population: [SOFT],
  }),
  entry(
    '1040321',
    ALERT,
    'Early dates of decision 4 that differ between current and baseline schedule',
    [`${differ('early_start', 'other.early_start')} or ${differ('early_finish', 'other.early_finish')}`],
    { population: ['milestone_level = 190', 'other.milestone_level = 190', 'pars_wbs = other.pars_wbs'] },
  ),
  entry(
    '1040603',
    ALERT,
    'High float without a reason, baseline',
    ['float_share >= 0.1', 'high_float_reason missing'],
    BASELINE,
  ),
  entry(
    '1040604',
    ALERT,
    'Original durations that do not fit the early dates',
    [
      'given_duration_days = 0 or given_duration_days missing or span_deviation > 0.25',
      'early_span_days > 5 or span_deviation > 0.25',
    ],
    {
      reading:
        'calendar days between the dates are held against days of work, as published: work of four weeks or more is found by itself',
    },
  ),
  entry('1040605', ALERT, 'Summaries in the schedule', ['is_summary']),
  withdrawn('1040606', 'Duration percent without an actual start'),
  cannot('9040116', ALERT, 'Cost confidence below 95 % after a baseline change', 'DS07 (quantitative risk analysis)'),
  cannot('9040129', ALERT, 'Replanning without the date of an over-target schedule', 'DS07 (over-target dates)'),
  entry('9040134', ALERT, 'Visibility tasks with predecessors', ['predecessor_count > 0'], {
    population: ['subtype = SVT'],
  }),
  cannot('9040140', WARNING, 'Actual finish against cost, by work package', 'DS03 (time-phased cost)'),
  cannot('9040144', WARNING, 'Actual start against cost, by work package', 'DS03 (time-phased cost)'),
  entry('9040146', ALERT, 'Calendars that the schedule does not have', ['not is_calendar_known']),
  withdrawn('9040147', 'Calendars without exceptions'),
  cannot('9040148', ALERT, 'Manager against the WBS dictionary', 'DS01 (WBS dictionary)'),
  cannot(
    '9040149',
    WARNING,
    'Actual finish against cost, by control account',
    'DS01 (WBS dictionary) and DS03 (time-phased cost)',
  ),
  cannot(
    '9040150',
    WARNING,
    'Actual start against cost, by control account',
    'DS01 (WBS dictionary) and DS03 (time-phased cost)',
  ),
  cannot('9040151', WARNING, 'Baseline change that change control lacks', 'DS09 (change control log)'),
  cannot('9040170', WARNING, 'Early finish against cost', 'DS03 (time-phased cost)'),
  cannot('9040175', WARNING, 'Early start against cost', 'DS03 (time-phased cost)'),
  cannot('9040182', WARNING, 'High value items that their list lacks', 'DS14 (high dollar value items)'),
  entry('9040187', ALERT, 'Level of effort with wrong logic', ['has_wrong_effort_logic'], {
    population: ['is_loe or pars_evt in A, J, M'],
  }),
  entry('9040196', WARNING, 'Milestones with resources', ['resource_count > 0'], { population: [MILESTONE] }),
  cannot('9040198', WARNING, 'Work outside packages without a reason', 'DS01 (WBS dictionary)'),
  entry('9040200', WARNING, 'Summaries with predecessors', ['predecessor_count > 0'], { population: ['is_summary'] }),
  cannot(
    '9040203',
    ALERT,
    'Undistributed budget against the span to the end of the baseline',
    'DS07 (undistributed budget)',
  ),
  cannot('9040212', WARNING, 'Subproject against the WBS dictionary', 'DS01 (WBS dictionary)'),
  cannot('9040213', ALERT, 'Visibility tasks that are not external', 'DS01 (WBS dictionary)'),
  entry('9040214', WARNING, 'Visibility or zero budget tasks with resources', ['resource_count > 0'], {
    population: ['subtype in SVT, ZBA'],
  }),
  entry('9040216', WARNING, 'Work without a predecessor', ['predecessor_count = 0'], {
    population: ['known_milestone_level != 100', 'known_subtype != SVT', NO_SUMMARY],
    reading: 'a missing successor is not tested; the first task is found, too, unless its level is 100',
  }),
  entry('9040217', WARNING, 'Work without resources', ['resource_count = 0'], {
    population: [COUNTED, NO_MILESTONE, NO_SUMMARY],
  }),
  entry('9040219', WARNING, 'Percent by units on other resources than material', ['other_than_material > 0'], {
    population: ['percent_type = units'],
  }),
  cannot('9040222', WARNING, 'Elements that the WBS dictionary lacks', 'DS01 (WBS dictionary)'),
  cannot('9040223', WARNING, 'Elements without cost', 'DS03 (time-phased cost)'),
  entry('9040224', WARNING, 'Summaries with resources', ['resource_count > 0'], { population: ['is_summary'] }),
  cannot('9040225', ALERT, 'Work at elements that are no packages', 'DS01 (WBS dictionary)'),
  cannot('9040277', ALERT, 'Reasons of techniques against cost', 'DS03 (time-phased cost)'),
  cannot('9040278', WARNING, 'Techniques against cost', 'DS03 (time-phased cost)'),
  cannot(
    '9040279',
    ALERT,
    'Reprogrammed control accounts that change control lacks',
    'DS01 (WBS dictionary) and DS10 (change control detail)',
  ),
  cannot('9040280', WARNING, 'Reprogrammed packages that change control lacks', 'DS10 (change control detail)'),
]

const links = { counts: 'links' } as const

const LINKS: readonly CheckSpec[] = [
  entry('1050232', WARNING, 'Leads', ['lag_days < 0'], links),
  entry('1050233', ERROR, 'Both schedules have links', ['type given'], { ...links, limit: '>= 1' }),
  entry('1050234', WARNING, 'Predecessors with side-by-side and sequential links', ['is_mixed'], links),
  entry('1050235', WARNING, 'Start-to-finish links', ['type = SF'], links),
  entry('1050236', ERROR, 'Two links of the same two tasks', ['same_pair_count > 1'], {
    ...links,
    reading: 'the type is not part of the key, so an SS and an FF between two tasks are found',
  }),
  withdrawn('9050279', 'Subprojects of links and tasks'),
  entry('9050280', ALERT, 'Lags without a reason', ['task.lag_reason missing'], {
    ...links,
    population: [notZero('lag_days')],
  }),
  entry('9050281', ERROR, 'Predecessors that are no tasks', ['not is_predecessor_known'], links),
  entry('9050282', ERROR, 'Successors that are no tasks', ['task.id missing'], links),
  withdrawn('9050283', 'Level of effort with finish-to-finish successors'),
]

export const DIQ: Catalogue = {
  id: 'diq',
  title: 'DOE data integrity and quality checks of schedules',
  version: 'DIQ for PARS CPP 5.0, wiki of 29 Apr 2024',
  source: 'U.S. Department of Energy, Office of Project Management: DIQ Wiki, data sets DS04, DS05, DS06, DS19, DS20',
  checks: [...SCHEDULE, ...LINKS, ...DIQ_RESOURCES],
}
