/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */

import { ADVICE_WORDS } from '../../check/advice-words.ts'
import { plural } from '../../wording/plural.ts'
import { ofAll } from '../../wording/shares.ts'

export const WORDS = {
  criticalGate: {
    description: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} a critical anomaly.`,
  },
  summaryOf: {
    message: (audited: number, audit: number, count: number, score: number, grade: string | null, capNote: string) =>
      `Progress audit: ${plural(audited, 'anomaly', 'anomalies')} in ${ofAll(audit, count, 'task')}; score ${score}, grade ${grade}${capNote}.`,
    nothingAudited: 'no task could be audited.',
    nothingScored: 'nothing could be scored.',
  },
  progressAuditSummary: {
    message: (label: string | undefined, anomalies: number, pointsLost: number) =>
      `${label} ${plural(anomalies, 'anomaly', 'anomalies')}, ${plural(pointsLost, 'point')} lost`,
  },
  source: {
    message:
      'The documents ask for status that agrees with itself and with the status date; which fields contradict each other, and how gravely, is written here so that each contradiction has one code.',
  },
  auditRow: {
    population: (ofValue: string, withEfforts: boolean) =>
      `${ofValue}; no summaries${withEfforts ? '' : ' and no level of effort'}.`,
  },
  futureStart: {
    title: 'Actual start after the status date',
    formula: 'actual_start later than the status date.',
    adviceTitle: 'Correct future actual starts',
    withProgress: {
      found: ['has progress or an actual finish as well', 'have progress or an actual finish as well'],
      action:
        'correct the date to the day on which the work began; where the report is of a later day, send that as the status date',
    },
    withoutProgress: {
      found: ['reports no progress', 'report no progress'],
      action: 'move the date to forecast_start and leave actual_start empty',
    },
  },
  futureFinish: {
    title: 'Actual finish after the status date',
    formula: 'actual_finish later than the status date.',
    adviceTitle: 'Correct future actual finishes',
    complete: {
      found: ['is at 100 %', 'are at 100 %'],
      action:
        'correct the date to the day on which the work ended; where the report is of a later day, send that as the status date',
    },
    incomplete: {
      found: ['is below 100 %', 'are below 100 %'],
      action: 'move the date to forecast_finish and leave actual_finish empty',
    },
  },
  finishBeforeStart: {
    title: 'Actual finish before the actual start',
    formula: 'actual_finish earlier than actual_start.',
    adviceTitle: 'Put the actual dates in order',
    startInFuture: {
      found: ['has an actual start after the status date', 'have an actual start after the status date'],
      action: 'correct the start, which has not happened yet',
    },
    bothPast: {
      found: ['has both dates in the past', 'have both dates in the past'],
      action: 'look up both days in the site diary; exchange them, or correct the one with the wrong month or year',
    },
  },
  finishWithoutStart: {
    title: 'Actual finish without an actual start',
    formula: 'actual_finish without actual_start.',
    adviceTitle: 'Report the missing actual starts',
    milestone: {
      found: ['is a milestone', 'are milestones'],
      action: 'set actual_start to the day of the actual finish',
    },
    work: {
      found: ['is finished work without a start', 'are finished work without a start'],
      action: 'report the day on which the work began',
    },
  },
  pastForecastStart: {
    title: 'Forecast start in the past',
    formula: 'Not started, forecast_start earlier than the status date.',
    of: 'Tasks not started with a forecast start',
    adviceTitle: 'Move the forecast starts',
    waiting: {
      found: ['waits for an unfinished predecessor', 'wait for unfinished predecessors'],
      action: 'status the predecessors first, then let their links give the start',
    },
    free: {
      found: ['waits for no predecessor', 'wait for no predecessor'],
      action: 'report the actual start where the work has begun, else ask the owner when it will',
    },
  },
  pastForecastFinish: {
    title: 'Forecast finish in the past',
    formula: 'Not finished, forecast_finish earlier than the status date.',
    of: 'Unfinished tasks with a forecast finish',
    adviceTitle: 'Move the forecast finishes',
    inProgress: {
      found: ['is in progress', 'are in progress'],
      action: 'report the actual finish where the work has ended, else forecast it from the remaining duration',
    },
    notStarted: {
      found: ['has not started', 'have not started'],
      action: 'forecast a start on or after the status date, and the finish from there',
    },
  },
  ridingStatusDate: {
    title: 'Riding the status date',
    formula:
      'Not started with a forecast (else planned) start on the status date or the day after and a baseline start before it; or unfinished with such a finish and baseline finish.',
    of: 'Unfinished tasks with a baseline date',
    adviceTitle: 'Forecast anew what rides the status date',
    notStarted: {
      found: [
        'has not started and is due on the status date, past its baseline',
        'have not started and are due on the status date, past their baseline',
      ],
      action: ADVICE_WORDS.riding.notStarted,
    },
    inProgress: {
      found: [
        'is in progress and ends on the status date, past its baseline',
        'are in progress and end on the status date, past their baseline',
      ],
      action: ADVICE_WORDS.riding.inProgress,
    },
  },
  reversedForecast: {
    title: 'Forecast finish before the forecast start',
    formula: 'forecast_finish earlier than forecast_start.',
    adviceTitle: 'Put the forecast dates in order',
    finishPast: {
      found: ['has a forecast finish before the status date', 'have a forecast finish before the status date'],
      action: 'forecast the finish anew, behind the start; it is left from an older report',
    },
    bothAhead: {
      found: ['has both forecasts ahead', 'have both forecasts ahead'],
      action: 'exchange the two dates, or ask the owner which of them is meant',
    },
  },
  behindTime: {
    title: 'Progress far behind the elapsed time',
    formula: (behindPointsMin: number) =>
      `In progress, and the elapsed share (status date - start) / (finish - start + 1) exceeds percent_complete by ${behindPointsMin} points or more; actual, else forecast, else planned dates, calendar days.`,
    of: 'Tasks in progress with a start and a finish in order',
    adviceTitle: 'Check the progress of slow work',
    pastFinish: {
      found: ['is past its finish', 'are past their finish'],
      action: 'report the actual finish where the work has ended, else forecast a new one',
    },
    noProgress: {
      found: ['has begun and reports 0 %', 'have begun and report 0 %'],
      action: 'measure what is done and report it, or remove the actual start',
    },
    slow: {
      found: ['is slower than its dates', 'are slower than their dates'],
      action: 'measure what is left; correct the percent, or move forecast_finish out',
    },
  },
  overdueWithoutForecast: {
    title: 'Overdue start without a forecast',
    formula: 'Not started, no forecast dates, planned (else baseline) start earlier than the status date.',
    of: 'Tasks not started, without forecast dates, with a planned or baseline start',
    adviceTitle: 'Forecast the overdue starts',
    waiting: {
      found: ['waits for an unfinished predecessor', 'wait for unfinished predecessors'],
      action: 'status the predecessors first, then let their links give the start',
    },
    free: {
      found: ['waits for no predecessor', 'wait for no predecessor'],
      action: 'report the actual start where the work has begun, else send forecast_start and forecast_finish',
    },
  },
  needsPercent: {
    message: 'requires percent_complete; no task has one',
  },
  needsBaseline: {
    message: 'requires baseline dates; no task has one',
  },
  needsPredecessors: {
    message: 'requires predecessors; no task has one',
  },
  needsEarnedValue: {
    message: 'requires earned_value and budgeted_cost; no task has both',
  },
  needsPhysical: {
    message: 'requires earned_value, budgeted_cost and physical_percent_complete; no task has all three',
  },
  startedOutOfSequence: {
    title: 'Started before a predecessor finished',
    formula:
      'Started while the predecessor of an FS link with a lag of 0 or more is not finished; summaries and level of effort aside.',
    of: 'Started tasks with such a predecessor',
    adviceTitle: 'Settle work begun out of sequence',
    beforePredecessorStarted: {
      found: ['began before its predecessor did', 'began before their predecessors did'],
      action: 'report the start of the predecessor where it has one, else delete the link that the work did not need',
    },
    overlapping: {
      found: ['overlaps a predecessor in progress', 'overlap predecessors in progress'],
      action: 'report the finish of the predecessor, or replace the link by SS and FF links with the true overlap',
    },
  },
  finishedOutOfSequence: {
    title: 'Finished before a predecessor started',
    formula: 'Finished while any predecessor has not started; summaries and level of effort aside.',
    adviceTitle: 'Settle work finished out of sequence',
    predecessorDue: {
      found: [
        'has a predecessor that was due to start by the status date',
        'have predecessors that were due to start by the status date',
      ],
      action: 'report the actual dates of the predecessor',
    },
    predecessorLater: {
      found: ['has a predecessor that starts later', 'have predecessors that start later'],
      action: 'delete the link that the work did not keep to, or take the actual finish back',
    },
  },
  shownText: {
    message: 'none of its dates is given',
  },
  completeWithoutFinish: {
    title: 'Complete without an actual finish',
    formula: 'percent_complete of 100 or more without actual_finish.',
    of: 'Tasks with a percent complete of 100 or more',
    adviceTitle: 'Report the missing actual finishes',
    ...ADVICE_WORDS.completeWithoutFinish,
  },
  finishBelowComplete: {
    title: 'Actual finish below 100 percent',
    formula: 'actual_finish with a percent_complete (absent: 0) below 100.',
    adviceTitle: 'Settle finished work below 100 percent',
    finishInFuture: {
      found: ['has an actual finish after the status date', 'have an actual finish after the status date'],
      action: 'move the date to forecast_finish, since work is left',
    },
    noPercent: {
      found: ['has a finish and no percent above 0', 'have a finish and no percent above 0'],
      action: 'set percent_complete to 100',
    },
    partDone: {
      found: ['has a finish and a part of the work done', 'have a finish and a part of the work done'],
      action: 'set percent_complete to 100, or remove the finish and forecast the rest',
    },
  },
  progressWithoutStart: {
    title: 'Progress without an actual start',
    formula: 'percent_complete above 0 and below 100 without actual_start.',
    of: 'Tasks with a percent complete above 0 and below 100',
    adviceTitle: 'Report the actual starts of running work',
    startAhead: ADVICE_WORDS.startAhead,
    startDue: {
      found: ['was due to start by the status date', 'were due to start by the status date'],
      action: 'report the day on which the work began',
    },
    undated: {
      found: ['has no start date at all', 'have no start date at all'],
      action: 'report the day on which the work began and forecast its finish',
    },
  },
  startWithoutProgress: {
    title: 'Started days ago without progress',
    formula: (startWithoutProgressDaysMin: number) =>
      `actual_start ${startWithoutProgressDaysMin} or more calendar days before the status date and a percent_complete of 0 (or absent).`,
    adviceTitle: 'Status the work that has begun',
    overdue: {
      found: ['should have ended by the status date', 'should have ended by the status date'],
      action: 'report what is done and forecast a new finish',
    },
    dueLater: {
      found: ['is still due to finish later', 'are still due to finish later'],
      action: 'report the percent that is done, or remove the actual start',
    },
    sized: (statusDay: string, date: string) => `begun ${statusDay} before the status date ${date}`,
  },
  percentOutOfRange: {
    title: 'Percent complete out of range',
    formula: 'percent_complete below 0 or above 100.',
    adviceTitle: 'Correct percents out of range',
    above: {
      found: ['is above 100 %', 'are above 100 %'],
      action: 'set percent_complete to 100 with an actual finish; extra work is a task of its own',
    },
    below: {
      found: ['is below 0 %', 'are below 0 %'],
      action: 'set percent_complete to 0, or to the part of the work that is done',
    },
  },
  partlyMilestone: {
    title: 'Milestone partly complete',
    formula: 'A milestone with a percent_complete above 0 and below 100.',
    adviceTitle: 'Make milestones 0 or 100 percent',
    finished: {
      found: ['has an actual finish', 'have an actual finish'],
      action: 'set percent_complete to 100, since the milestone is reached',
    },
    withDuration: {
      found: ['has a duration', 'have a duration'],
      action: 'set task_type to task, since what takes time earns progress',
    },
    notReached: {
      found: ['is not reached', 'are not reached'],
      action: 'set percent_complete to 0 until it is, and put the progress on the work before it',
    },
  },
  unlessAsked: {
    message: 'Not asked for: earned_value is read with options.include_ev_validation.',
  },
  percentsApart: {
    title: 'Percent and physical percent far apart',
    formula: (percentApartMin: number) =>
      `percent_complete (absent: 0) and physical_percent_complete ${percentApartMin} points or more apart.`,
    of: 'Tasks with a physical percent complete',
    adviceTitle: 'Reconcile the two percents',
    claimsMore: {
      found: ['claims more than was measured', 'claim more than was measured'],
      action: 'lower percent_complete to the physical percent',
    },
    reportsLess: {
      found: ['reports less than was measured', 'report less than was measured'],
      action: 'raise percent_complete to the physical percent, or measure again',
    },
  },
  aboveBudget: {
    title: 'Earned value above the budget',
    formula: 'earned_value greater than budgeted_cost. Runs with options.include_ev_validation.',
    of: 'Tasks with earned value and a budget',
    adviceTitle: 'Cap earned value at the budget',
    noBudget: {
      found: ['has a budget of 0', 'have a budget of 0'],
      action: 'enter the budget of the work, or set its earned value to 0',
    },
    withBudget: {
      found: ['earns more than its budget', 'earn more than their budget'],
      action: 'set earned_value to the budget at most; extra work needs the budget of an approved change',
    },
  },
  earnedOffPhysical: {
    title: 'Earned value off the physical percent',
    formula:
      'earned_value differs from budgeted_cost * physical_percent_complete / 100 by more than 5 percent of the budget. Runs with options.include_ev_validation.',
    of: 'Tasks with earned value, a budget and a physical percent complete',
    adviceTitle: 'Earn value by physical percent',
    earnsMore: {
      found: ['earns more than the work done', 'earn more than the work done'],
      action: 'lower earned_value to budgeted_cost times the physical percent',
    },
    earnsLess: {
      found: ['earns less than the work done', 'earn less than the work done'],
      action: 'raise earned_value to budgeted_cost times the physical percent, or measure again',
    },
  },
  unapproved: {
    title: 'Started without approval',
    formula: 'Started with approval_required and an approval_status that is neither approved nor not_required.',
    adviceTitle: 'Obtain the missing approvals',
    refused: {
      found: ['was refused its approval', 'were refused their approval'],
      action: 'stop the work until what was refused is settled',
    },
    notSaid: {
      found: ['has no approval_status', 'have no approval_status'],
      action: 'send the status of the approval, or ask for it before the work goes on',
    },
    pending: {
      found: ['waits for its approval', 'wait for their approval'],
      action: 'have the pending approval decided, or stop the work until it is',
    },
  },
  bulkFinish: {
    title: 'Finishes stamped with one date',
    formula: (bulkTasksMin: number, bulkShareMin: number) =>
      `actual_finish equal to a date that ${bulkTasksMin} or more tasks and ${bulkShareMin} percent or more of all actual finishes share.`,
    adviceTitle: 'Report each finish on its own day',
    onStatusDate: {
      found: ['carries the status date as its finish', 'carry the status date as their finish'],
      action: 'replace the date of the report by the day on which each work ended',
    },
    onEarlierDate: {
      found: ['shares one earlier finish with many others', 'share one earlier finish with many others'],
      action: 'look up the day on which each work ended; keep the date where it is true',
    },
  },
  population: {
    withStart: 'Tasks with an actual start',
    withFinish: 'Tasks with an actual finish',
    withActuals: 'Tasks with both actual dates',
    withForecasts: 'Tasks with both forecast dates',
    finishedAfter: 'Finished tasks with a predecessor',
    withPercent: 'Tasks with a percent complete',
    milestones: 'Milestones',
    approvalRequired: 'Started tasks that require approval',
  },
  sized: {
    afterStatus: (days: string, date: string) => `${days} after the status date ${date}`,
    beforeStatus: (days: string, date: string) => `${days} before the status date ${date}`,
    elapsed: (percent: number) => `${percent} % of its time elapsed`,
    byPhysical: (value: number) => `${value} by the physical percent`,
  },
} as const
