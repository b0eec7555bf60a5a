/** What to do about findings that checks of several analyses share. */
import { plural } from '../wording/plural.ts'

export const ADVICE_WORDS = {
  openEnds: {
    before: (starts: number) => `tie each start to the work that has to be done before it (${plural(starts, 'start')})`,
    after: (finishes: number) =>
      `tie each finish to the work that needs it, else to the completion milestone (${plural(finishes, 'finish', 'finishes')})`,
    startsTitle: 'Give the open starts a predecessor',
    starts: (before: string) => `Work without a predecessor starts wherever the tool puts it: ${before}.`,
    finishesTitle: 'Give the open finishes a successor',
    finishes: (after: string) => `Without a successor, a delay of the work moves nothing else: ${after}.`,
    bothTitle: 'Close the open ends',
    both: (before: string, after: string) => `In each case: ${before}; ${after}.`,
  },
  leads: {
    title: 'Replace the leads',
    description: 'Split the predecessor where its successor can start, and link the first part without a lead.',
  },
  lags: {
    title: 'Replace the lags by tasks',
    description: 'Waiting that takes time (curing, approval, delivery) is a task with a name, a duration and an owner.',
  },
  relations: {
    title: 'Prefer finish-to-start links',
    description:
      'Split each overlap into parts that follow one another by FS; keep SS and FF where the work itself runs side by side.',
  },
  summaryLogic: {
    title: 'Move the logic to the tasks below',
    description:
      'Link the first and the last task of each summary instead; links on the summary drive its tasks in Microsoft Project only.',
  },
  effortLogic: {
    title: 'Link the work itself',
    description: 'Replace each link from level of effort by one from the work that it supports.',
  },
  undatedConstraints: {
    title: 'Date or remove the constraints',
    description: 'Send constraint_date, or take the constraint off; only ASAP and ALAP need no date.',
  },
  parts: {
    title: 'Join the parts of the network',
    description: 'Link each of these to the work that it waits for and to the work that needs it.',
  },
  nearPackages: {
    title: 'Convert the planning packages of the near term',
    description: 'Replace each by detailed tasks with their own links before its work begins.',
  },
  hardConstraints: {
    title: 'Replace the hard constraints',
    pinned: {
      found: ['is pinned to a date (MSO or MFO)', 'are pinned to a date (MSO or MFO)'],
      action: 'let links set the date, with SNET where the work may not start before',
    },
    lateDate: {
      found: ['has to be done by a date (SNLT or FNLT)', 'have to be done by a date (SNLT or FNLT)'],
      action:
        'keep the date where the contract sets it and write down why; else take the constraint off, so that float is counted to the end of the project',
    },
  },
  longTasks: {
    title: 'Break down the long tasks',
    description:
      'Cut each into steps of at most a reporting period or two, with a result that can be seen, and link the steps.',
  },
  dates: {
    title: 'Correct the dates',
    startPassed: {
      found: ['has not started and its start has passed', 'have not started and their start has passed'],
      action: 'report the actual start, or move the start to the status date or later',
    },
    finishPassed: {
      found: ['is unfinished and its finish has passed', 'are unfinished and their finish has passed'],
      action: 'report the actual finish, or forecast when the work will end',
    },
    futureActual: {
      found: ['has an actual date after the status date', 'have an actual date after the status date'],
      action: 'correct the date, or send the later status date of the report',
    },
    reversed: {
      found: ['has a finish before its start', 'have a finish before their start'],
      action: 'exchange the two dates, or correct the one that is wrong',
    },
  },
  negativeFloat: {
    title: 'Recover the negative float',
    description:
      'Begin with the task of the least float: shorten or overlap the work that drives it, or agree a later date for the constraint that it misses.',
  },
  highFloat: {
    title: 'Look for missing successors',
    noSuccessor: {
      found: ['has no successor', 'have no successor'],
      action: 'add the link to the work that needs the result, else to the completion milestone',
    },
    lateSuccessor: {
      found: ['has a successor that needs it much later', 'have successors that need them much later'],
      action: 'look for an earlier successor that is missing; where there is none, write down why the work may wait',
    },
  },
  missed: {
    most: {
      title: 'Agree a new baseline for the missed work',
      description:
        'Most of what was due was missed, so the baseline no longer guides the work: replan the open work, explain the slips, and have the new baseline approved.',
    },
    some: {
      title: 'Recover the missed tasks',
      description: 'Finish the open ones first, beginning with the latest; give a cause for each that finished late.',
    },
  },
  pathLength: {
    title: 'Recover the end date',
    description: (days: string, measure: string) =>
      `Gain ${days} (measured by ${measure}) on the critical path, most of it on its longest tasks, or agree a finish that much later.`,
  },
  baseline: {
    title: 'Baseline every task',
    description:
      'Send the approved baseline_start and baseline_finish of each; for added work, those of its approved change.',
  },
  resources: {
    title: 'Assign the work',
    description: 'Name the resource or the budget of each, beginning with what starts next.',
  },
  startAhead: {
    found: [
      'is forecast or planned to start after the status date',
      'are forecast or planned to start after the status date',
    ],
    action: 'report the day on which the work began early, or set percent_complete to 0',
  },
  completeWithoutFinish: {
    finishAhead: {
      found: ['is forecast to finish after the status date', 'are forecast to finish after the status date'],
      action: 'lower percent_complete to what is done, or report the day on which the work ended early',
    },
    neverStarted: {
      found: ['has no actual start either', 'have no actual start either'],
      action: 'report both days, or set percent_complete back where no work was done',
    },
    underWay: {
      found: ['has begun and is at 100 %', 'have begun and are at 100 %'],
      action: 'report the day on which the work ended',
    },
  },
  riding: {
    notStarted: 'find what holds the start, and forecast the day on which that is settled',
    inProgress: 'measure the remaining duration, and forecast the finish from it',
  },
} as const
