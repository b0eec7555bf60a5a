/** Levelling: limits, rules, what moved and why. */
import type {
  LEFT_OUT_REASONS,
  LevellingEffort,
  LevellingObjective,
  LevellingRule,
  USE_PERIODS,
} from '../../../../shared/contract/analysis/levelling/words.ts'
import type { LIMIT_SOURCES } from '../../../../shared/contract/analysis/resources/words.ts'
import type { WrittenForm } from '../service/written-file.ts'
import { few, number } from './counting.ts'

export const levelling = {
  heading: 'Which task waits for which resource, and until when',
  failed: 'It could not be levelled.',
  stale: 'What stands below is of the choice before.',
  running: 'Levelling …',
  cancel: 'Cancel',
  keepBest: 'Stop and keep the best so far',
  again: 'Start again',
  done: (percent: number, left: string) => `${percent} %${left}`,
  left: (seconds: number) => `, at most some ${few(seconds, 'second', 'seconds')} more`,
  finishBefore: 'Finish before levelling',
  finishAfter: 'Finish after levelling',
  moves: (working: string, calendar: string) =>
    `${working} working days${calendar === '' ? '' : `, ${calendar} calendar days`}`,
  sameFinish: 'the same',
  bound: 'No earlier than',
  boundBy: (by: string, days: number, percent: string) => {
    if (days === 0) return `lower bound by ${by}, reached`
    const apart = `${few(Math.abs(days), 'working day', 'working days')}${percent === '' ? '' : ` (${percent} %)`}`
    return days > 0
      ? `lower bound by ${by}; ${apart} away`
      : `lower bound by ${by}; the finish is ${apart} from it because tasks stand above a limit`
  },
  criticalPath: 'the critical path',
  workOf: (resource: string) => `the work of ${resource}`,
  later: 'Tasks that start later',
  laterNote: (days: number, splits: number) =>
    `${few(days, 'working day', 'working days')} in all${splits === 0 ? '' : `; the work of ${few(splits, 'task', 'tasks')} pauses`}`,
  unresolved: 'Not resolved',
  unresolvedNote: 'tasks that stand where a limit is exceeded',
  over: 'Work above the limits',
  hours: (hours: number) => `${number(hours)} h`,
  overNote: (hours: string) => `${hours} before levelling`,
  how: 'How it is levelled',
  rule: 'Who comes first',
  ruleOfFile: 'As the file says, else smallest late finish',
  rules: {
    p6: 'P6: priority, then activity ID',
    ms_project_id: 'Microsoft Project: ID only',
    ms_project_standard: 'Microsoft Project: standard',
    ms_project_priority_standard: 'Microsoft Project: priority, standard',
    late_finish: 'Smallest late finish',
    late_start: 'Smallest late start',
    total_float: 'Least total float',
    early_start: 'Earliest start',
    successors: 'Most successors',
    rank_weight: 'Longest with its successors',
    shortest: 'Shortest',
  } satisfies Record<LevellingRule, string>,
  effort: 'Effort',
  efforts: {
    fast: 'Fast: one pass',
    good: 'Good: searches some seconds',
    best: 'Best: searches longer',
  } satisfies Record<LevellingEffort, string>,
  objective: 'Search for',
  objectives: {
    earliest_finish: 'Earliest finish',
    least_change: 'Fewest days of delay',
    flattest_use: 'Flattest use',
  } satisfies Record<LevellingObjective, string>,
  withinFloat: 'Within total float only (Project: available slack)',
  splits: 'Work may pause (Project: create splits)',
  floatKept: 'Float to keep, days (P6: preserve minimum float)',
  period: 'Histogram by',
  periods: { day: 'Day', week: 'Week', month: 'Month' } satisfies Record<(typeof USE_PERIODS)[number], string>,
  priorities: 'Priorities of your own',
  prioritiesNote:
    'From 0 to 1,000, the greatest first, in place of those of the file; 500 where there is none. They count with a rule that goes by priority. A task of 1,000 is never moved for a resource, by any rule.',
  priorityOf: 'ID of the task',
  priority: 'Priority',
  addPriority: 'Add',
  dropPriority: (id: string) => `Take the priority of ${id} away`,
  noTask: (id: string) => `No task has the ID “${id}”.`,
  noPriority: 'A priority is a number from 0 to 1,000.',
  limits: 'Limits of the resources',
  limitsNote:
    'Units at once: full-time people or machines, of a material its quantity per day. A change levels anew. What is unmarked has no limit.',
  limitsHead: ['', 'Resource', 'Limit, units', 'Slide', 'From', 'Tasks', 'Most at once', 'Work above, hours'] as const,
  levelIt: (resource: string) => `Level ${resource}`,
  limitOf: (resource: string) => `Limit of ${resource}, units`,
  sources: {
    request: 'entered here',
    schedule: 'the file',
    default: 'nobody: 1 assumed',
    none: 'no limit',
  } satisfies Record<(typeof LIMIT_SOURCES)[number], string>,
  leftOut: {
    no_limit: 'no limit',
    not_asked_for: 'not levelled',
    not_used: 'no open task uses it',
  } satisfies Record<(typeof LEFT_OUT_REASONS)[number], string>,
  fromTo: (before: string, after: string) => `${before} → ${after}`,
  reset: 'Back to the limits of the file',
  histogram: 'Use before and after',
  resource: 'Resource',
  histogramNote: (resource: string) =>
    `Unit-hours of ${resource} by period. The limit is its units times the hours of its own calendar: work in a longer calendar can stand above the line without more units at once.`,
  before: 'Before levelling',
  after: 'After levelling',
  limit: 'Limit',
  moved: (count: number) => `Tasks that moved: ${number(count)}`,
  movedNone: 'No task moved.',
  movedLeftOut: (count: number) => `${few(count, 'more has', 'more have')} no room in the reply.`,
  movedHead: [
    'ID',
    'Task',
    'Start before',
    'Start after',
    'Finish before',
    'Finish after',
    'Working days',
    'Calendar days',
    'Why',
  ] as const,
  marked: 'Moved by levelling',
  stands: (count: number) => `Not resolved: ${number(count)}`,
  standsHead: ['ID', 'Task', 'Resource', 'Needs, units', 'Most there is', 'Why'] as const,
  take: 'The levelled schedule',
  takeNote:
    'Each task that moved has a start no earlier than its new start, by Microsoft Project’s rules a levelling delay. The file that you opened stays as it is.',
  forms: {
    json: 'JSON',
    xer: 'XER',
    p6_xml: 'P6 XML',
    ms_project_xml: 'Microsoft Project XML',
  } satisfies Record<WrittenForm, string>,
  openHere: 'Open it here',
  nameOf: (stem: string) => `${stem} levelled.json`,
  written: (otherwise: string) => (otherwise === '' ? 'Saved.' : `Saved. In the file it says otherwise: ${otherwise}.`),
  notTaken: (why: string) => `It could not be made. ${why}`,
  schemes: { serial: 'serial', parallel: 'parallel' } satisfies Record<'serial' | 'parallel', string>,
  settings: (scheme: string, made: number, most: number) =>
    `Placed in a ${scheme} scheme; ${few(made, 'schedule was', 'schedules were')} made, ${number(most)} at most. The same input gives the same result everywhere.`,
  nothing:
    'No open task uses a resource with a limit, so there is nothing to level. Give a resource a limit, or open a file with resources.',
  noResources: 'The open tasks of this file name no resource, so there is nothing to level.',
}
