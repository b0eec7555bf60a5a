/** PA17 and PA18: work done before its predecessors. */
import { textAt } from '../../../shared/schedule/text.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { type AuditRow, auditRow } from './facts.ts'
import { needsPredecessors } from './needs.ts'
import { NO_BREAK } from './sequence-breaks.ts'

const CATEGORY = 'sequence'

export const SEQUENCE_CODES: readonly AuditRow[] = [
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
      description: 'Correct the status, or the links it did not keep to.',
    },
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
      description: 'Correct the status, or the links it did not keep to.',
    },
    asks: ({ tasks, sequence }, i) => tasks.state[i] === COMPLETE && sequence.hasPredecessor[i] === 1,
    breaks: ({ sequence }, i) => sequence.finishedBefore[i] !== NO_BREAK,
  }),
]
