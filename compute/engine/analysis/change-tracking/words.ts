/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */

import { capital } from '../../wording/places.ts'
import { plural } from '../../wording/plural.ts'
import { ofAll, shareText } from '../../wording/shares.ts'

export const WORDS = {
  pairGates: {
    description: (
      apartCount: number,
      comparedCount: number,
      isOneApartCount: boolean,
      taskCount: number,
      fromDay: string,
      taskCount2: number,
      toDay: string,
    ) =>
      `${ofAll(apartCount, comparedCount, 'comparison')} ${isOneApartCount ? 'has' : 'have'} no task of both statuses: of ${plural(taskCount, 'task')} on ${fromDay} and ${plural(taskCount2, 'task')} on ${toDay} none has the id of another.`,
  },
  lostScopeGate: {
    description: (count: number, lostScope: string) =>
      `${plural(count, 'critical task', 'critical tasks')} cannot be followed from one status to the next (${lostScope}).`,
  },
  sameDateFinding: {
    title: 'Statuses of one date',
    description: (count: number) =>
      `${plural(count, 'status has', 'statuses have')} the date of another. They are compared in the order of the request, the current schedule last; nothing else says which of them came first.`,
  },
  recommendationsOf: {
    description: (description: string, outcome: string) => `${description} Tasks: ${outcome}.`,
  },
  impactMethod: {
    message:
      'Both sides by CPM from one anchor. Each edit is reverted alone on the later network: impact = P - P reverted. They need not add up: "changes_together_days" reverts all at once; "rest_days" is progress, the status date and deleted tasks.',
    remaining: (duration: string | null, remaining: string) => `${duration ?? 'no duration'}, ${remaining} remaining`,
    byHand: (start: string | null, finish: string | null) =>
      `by hand, ${start ?? 'no start'} to ${finish ?? 'no finish'}`,
    suspension: (from: string, to: string) => `${from} to ${to}`,
  },
  summaryOf: {
    message: (comparedCount: number, material: number, minor: number, expected: number) =>
      `${plural(comparedCount, 'comparison')}: ${material} material, ${minor} minor and ${plural(expected, 'expected change')}`,
    finish: (movedCount: number, comparedCount: number, moved: string, span: string, parts: string) =>
      comparedCount === 1
        ? `The finish moved ${moved}, ${span}${parts}.`
        : `The finish moved in ${movedCount} of ${plural(comparedCount, 'comparison')}, furthest ${moved}, ${span}${parts}.`,
    parts: (together: string, rest: string) => `: ${together} by the edits together, ${rest} by progress and the rest`,
    noScore: 'no pattern could be looked for.',
    score: (failedCount: number, score: number, grade: string | null, capNote: string, coverage: string) =>
      `${plural(failedCount, 'pattern')} found, integrity score ${score}, grade ${grade}${capNote}. ${coverage}. Indicators, not verdicts.`,
  },
  statusesOf: {
    faultsMsg: (currentDay: string, day: string) =>
      `must not be later than current_schedule.status_date (${currentDay}), is ${day}`,
  },
  comparison: {
    finish: (shift: string, span: string, impact: string) =>
      `; the project finish moved ${shift}, ${span}; on the critical path ${impact}`,
    message: (
      fromDate: string | undefined,
      toDate: string | undefined,
      added: number,
      deleted: string | undefined,
      material: number,
      integrity: string,
      finish: string,
      largest: string,
    ) =>
      `${fromDate} to ${toDate}: ${plural(added, 'task')} added, ${deleted} deleted, ${plural(material, 'material change')}${integrity}${finish}${largest}.`,
    materialTitle: 'Material changes by category',
    largestEdits: (edits: string) => `; what moved it most: ${edits}`,
    integrity: (score: number) => `, integrity score ${score}`,
    edit: (edit: string, task: string, days: string) => `${edit} of ${task} ${days}`,
  },
  hasLinks: {
    message: 'requires predecessors in the earlier status',
  },
  hasDurations: {
    message: 'requires durations in the earlier status',
  },
  hasBaseline: {
    message: 'requires baseline dates in the earlier status',
  },
  source: {
    message: 'The documents name the manipulations to look for and give no thresholds that a machine could apply.',
  },
  criticalLogicRemoval: {
    title: 'Critical logic removed or weakened',
    population:
      'Driving links on the longest path of the earlier status between tasks that both statuses have, the successor incomplete in the later one.',
    formula: 'Those that are gone, turned from FS into another relation, or lost lag.',
    adviceTitle: 'Justify the logic that left the longest path',
    adviceDescription: 'Put the links back, or name the change of the work that made them untrue.',
    message: (foundCount: number) =>
      `${plural(foundCount, 'link of the earlier longest path was', 'links of the earlier longest path were')} removed or weakened before incomplete work.`,
  },
  constraints: {
    title: 'Hard constraints added, or removed under negative float',
    population: 'Tasks of both statuses, no summaries, incomplete in the later one.',
    formula:
      'Those with a dated hard constraint (MSO, MFO, SO, FO, SNLT, FNLT) that they had not before (high), or that lost theirs while total float was below 0 (medium).',
    adviceTitle: 'Justify the hard constraints',
    adviceDescription: 'Replace each by the link that sets the date, or name the contract date that it stands for.',
  },
  lagLaundering: {
    title: 'Lag in place of work',
    population: 'Links of the later status into incomplete tasks that are new or have more lag than before.',
    formula:
      'Those with a positive lag inserted or raised where an incomplete task at either end was shortened, or where the link takes the place of a removed task.',
    adviceTitle: 'Replace the lags by work',
    adviceDescription: 'Put the shortened work back, or make each lag a task with progress, resource and owner.',
    message: (foundCount: number) =>
      `${plural(foundCount, 'positive lag was', 'positive lags were')} inserted or raised where work was shortened or removed.`,
    one: 'new or longer link',
    many: 'new or longer links',
  },
  openOnPath: {
    one: 'open task of the earlier longest path',
    many: 'open tasks of the earlier longest path',
  },
  notChanged: {
    message: (what: string) => `Nothing was changed; ${what} moved with the status date alone.`,
  },
  durationSqueeze: {
    title: 'Durations squeezed on or near the critical path',
    population: (nearCriticalFloatDays: number) =>
      `Tasks of both statuses, incomplete in the later one, with a total float up to ${nearCriticalFloatDays} days and a duration in the earlier one.`,
    formula: (squeezeShareMin: number) =>
      `Those whose duration was cut by ${squeezeShareMin} % or more without more percent complete and without another resource, where the cuts together bring the project finish forward.`,
    adviceTitle: 'Justify the shorter durations',
    adviceDescription: 'Name the resources or methods that make them possible.',
    noGain: (cutCount: number) =>
      `${plural(cutCount, 'cut duration does', 'cut durations do')} not bring the finish forward.`,
    gain: (cutCount: number, gained: string) =>
      `${plural(cutCount, 'cut duration brings', 'cut durations together bring')} the finish ${gained} forward.`,
    noCut: 'No duration was cut.',
  },
  floatHarvest: {
    title: 'Float harvested',
    population: 'Tasks of both statuses, incomplete in the later one, with a computed total float in both.',
    formula: (harvestDaysMin: number, harvestPercentMin: number) =>
      `Those without progress whose total float rose by ${harvestDaysMin} days or more, counted when they are ${harvestPercentMin} % of all or more and something was changed.`,
    adviceTitle: 'Trace the new float',
    adviceDescription:
      'Compare links and dates of these tasks with the earlier status, and undo the edits that no change explains.',
    message: (roseCount: number, floatingCount: number, harvestDaysMin: string, harvestPercentMin: number) =>
      `The total float of ${shareText(roseCount, floatingCount, 'task')}, rose by ${harvestDaysMin} or more without progress; it counts as a pattern from ${harvestPercentMin} % of the tasks.`,
  },
  scopeRemoval: {
    title: 'Critical scope removed or replaced by longer work',
    population: 'Critical incomplete tasks of the earlier status (total float 0 or less).',
    formula:
      'Those that were deleted while no added task stands between the neighbours they had, or where the added tasks that do take more days together.',
    adviceTitle: 'Account for the removed scope',
    adviceDescription:
      'Name the change that took it out, or put it back; where other work replaced it, keep the id, so that its slip can be followed.',
    deleted: (missing: number) =>
      `${plural(missing, 'critical task was', 'critical tasks were')} deleted without a replacement`,
    replaced: (longer: number, moreDays: string) =>
      `${plural(longer, 'critical task was', 'critical tasks were')} replaced by work that takes up to ${moreDays} longer`,
    message: (what: string) => `${what}.`,
    both: (deleted: string, replaced: string) => `${deleted}, ${replaced}`,
  },
  pathSwap: {
    title: 'Longest path replaced',
    population: 'Tasks of the longest path of the earlier status that are not complete in the later one.',
    formula:
      'Those that are not on its longest path / all such, while some of them are still to be done and something was changed.',
    adviceTitle: 'Explain the new longest path',
    adviceDescription:
      'Show which edit took the finish off this work, and restore its links where the work was not done faster.',
    message: (share: string, isOneReplacedCount: boolean, swapPercentMax: number) =>
      `${share}, ${isOneReplacedCount ? 'is' : 'are'} not on the later one; limit ${swapPercentMax} %.`,
    longestPath: 'the longest path',
  },
  matched: {
    message: 'Tasks of both statuses, no summaries',
  },
  retroactiveActual: {
    title: 'Retroactive actuals',
    population: (matched: string) => `${matched}, for which the earlier one reports an actual date.`,
    formula: 'Those of which a reported actual date differs in the later status, or is gone.',
    adviceTitle: 'Explain the changed actual dates',
    adviceDescription: 'Restore the dates that were reported, or record who corrected them and on what evidence.',
    message: (taskCount: number, goneCount: number) =>
      `${plural(taskCount, 'task has', 'tasks have')} an actual date that differs from what was reported before${goneCount === 0 ? '' : `; ${plural(goneCount, 'of them has', 'of them have')} lost one`}.`,
  },
  backdatedActual: {
    title: 'Backdated actuals',
    population: 'Tasks of the later status, no summaries, with an actual date that the earlier one does not report.',
    formula: (backdatingToleranceDays: number) =>
      `Those whose first report lies more than ${backdatingToleranceDays} day before the earlier status date.`,
    adviceTitle: 'Ask why the progress was not reported',
    adviceDescription: 'Ask for the record of the day, and report progress in the status in which it happens.',
    message: (taskCount: number) =>
      `${plural(taskCount, 'task reports', 'tasks report')} progress for the first time on a day before the earlier status.`,
  },
  baselineRewrite: {
    title: 'Baseline rewritten on late work',
    population: (matched: string) =>
      `${matched}, whose finish, as forecast, planned or computed, lies after the baseline finish of the earlier one.`,
    formula: 'Those of which a baseline date was moved later, which shrinks the variance.',
    adviceTitle: 'Restore the baseline',
    adviceDescription: 'Put the approved baseline dates back, or name the approved revision that changed them.',
    message: (taskCount: number) =>
      `${plural(taskCount, 'late task has', 'late tasks have')} a later baseline date than before.`,
  },
  progressRegression: {
    title: 'Progress withdrawn',
    population: (matched: string) =>
      `${matched}, with a percent complete above 0 or an actual finish in the earlier one.`,
    formula: 'Those whose percent complete fell by progress_change_pct or more, or whose actual finish is gone.',
    adviceTitle: 'Explain the lost progress',
    adviceDescription: 'Say what was undone or measured anew; else restore the progress that was reported.',
    message: (taskCount: number, noWithdrawn: boolean, withdrawn: number) =>
      `${plural(taskCount, 'task shows', 'tasks show')} less progress than before${noWithdrawn ? '' : `; ${plural(withdrawn, 'of them has', 'of them have')} lost the actual finish`}.`,
  },
  hasSchedule: {
    message: 'requires forecast or planned dates in both statuses',
  },
  riding: {
    title: 'Forecasts riding the status date',
    population: (matched: string) => `${matched}, incomplete in the later one.`,
    formula:
      'Those whose forecast (else planned) start, not started, or finish, unfinished, is the status date or the day after it in both statuses, and moved along.',
    adviceTitle: 'Forecast the work anew',
    adviceDescription: 'Ask the owner for the day on which it will really start or finish, and send that.',
    message: (taskCount: number) => `${plural(taskCount, 'task rides', 'tasks ride')} the status date.`,
  },
  settingPatterns: {
    noCalendars: 'requires calendars in both statuses',
    movement: (isEarlier: boolean, days: string) =>
      isEarlier ? `brought the finish ${days} forward` : `moved the finish by ${days}`,
  },
  calendarEffect: {
    title: 'Changed calendars move the finish',
    population: 'Incomplete tasks of the later status.',
    formula:
      'Those in a calendar that was changed, or in another one than before, where that together moves the finish: earlier is high, later medium.',
    adviceTitle: 'Justify the changed working time',
    adviceDescription:
      'Name the agreement or the order behind each change of a calendar, and show the finish in the earlier calendars beside the new one.',
    none: 'No working time was changed.',
    noEffect: (changes: number, tasks: number) =>
      `${plural(changes, 'change of calendars', 'changes of calendars')} and ${plural(tasks, 'task')} in another calendar than before do not move the finish.`,
    reassigned: (count: number) => (count === 0 ? [] : [`${plural(count, 'task')} in another calendar than before`]),
    message: (count: number, movement: string, names: string) =>
      `${capital(names)}. ${count === 1 ? 'It' : 'Together with all changes of calendars they'} ${movement}.`,
  },
  pastRewritten: {
    title: 'Past working time changed',
    population: 'Tasks of the later status that have started.',
    formula: 'Those in a calendar whose days before the earlier status date have other working time.',
    adviceTitle: 'Explain the calendar days that had passed',
    adviceDescription:
      'Keep the days that had passed as they were: they decide how long the work that was done took, and how late it was.',
    message: (days: number, calendars: number, names: string) =>
      days === 0
        ? 'No day before the earlier status date has other working time.'
        : `${plural(days, 'calendar day')} before the earlier status date in ${plural(calendars, 'calendar')} have other working time: ${names}.`,
  },
  optionsChanged: {
    title: 'Scheduling options changed',
    population: 'Incomplete tasks of the later status.',
    formula: 'Those that the changed options move: high where they together bring the finish forward, else medium.',
    adviceTitle: 'Justify the changed scheduling options',
    adviceDescription:
      'Compare updates that were computed by the same options, or show the finish by the earlier ones beside the new one.',
    none: 'No scheduling option was changed.',
    message: (count: number, names: string, movement: string) =>
      `${capital(names)}. ${count === 1 ? 'It' : 'Together they'} ${movement}.`,
  },
  setting: {
    about: (title: string, subject: string) => `${title} (${subject})`,
    fromTo: (what: string, before: string, after: string) => `${what}: ${before} to ${after}`,
    value: (what: string, value: string) => `${what}: ${value}`,
    none: 'none',
    project: 'the project',
  },
  integrity: {
    foundIn: (failed: number, comparisons: number, fromDay: string, toDay: string, message: string) =>
      `Found in ${ofAll(failed, comparisons, 'comparison')}; the latest, ${fromDay} to ${toDay}: ${message}`,
  },
} as const
