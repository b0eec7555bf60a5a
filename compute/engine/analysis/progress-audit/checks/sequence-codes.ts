/** PA17 and PA18: work done before its predecessors. */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { scheduledStart } from '../../../calendar/best-dates.ts'
import { COMPLETE, NOT_STARTED } from '../../../population/progress.ts'
import { inDays } from '../../../wording/days.ts'
import { taskText } from '../../../wording/tasks.ts'
import { type AuditRow, auditRow } from './context.ts'
import { needsPredecessors } from './needs.ts'
import { isStillOpen, NO_BREAK } from './sequence-breaks.ts'

const CATEGORY = 'sequence'

/** By actual dates; undefined while the predecessor has still not come. */
const finiteDays = (days: number): string | undefined => (isStillOpen(days) ? undefined : inDays(days, 'calendar'))

const startedBeforeText = (task: string, days: string | undefined) =>
  days === undefined ? `predecessor ${task}` : `predecessor ${task}, which finished ${days} later`
const finishedBeforeText = (task: string, days: string | undefined) =>
  days === undefined ? `predecessor ${task}` : `predecessor ${task}, which began ${days} later`

export const SEQUENCE_CODES = [
  auditRow({
    code: 'PA17',
    category: CATEGORY,
    severity: 'high',
    title: 'Started before a predecessor finished',
    formula:
      'Started before the predecessor of an FS link with a lag of 0 or more finished: its actual finish lies after the actual start, or it is not finished; summaries and level of effort aside.',
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
          holds: ({ sequence }, i) => isStillOpen(sequence.startedBeforeDays[i]),
        },
        {
          found: [
            'began before the reported finish of its predecessor',
            'began before the reported finishes of their predecessors',
          ],
          action: 'correct the actual dates where they are wrong, else delete the link, which the work did not need',
        },
      ],
    },
    size: ({ sequence }, i) => sequence.startedBeforeDays[i],
    sized: ({ columns, sequence }, i) =>
      startedBeforeText(taskText(columns, sequence.startedBefore[i]), finiteDays(sequence.startedBeforeDays[i])),
    appliesTo: ({ tasks, sequence }, i) => tasks.state[i] !== NOT_STARTED && sequence.hasFinishPredecessor[i] === 1,
    breaks: ({ sequence }, i) => sequence.startedBefore[i] !== NO_BREAK,
  }),
  auditRow({
    code: 'PA18',
    category: CATEGORY,
    severity: 'high',
    title: 'Finished before a predecessor started',
    formula:
      'Finished before any predecessor began: its actual start lies after the actual finish, or it has not started; summaries, level of effort and, by dates, leads aside.',
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
            if (!isStillOpen(sequence.finishedBeforeDays[i])) return false
            const day = scheduledStart(columns, sequence.finishedBefore[i])
            return day !== DAY_ABSENT && day <= statusDay
          },
        },
        {
          found: ['has a predecessor that starts later', 'have predecessors that start later'],
          action: 'delete the link that the work did not keep to, or take the actual finish back',
          holds: ({ sequence }, i) => isStillOpen(sequence.finishedBeforeDays[i]),
        },
        {
          found: [
            'was finished before the reported start of its predecessor',
            'were finished before the reported starts of their predecessors',
          ],
          action: 'correct the actual dates where they are wrong, else delete the link that the work did not keep to',
        },
      ],
    },
    size: ({ sequence }, i) => sequence.finishedBeforeDays[i],
    sized: ({ columns, sequence }, i) =>
      finishedBeforeText(taskText(columns, sequence.finishedBefore[i]), finiteDays(sequence.finishedBeforeDays[i])),
    appliesTo: ({ tasks, sequence }, i) => tasks.state[i] === COMPLETE && sequence.hasPredecessor[i] === 1,
    breaks: ({ sequence }, i) => sequence.finishedBefore[i] !== NO_BREAK,
  }),
] as const satisfies readonly AuditRow[]
