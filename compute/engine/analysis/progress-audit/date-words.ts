/** Texts of the codes about dates: actual dates, forecasts, sequence and bulk statusing. */
import { ADVICE_WORDS } from '../../check/advice-words.ts'

export const DATE_WORDS = {
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
  startedOutOfSequence: {
    title: 'Started before a predecessor finished',
    formula:
      'Started before the predecessor of an FS link with a lag of 0 or more finished: its actual finish lies after the actual start, or it is not finished; summaries and level of effort aside.',
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
    beforeReportedFinish: {
      found: [
        'began before the reported finish of its predecessor',
        'began before the reported finishes of their predecessors',
      ],
      action: 'correct the actual dates where they are wrong, else delete the link, which the work did not need',
    },
    sized: (task: string, days: string | undefined) =>
      days === undefined ? `predecessor ${task}` : `predecessor ${task}, which finished ${days} later`,
  },
  finishedOutOfSequence: {
    title: 'Finished before a predecessor started',
    formula:
      'Finished before any predecessor began: its actual start lies after the actual finish, or it has not started; summaries, level of effort and, by dates, leads aside.',
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
    beforeReportedStart: {
      found: [
        'was finished before the reported start of its predecessor',
        'were finished before the reported starts of their predecessors',
      ],
      action: 'correct the actual dates where they are wrong, else delete the link that the work did not keep to',
    },
    sized: (task: string, days: string | undefined) =>
      days === undefined ? `predecessor ${task}` : `predecessor ${task}, which began ${days} later`,
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
} as const
