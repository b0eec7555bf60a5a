/** PA17 and PA18: work done before its predecessors. */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { scheduledStart } from '../../../calendar/best-dates.ts'
import { COMPLETE, NOT_STARTED } from '../../../population/progress.ts'
import { inDays } from '../../../wording/days.ts'
import { taskText } from '../../../wording/tasks.ts'
import { WORDS } from '../words.ts'
import { type AuditRow, auditRow } from './context.ts'
import { needsPredecessors } from './needs.ts'
import { isStillOpen, NO_BREAK } from './sequence-breaks.ts'

const CATEGORY = 'sequence'

/** By actual dates; undefined while the predecessor has still not come. */
const finiteDays = (days: number): string | undefined => (isStillOpen(days) ? undefined : inDays(days, 'calendar'))

export const SEQUENCE_CODES = [
  auditRow({
    code: 'PA17',
    category: CATEGORY,
    severity: 'high',
    title: WORDS.startedOutOfSequence.title,
    formula: WORDS.startedOutOfSequence.formula,
    of: WORDS.startedOutOfSequence.of,
    needs: [needsPredecessors],
    shows: ['actual_start', 'percent_complete'],
    explain: ({ columns, sequence }, i) => ({ predecessor: textAt(columns.id, sequence.startedBefore[i]) }),
    advice: {
      title: WORDS.startedOutOfSequence.adviceTitle,
      causes: [
        {
          ...WORDS.startedOutOfSequence.beforePredecessorStarted,
          holds: ({ tasks, sequence }, i) => tasks.state[sequence.startedBefore[i]] === NOT_STARTED,
        },
        {
          ...WORDS.startedOutOfSequence.overlapping,
          holds: ({ sequence }, i) => isStillOpen(sequence.startedBeforeDays[i]),
        },
        {
          ...WORDS.startedOutOfSequence.beforeReportedFinish,
        },
      ],
    },
    size: ({ sequence }, i) => sequence.startedBeforeDays[i],
    sized: ({ columns, sequence }, i) =>
      WORDS.startedOutOfSequence.sized(
        taskText(columns, sequence.startedBefore[i]),
        finiteDays(sequence.startedBeforeDays[i]),
      ),
    appliesTo: ({ tasks, sequence }, i) => tasks.state[i] !== NOT_STARTED && sequence.hasFinishPredecessor[i] === 1,
    breaks: ({ sequence }, i) => sequence.startedBefore[i] !== NO_BREAK,
  }),
  auditRow({
    code: 'PA18',
    category: CATEGORY,
    severity: 'high',
    title: WORDS.finishedOutOfSequence.title,
    formula: WORDS.finishedOutOfSequence.formula,
    of: WORDS.population.finishedAfter,
    needs: [needsPredecessors],
    shows: ['actual_finish', 'percent_complete'],
    explain: ({ columns, sequence }, i) => ({ predecessor: textAt(columns.id, sequence.finishedBefore[i]) }),
    advice: {
      title: WORDS.finishedOutOfSequence.adviceTitle,
      causes: [
        {
          ...WORDS.finishedOutOfSequence.predecessorDue,
          holds: ({ columns, sequence, statusDay }, i) => {
            if (!isStillOpen(sequence.finishedBeforeDays[i])) return false
            const day = scheduledStart(columns, sequence.finishedBefore[i])
            return day !== DAY_ABSENT && day <= statusDay
          },
        },
        {
          ...WORDS.finishedOutOfSequence.predecessorLater,
          holds: ({ sequence }, i) => isStillOpen(sequence.finishedBeforeDays[i]),
        },
        {
          ...WORDS.finishedOutOfSequence.beforeReportedStart,
        },
      ],
    },
    size: ({ sequence }, i) => sequence.finishedBeforeDays[i],
    sized: ({ columns, sequence }, i) =>
      WORDS.finishedOutOfSequence.sized(
        taskText(columns, sequence.finishedBefore[i]),
        finiteDays(sequence.finishedBeforeDays[i]),
      ),
    appliesTo: ({ tasks, sequence }, i) => tasks.state[i] === COMPLETE && sequence.hasPredecessor[i] === 1,
    breaks: ({ sequence }, i) => sequence.finishedBefore[i] !== NO_BREAK,
  }),
] as const satisfies readonly AuditRow[]
