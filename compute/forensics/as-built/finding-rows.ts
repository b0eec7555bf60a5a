/** The findings of POST /api/v1/forensics/as-planned-vs-as-built, one row each, in the order they are listed. */
import type { FindingRow } from '../row-findings.ts'

export const AS_BUILT_FINDING_ROWS = {
  late: {
    code: 'APAB_GROSS_DELAY',
    severity: 'medium',
    title: 'Finished later than planned',
    description: 'The last of {count} tasks ends {days} days after the latest planned finish.',
  },
  noPlan: {
    code: 'APAB_NO_PLAN',
    severity: 'medium',
    title: 'No planned dates',
    description: 'None of {count} tasks has a planned finish; nothing can be compared.',
    advice: {
      title: 'Send the plan',
      description: 'Give a baseline_schedule with planned dates, or baseline_start and baseline_finish of the tasks.',
    },
  },
  outOfSequence: {
    code: 'APAB_OUT_OF_SEQUENCE',
    severity: 'medium',
    title: 'Built out of sequence',
    description: '{count} steps of the controlling path began before their predecessor allowed.',
    advice: {
      title: 'Check the logic against the work',
      description: 'Links that the work did not keep to make the controlling path doubtful.',
    },
  },
  noLinks: {
    code: 'APAB_NO_LINKS',
    severity: 'low',
    title: 'No links',
    description: 'None of {count} tasks is linked with another; the controlling path was skipped.',
    advice: { title: 'Send the links', description: 'With predecessors the delay is told step by step.' },
  },
  noActuals: {
    code: 'APAB_NO_ACTUALS',
    severity: 'low',
    title: 'No actual dates',
    description:
      'None of {count} tasks has an actual date; the controlling path was skipped, the rest is a projection.',
    advice: { title: 'Send actual dates', description: 'actual_start and actual_finish tell what was built.' },
  },
  undated: {
    code: 'APAB_UNMATCHED_DATES',
    severity: 'low',
    title: 'Pairs without dates',
    description: '{count} tasks that are in both schedules lack a finish in one of them; they have no finish delay.',
  },
  unplanned: {
    code: 'APAB_UNPLANNED_TASKS',
    severity: 'info',
    title: 'Tasks that were not planned',
    description: '{count} tasks are not in the plan; on the path they count with their whole time.',
  },
  deleted: {
    code: 'APAB_DELETED_TASKS',
    severity: 'info',
    title: 'Planned tasks that are gone',
    description: '{count} planned tasks are not in the current schedule.',
  },
  tooManyPairs: {
    code: 'APAB_SIMILAR_IDS_SKIPPED',
    severity: 'low',
    title: 'Too many ids to compare',
    description: '{count} pairs of ids would have had to be compared; only equal ones were matched.',
  },
  noCategory: {
    code: 'APAB_NO_CATEGORY',
    severity: 'info',
    title: 'No delay categories',
    description: 'None of {count} tasks on the controlling path has a delay_category; entitlement was left out.',
  },
} as const satisfies Record<string, FindingRow>
