/** Texts of the codes about the percent complete, earned value and approvals. */
import { ADVICE_WORDS } from '../../check/advice-words.ts'

export const STATUS_WORDS = {
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
} as const
