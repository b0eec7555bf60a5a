/** The findings of POST /api/v1/analysis/what-if about its alternatives, one row each, in the order they are listed. */
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { type FindingRow, seek } from '../../check/finding-rows.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { plural } from '../../wording/numbers.ts'
import type { AlternativeResult } from './alternative.ts'

interface FindingContext {
  readonly base: Computed
  readonly results: readonly AlternativeResult[]
  readonly isSearched: boolean
}

const countOf = (results: readonly AlternativeResult[], test: (result: AlternativeResult) => boolean) => ({
  count: results.filter(test).length,
})

export const WHAT_IF_FINDING_ROWS = {
  nothing: {
    code: 'WHATIF_NOTHING_ASKED',
    find: ({ results, isSearched }) => ({ count: results.length === 0 && !isSearched ? 1 : 0 }),
    severity: 'info',
    title: 'Nothing to try',
    description: () => 'The request has no changes, alternatives or search, so the schedule is shown as sent.',
    advice: {
      title: 'Say what is to be tried',
      description: 'Send changes, several alternatives, or search.',
    },
  },
  broken: {
    code: 'WHATIF_CONSTRAINTS_BROKEN',
    find: ({ results }) => countOf(results, ({ newlyBroken }) => newlyBroken > 0),
    severity: 'medium',
    title: 'Alternatives break constraints',
    description: count =>
      `${plural(count, 'alternative breaks', 'alternatives break')} constraints that the schedule meets as sent.`,
    advice: {
      title: 'Settle the constraints that break',
      description: 'Agree other dates for them, or take another alternative.',
    },
  },
  same: {
    code: 'WHATIF_NO_EFFECT',
    find: ({ results }) => countOf(results, ({ isMoved }) => !isMoved),
    severity: 'info',
    title: 'Alternatives that change no date',
    description: count => `${plural(count, 'alternative changes', 'alternatives change')} no date of any task.`,
    advice: {
      title: 'Check the changes without effect',
      description: 'Change work that is not complete, and links or dates that hold it.',
    },
  },
  calendar: {
    code: 'WHATIF_CALENDAR_CHANGED',
    find: ({ results }) => countOf(results, ({ hasOtherCalendar }) => hasOtherCalendar),
    severity: 'medium',
    title: 'Alternatives that count other days',
    description: count =>
      `${plural(count, 'alternative counts', 'alternatives count')} days of another calendar than the schedule as sent: it was inferred again from the changed durations, or changed.`,
    advice: { title: 'Send the calendar', description: 'With calendar in the request none is inferred.' },
  },
  bounded: {
    code: 'WHATIF_DAYS_BOUNDED',
    find: ({ results }) => countOf(results, each => each.hasBoundedDays),
    severity: 'medium',
    title: 'Alternatives with durations or lags beyond reason',
    description: count =>
      `${plural(count, 'alternative has', 'alternatives have')} a duration or lag of more than 1,000,000,000 days, in place of which that number counts.`,
    advice: { title: 'Correct the durations and lags that are tried', description: 'Send days that work can take.' },
  },
} as const satisfies Record<string, FindingRow<FindingContext>>

const ROWS: readonly FindingRow<FindingContext>[] = Object.values(WHAT_IF_FINDING_ROWS)

export const whatIfFindings = (context: FindingContext): AdvisedFinding[] =>
  seek(ROWS, context, context.base.schedule.columns)
