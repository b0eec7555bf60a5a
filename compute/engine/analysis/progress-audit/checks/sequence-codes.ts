/** PA17 and PA18: work done before its predecessors. */
import { DAY_ABSENT } from '../../../../../shared/schedule/columns.ts'
import { textAt } from '../../../../../shared/schedule/text.ts'
import { scheduledStart } from '../../../calendar/best-dates.ts'
import { COMPLETE, NOT_STARTED, percentOf } from '../../../population/progress.ts'
import { taskText } from '../../../wording/tasks.ts'
import { type AuditRow, auditRow } from './context.ts'
import { needsPredecessors } from './needs.ts'
import { NO_BREAK } from './sequence-breaks.ts'

const CATEGORY = 'sequence'

export const SEQUENCE_CODES = [
  auditRow({
    code: 'PA17',
    category: CATEGORY,
    severity: 'high',
    title: 'Started before a predecessor finished',
    formula:
      'Started while the predecessor of an FS link with a lag of 0 or more is not finished; summaries and level of effort aside.',
    of: 'Started tasks with such a predecessor',
    needs: [needsPredecessors],
    shows: ['actual_start', 'percent_complete'],
    explain: ({ columns, sequence }, i) => ({ predecessor: textAt(columns.id, sequence.startedBefore[i]) }),
    advice: {
      title: 'Settle work begun out of sequence',
      causes: [
        {
          found: ['began before its predecessor did', 'began before their predecessors did'],
          action:
            'report the start of the predecessor where it has one, else delete the link that the work did not need',
          holds: ({ tasks, sequence }, i) => tasks.state[sequence.startedBefore[i]] === NOT_STARTED,
        },
        {
          found: ['overlaps a predecessor in progress', 'overlap predecessors in progress'],
          action: 'report the finish of the predecessor, or replace the link by SS and FF links with the true overlap',
        },
      ],
    },
    size: ({ columns }, i) => percentOf(columns, i),
    sized: ({ columns, sequence }, i) => `predecessor ${taskText(columns, sequence.startedBefore[i])}`,
    asks: ({ tasks, sequence }, i) => tasks.state[i] !== NOT_STARTED && sequence.hasFinishPredecessor[i] === 1,
    breaks: ({ sequence }, i) => sequence.startedBefore[i] !== NO_BREAK,
  }),
  auditRow({
    code: 'PA18',
    category: CATEGORY,
    severity: 'high',
    title: 'Finished before a predecessor started',
    formula: 'Finished while any predecessor has not started; summaries and level of effort aside.',
    of: 'Finished tasks with a predecessor',
    needs: [needsPredecessors],
    shows: ['actual_finish', 'percent_complete'],
    explain: ({ columns, sequence }, i) => ({ predecessor: textAt(columns.id, sequence.finishedBefore[i]) }),
    advice: {
      title: 'Settle work finished out of sequence',
      causes: [
        {
          found: [
            'has a predecessor that was due to start by the status date',
            'have predecessors that were due to start by the status date',
          ],
          action: 'report the actual dates of the predecessor',
          holds: ({ columns, sequence, statusDay }, i) => {
            const day = scheduledStart(columns, sequence.finishedBefore[i])
            return day !== DAY_ABSENT && day <= statusDay
          },
        },
        {
          found: ['has a predecessor that starts later', 'have predecessors that start later'],
          action: 'delete the link that the work did not keep to, or take the actual finish back',
        },
      ],
    },
    sized: ({ columns, sequence }, i) => `predecessor ${taskText(columns, sequence.finishedBefore[i])}`,
    asks: ({ tasks, sequence }, i) => tasks.state[i] === COMPLETE && sequence.hasPredecessor[i] === 1,
    breaks: ({ sequence }, i) => sequence.finishedBefore[i] !== NO_BREAK,
  }),
] as const satisfies readonly AuditRow[]
