/** The findings of POST /api/v1/analysis/what-if about its alternatives. */
import type { FindingRow } from '../../check/finding-rows.ts'
import { WORDS } from './words.ts'

const { findings: words } = WORDS

export const WHAT_IF_FINDING_ROWS = {
  nothing: {
    code: 'WHATIF_NOTHING_ASKED',
    severity: 'info',
    title: words.nothingTitle,
    description: words.nothing,
    advice: { title: words.nothingAdviceTitle, description: words.nothingAdvice },
  },
  broken: {
    code: 'WHATIF_CONSTRAINTS_BROKEN',
    severity: 'medium',
    title: words.brokenTitle,
    description: words.broken,
    advice: { title: words.brokenAdviceTitle, description: words.brokenAdvice },
  },
  same: {
    code: 'WHATIF_NO_EFFECT',
    severity: 'info',
    title: words.sameTitle,
    description: words.same,
    advice: { title: words.sameAdviceTitle, description: words.sameAdvice },
  },
  calendar: {
    code: 'WHATIF_CALENDAR_CHANGED',
    severity: 'medium',
    title: words.calendarTitle,
    description: words.calendar,
    advice: { title: words.calendarAdviceTitle, description: words.calendarAdvice },
  },
} as const satisfies Readonly<Record<string, FindingRow>>
