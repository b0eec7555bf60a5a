/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */

import { plural } from '../../wording/plural.ts'
import { ofAll, shareText } from '../../wording/shares.ts'

export const WORDS = {
  summarise: {
    message: (
      length: string,
      longestCount: number,
      taskCount: number,
      isOneLongestCount: boolean,
      nearCount: number,
      nearCriticalDays: string,
    ) =>
      `The project takes ${length}; ${ofAll(longestCount, taskCount, 'task')} ${isOneLongestCount ? 'is' : 'are'} on the longest path, ${nearCount} near-critical (total float above 0 and up to ${nearCriticalDays}).`,
  },
  negativeFloat: {
    text: (worst: string, task: string, constraint: string, late: string, isFinish: boolean, date: string) =>
      `${worst} Missed most: ${task}, ${constraint}, by ${late}; its computed ${isFinish ? 'finish' : 'start'} is ${date}.`,
    worst: (size: string, task: string, float: string) => `${size} Least: ${task}, total float ${float}.`,
  },
  violated: {
    why: (task: string) => `${task} starts or started before what the link allows`,
    pinned: (task: string, constraint: string) => `${task} is pinned by ${constraint}`,
    worst: (size: string, predecessor: string, successor: string, type: string, float: string, why: string) =>
      `${size} Worst: ${predecessor} to ${successor} (${type}), relationship float ${float}; ${why}.`,
  },
  details: {
    futureActual: (size: string, task: string, date: string, days: string) =>
      `${size} Furthest: ${task}, ${date}, ${days} after the data date.`,
    calendarEvidence: (evidenceFor: number) =>
      `${plural(evidenceFor, 'duration fits', 'durations fit')} the one given.`,
    dragLeftOut: (count: number, unfinished: number) =>
      `${shareText(count, unfinished, ['unfinished task of the longest path', 'unfinished tasks of the longest path'])}.`,
    reverseCritical: (count: number, onPath: number, task: string, drag: string) =>
      `${shareText(count, onPath, ['task of the longest path', 'tasks of the longest path'])}. Most: ${task}, drag ${drag}.`,
  },
  divergenceAdvice: {
    complete: 'Finished work on it has no float any more and needs no action.',
    lateConstraint:
      'Keep the late constraints that the contract sets, and remove the others: they make more tasks critical by float.',
    mustFinishBy: 'Without must_finish_by, floats count to the computed finish and both paths are the same.',
    criticalLimit:
      'scheduling_options.critical_float_days_max calls another total float than 0 critical; the longest path does not read it.',
    calendars:
      'Tasks that follow each other in different calendars have float in the one alone: look at those on the longest path, whatever their float.',
    asLateAsPossible: 'Remove ALAP where the work need not wait: it spends the float of the task.',
  },
  cpmFindingRows: {
    danglingTitle: 'Predecessors that are not in the schedule',
    danglingDescription: (count: number) =>
      `${plural(count, 'link names', 'links name')} a predecessor that is not in the schedule. What follows may start too early, since such links are dropped.`,
    danglingAdviceTitle: 'Complete the links to other schedules',
    danglingAdviceDescription:
      'Send the missing predecessors along, or replace each link by a start constraint with its date.',
    unparsableTitle: 'Links that cannot be read',
    unparsableDescription: (count: number) =>
      `${plural(count, 'link names', 'links name')} a known task, but the relation or the lag cannot be read. Such links are dropped.`,
    unparsableAdviceTitle: 'Rewrite the unreadable links',
    unparsableAdviceDescription:
      'Write them as "A FS+2 d" or as {task_id, type, lag_days}; percent lags and other units are not taken.',
    negativeFloatTitle: 'Negative float',
    negativeFloatDescription: (count: number) =>
      `${plural(count, 'task')} would have to finish earlier than possible to meet a late constraint or must_finish_by.`,
    negativeFloatAdviceTitle: 'Recover the missed constraints',
    negativeFloatAdviceDescription: (
      task: string,
      constraint: string,
      missedDays: string,
      computedDate: string | null,
    ) =>
      `Begin with ${task} (${constraint}): gain ${missedDays} on the links that drive it, or agree ${computedDate ?? 'a later date'} for its constraint.`,
    mustFinishTitle: 'The project misses the day it must finish by',
    mustFinishDescription: (count: number) =>
      `${plural(count, 'task ends', 'tasks end')} with the computed finish, which lies after must_finish_by; total floats count to that day.`,
    mustFinishAdviceTitle: 'Recover the project finish',
    mustFinishAdviceDescription: (lateDays: string, finishDate: string, mustFinishBy: string) =>
      `Gain ${lateDays} on the longest path, first where the drag is largest, or agree ${finishDate} instead of ${mustFinishBy}.`,
    violatedTitle: 'Links that the dates violate',
    violatedDescription: (count: number) =>
      `${plural(count, 'link is', 'links are')} not kept: the successor is pinned, or starts earlier than its predecessor and the lag allow.`,
    lagsAdviceTitle: 'Correct the lags after finished work',
    lagsAdviceDescription: 'Shorten each lag to what was waited for, or correct the actual dates that it counts from.',
    pinsAdviceRest: ' Correct the lags or actual dates of the others.',
    pinsAdviceTitle: 'Release the pins that break the logic',
    pinsAdviceDescription: (rest: string) =>
      `Replace MSO and MFO by SNET or FNLT where the logic should decide.${rest}`,
    violatedByActualsTitle: 'Links that finished work did not keep',
    violatedByActualsDescription: (count: number) =>
      `${plural(count, 'link between finished tasks is', 'links between finished tasks are')} not kept by the actual dates; the plan of what is left does not depend on it.`,
    violatedByActualsAdviceTitle: 'Check the actual dates of finished work',
    violatedByActualsAdviceDescription:
      'Correct the dates that were reported wrongly, and leave the others as they are.',
    dragLeftOutTitle: 'Drag not computed for every task',
    dragLeftOutDescription: (count: number) =>
      `Drag was not computed for ${plural(count, 'unfinished task')} of the longest path: with calendars each task needs a pass of its own, and the number of passes is bounded.`,
    dragLeftOutAdviceTitle: 'Begin with the tasks whose drag is known',
    dragLeftOutAdviceDescription: 'They have the longest remaining durations of the path, so most can be gained there.',
    unboundedTitle: 'Durations or lags beyond reason',
    unboundedDescription: (count: number) =>
      `${plural(count, 'task has', 'tasks have')} a duration, a lag or work of resources of more than 1,000,000,000 days; that number is used instead.`,
    unboundedAdviceTitle: 'Correct the durations and lags',
    unboundedAdviceDescription: 'Send days: divide hours by the hours of a working day, minutes by its minutes.',
    finishBeforeStartTitle: 'Finish before start',
    finishBeforeStartDescription: (count: number) =>
      `${plural(count, 'task has', 'tasks have')} a pair of dates whose finish lies before its start.`,
    finishBeforeStartAdviceTitle: 'Correct the reversed dates',
    finishBeforeStartAdviceDescription:
      'Exchange the two dates, or correct the one that is wrong: a finish is the last day of work.',
    futureActualTitle: 'Actual dates after the data date',
    futureActualDescription: (count: number) =>
      `${plural(count, 'task has', 'tasks have')} an actual date after the data date, on a day that had not come when the schedule was reported; the dates are followed as they are.`,
    futureActualAdviceTitle: 'Correct the actual dates or the data date',
    futureActualAdviceDescription:
      'Leave the actual date empty and forecast it while it has not happened; where the report is of a later day, send that as status_date.',
    baselineReversedTitle: 'Baseline finish before its start',
    baselineReversedDescription: (count: number) =>
      `${plural(count, 'baseline finish lies', 'baseline finishes lie')} before ${count === 1 ? 'its start' : 'their starts'}; no date of the schedule follows from it.`,
    baselineReversedAdviceTitle: 'Correct the reversed baseline dates',
    baselineReversedAdviceDescription: 'Take both dates from the baseline that was approved.',
    constraintWithoutDateTitle: 'Constraints without a date',
    constraintWithoutDateDescription: (count: number) =>
      `${plural(count, 'constraint has', 'constraints have')} no constraint_date; such a constraint is ignored.`,
    expectedFinishPassedTitle: 'Expected finishes that have passed',
    expectedFinishPassedDescription: (count: number) =>
      `${plural(count, 'unfinished task has', 'unfinished tasks have')} an expected finish before what is left of ${count === 1 ? 'it' : 'them'} can start; no remaining duration was counted for ${count === 1 ? 'it' : 'them'}, as P6 counts none below 0.`,
    expectedFinishPassedAdviceTitle: 'Update the expected finishes',
    expectedFinishPassedAdviceDescription:
      'Set a date after the data date and the predecessors, or remove it, so that the remaining duration counts.',
    constraintWithoutAnchorTitle: 'No date to count from',
    constraintWithoutAnchorDescription: (count: number) =>
      `${plural(count, 'date constraint was', 'date constraints were')} skipped: no task has a start date and no status_date was given.`,
    constraintWithoutAnchorAdviceTitle: 'Give the schedule a date',
    constraintWithoutAnchorAdviceDescription:
      'A planned start on any task, or status_date, lets constraints and dates be placed.',
    outOfSequenceTitle: 'Progress out of sequence',
    outOfSequenceDescription: (count: number) =>
      `${plural(count, 'link leads', 'links lead')} from unfinished work into work that has started or finished; what is left behind them waits (retained logic).`,
    outOfSequenceInProjectDescription: (count: number) =>
      `${plural(count, 'link leads', 'links lead')} from unfinished work into work that has started or finished; what is left of started work waits for the finish of its predecessors, not for their start, as Microsoft Project has it.`,
    outOfSequenceAdviceTitle: 'Settle the out-of-sequence progress',
    outOfSequenceAdviceDescription:
      'Correct the status of the predecessors, or the links that the work did not keep to.',
    noLogicTitle: 'No logic',
    noLogicDescription: (count: number) =>
      `None of ${plural(count, 'task')} is linked with another, so the critical path is the longest task.`,
    noLogicAdviceTitle: 'Link the tasks',
    noLogicAdviceDescription: 'Every task but the first and the last needs both ends linked.',
    summaryLinksTitle: 'Links on summary tasks',
    summaryLinksDescription: (count: number) =>
      `${plural(count, 'summary task has', 'summary tasks have')} predecessors or successors; those links drive nothing.`,
    summaryLinksCircleDescription: (count: number) =>
      `${plural(count, 'summary task has', 'summary tasks have')} predecessors or successors. These links form a circle with what lies under the summaries, which Microsoft Project does not allow, so no link of a summary counts and dates may be too early.`,
    summaryLinksDriveDescription: (count: number) =>
      `${plural(count, 'summary task has', 'summary tasks have')} predecessors or successors; those links drive what lies under the summary, as Microsoft Project has it. Other tools ignore them.`,
    loeDrivesTitle: 'Level of effort drives discrete work',
    loeDrivesDescription: (count: number) =>
      `${plural(count, 'level-of-effort task precedes', 'level-of-effort tasks precede')} discrete work; those links drive nothing.`,
    duplicateLinksTitle: 'Duplicate links',
    duplicateLinksDescription: (count: number) =>
      `${plural(count, 'link repeats', 'links repeat')} another of the same two tasks and relation; the largest lag was kept.`,
    duplicateLinksAdviceTitle: 'Remove the duplicate links',
    duplicateLinksAdviceDescription: 'Keep the one with the lag that is meant.',
    constraintOnCompleteTitle: 'Constraints on finished tasks',
    constraintOnCompleteDescription: (count: number) =>
      `${plural(count, 'constraint stands on a complete task', 'constraints stand on complete tasks')}; such a constraint is ignored.`,
    constraintOnCompleteAdviceTitle: 'Remove the constraints of finished tasks',
    constraintOnCompleteAdviceDescription:
      'Actual dates have replaced them; remove constraint_type and constraint_date.',
    calendarEvidenceTitle: 'Durations speak for another calendar',
    calendarEvidenceDescription: (count: number) =>
      `${plural(count, 'duration fits its', 'durations fit their')} dates in another calendar than the one given.`,
    calendarEvidenceAdviceTitle: 'Check the calendar',
    calendarEvidenceAdviceDescription:
      'Correct calendar, or leave it out to have the work week guessed from durations and dates.',
    constraintOnStartedTitle: 'Start constraints on started tasks',
    constraintOnStartedDescription: (count: number) =>
      `${plural(count, 'constraint says', 'constraints say')} when work starts that has started; only FNET, FNLT and MFO still act on it.`,
    constraintOnStartedAdviceTitle: 'Remove the start constraints of started tasks',
    constraintOnStartedAdviceDescription:
      'The actual start has replaced them; keep a finish constraint where the finish is due.',
    divergenceTitle: 'Two critical paths',
    divergenceDescription: (count: number) =>
      `${plural(count, 'task is', 'tasks are')} critical by float or on the longest path, but not both; see divergence.`,
    divergenceAdviceTitle: 'Report the longest path',
    divergenceAdviceDescription: 'It shows what drives the finish.',
    reverseCriticalTitle: 'Longer tasks would shorten the project',
    reverseCriticalDescription: (count: number) =>
      `${plural(count, 'task has', 'tasks have')} a negative drag: FF or SF links make the project longer when such a task gets shorter.`,
    reverseCriticalAdviceTitle: 'Check the FF and SF links of the reverse-critical tasks',
    reverseCriticalAdviceDescription:
      'Give each start a link of its own (SS or FS), so that shorter work does not begin later.',
  },
  agreementClasses: {
    contradicts_file_logic:
      'The file contradicts itself here: its own dates of the linked tasks, its project finish or its constraints give another value than it stores.',
    held_in_file:
      'The file stores a later date than its links, dates and constraints ask for, such as after resource leveling.',
    manual: 'The task is scheduled by hand; its dates do not follow from the logic.',
    resume: 'Work in progress was split; the stored dates follow another split than the file says.',
    external: 'A date from another project holds the task; the other project may have moved since.',
    follows_from_another: 'The value follows from that of a linked task, which differs; the reason lies there.',
    unexplained: 'No reason was found in the file.',
  },
  outOfSequenceLinks: {
    longestWait: (task: string, task2: string, until: string) =>
      `The longest wait is that for ${task} before ${task2}: ${until} from the data date.`,
    overrideSameDay: 'Under progress override the project would finish on the same day.',
    overrideMoved: (moved: string) => `Under progress override the project would finish ${moved}.`,
  },
  dataDateWords: {
    inferred: 'inferred from the latest actual date',
    statusDate: 'the status date',
    projectStart: 'the project start',
  },
  calendarWords: {
    taskCalendars: 'days of the calendar of each task',
    calendarDays: 'calendar days',
    workingDays: 'working days, Monday to Friday',
    custom: 'days of the calendar given',
  },
  cpmSummary: {
    calendar: (
      hasTaskCalendars: boolean,
      start: string,
      calendarWords: string,
      isAuto: boolean,
      date: string | undefined,
      dataDateWords: string,
    ) =>
      `${hasTaskCalendars ? `The project starts ${start}; offsets and drag are calendar days, other days are` : `Offset 0 is ${start}; days are`} ${calendarWords}, ${isAuto ? 'inferred from the durations' : 'as asked for'}; data date ${date ?? 'unknown'}, ${dataDateWords}.`,
    drag: 'Largest drag (what the project gains without the task)',
    nearCritical: (nearCriticalDays: string, nearCritical: string) =>
      `Near-critical, with a total float above 0 and up to ${nearCriticalDays}: ${nearCritical}.`,
    progressOverride: (override: string, projectDurationDays: string) =>
      `Under progress override the project would take ${override} instead of ${projectDurationDays}.`,
    longestPath: 'Longest path, in order',
    lowestFloat: (lowest: string) => `Lowest total float: ${lowest}.`,
    constraints: 'Dates set by constraints',
  },
  heldText: {
    noEffect: 'where its links put it, too',
    moved: (held: string, hasHeld: boolean) =>
      `${held} ${hasHeld ? 'after what its links and the data date allow' : 'before its links allow'}`,
  },
  divergenceReasons: {
    complete: 'finished',
    late_constraint: 'held by a late constraint',
    must_finish_by: 'held by must_finish_by',
    as_late_as_possible: 'moved as late as possible',
    critical_float_days_max: 'by the float that critical_float_days_max allows',
    calendars: 'between different calendars',
  },
  missedFinish: {
    detail: (late: string, span: string, tasks: string) => `It is ${late} late, ${span}, with ${tasks}.`,
  },
} as const
