/** The findings of POST /api/v1/forensics/as-planned-vs-as-built, one row each, in the order they are listed. */

import type { FindingRow } from '../../check/finding-rows.ts'
import { lastTaskRow } from '../../compare/last-task.ts'
import { noPairsRow } from '../../compare/no-pairs.ts'
import { plural } from '../../wording/plural.ts'

export const AS_BUILT_FINDING_ROWS = {
  noPairs: noPairsRow({ byIds: false }),
  endChanged: lastTaskRow('APAB_END_CHANGED'),
  late: {
    code: 'APAB_GROSS_DELAY',
    severity: 'medium',
    title: 'Finished later than planned',
    description: count => `The last of ${plural(count, 'task')} ends after the latest planned finish.`,
  },
  concurrent: {
    code: 'APAB_CONCURRENT',
    severity: 'medium',
    title: 'Concurrent delay',
    description: () => 'Tasks of the owner and of the contractor held the finish on the same days.',
    advice: {
      title: 'Settle what concurrent days earn',
      description: 'Look up what the contract says of concurrent delay, and choose the policy by it.',
    },
  },
  tied: {
    code: 'APAB_TIED_PATHS',
    severity: 'info',
    title: 'Paths that end together',
    description: count =>
      `${plural(count, 'task is', 'tasks are')} on paths that tie with the one shown; all of them count in whose the days are.`,
    advice: {
      title: 'Judge which path drove the work',
      description: 'Dates cannot tell which of several paths that end together held the work; records of the site can.',
    },
  },
  noPlan: {
    code: 'APAB_NO_PLAN',
    severity: 'medium',
    title: 'No planned dates',
    description: count => `None of ${plural(count, 'task')} has a planned finish; nothing can be compared.`,
    advice: {
      title: 'Send the plan',
      description: 'Give a baseline_schedule with planned dates, or baseline_start and baseline_finish of the tasks.',
    },
  },
  outOfSequence: {
    code: 'APAB_OUT_OF_SEQUENCE',
    severity: 'medium',
    title: 'Built out of sequence',
    description: count => `${plural(count, 'step')} of the controlling path began before the predecessor allowed.`,
    advice: {
      title: 'Check the logic against the work',
      description: 'Links that the work did not keep to make the controlling path doubtful.',
    },
  },
  noLinks: {
    code: 'APAB_NO_LINKS',
    severity: 'low',
    title: 'No links',
    description: count => `None of ${plural(count, 'task')} is linked with another; the controlling path was skipped.`,
    advice: {
      title: 'Send the links',
      description: 'With predecessors the delay is told step by step.',
    },
  },
  noActuals: {
    code: 'APAB_NO_ACTUALS',
    severity: 'low',
    title: 'No actual dates',
    description: count =>
      `None of ${plural(count, 'task')} has an actual date; the controlling path was skipped, the rest is a projection.`,
    advice: {
      title: 'Send actual dates',
      description: 'actual_start and actual_finish tell what was built.',
    },
  },
  undated: {
    code: 'APAB_UNMATCHED_DATES',
    severity: 'low',
    title: 'Pairs without dates',
    description: count =>
      `${plural(count, 'task of both schedules lacks', 'tasks of both schedules lack')} a finish in one of them and ${count === 1 ? 'has' : 'have'} no finish delay.`,
    advice: {
      title: 'Date the pairs without a finish',
      description: 'Send a planned or baseline finish there, and an actual or forecast finish here.',
    },
  },
  unplanned: {
    code: 'APAB_UNPLANNED_TASKS',
    severity: 'info',
    title: 'Tasks that were not planned',
    description: count =>
      `${plural(count, 'task is', 'tasks are')} not in the plan; on the path such a task counts with its whole time.`,
    advice: {
      title: 'Account for the tasks that were not planned',
      description: 'Name the change that added each, or send the planned task under the same id.',
    },
  },
  deleted: {
    code: 'APAB_DELETED_TASKS',
    severity: 'info',
    title: 'Planned tasks that are gone',
    description: count => `${plural(count, 'planned task is', 'planned tasks are')} not in the current schedule.`,
  },
  notCompared: {
    code: 'APAB_SIMILAR_IDS_SKIPPED',
    severity: 'low',
    title: 'Too many ids to compare',
    description: count =>
      `${plural(count, 'task')} may resemble more planned ids than can be compared in the time of a call; of these only equal ids were matched.`,
    advice: {
      title: 'Match the tasks by id',
      description: 'Keep the planned ids in the current schedule, and send match_strategy id.',
    },
  },
  noCategory: {
    code: 'APAB_NO_CATEGORY',
    severity: 'info',
    title: 'No delay categories',
    description: count =>
      `None of ${plural(count, 'task')} on the controlling path has a delay_category; entitlement was left out.`,
  },
} as const satisfies Record<string, FindingRow>
