/** What the scored checks of a result say that its findings do not: measured value against bound, points lost, what was skipped. */
import { plural } from '../../wording/plural.ts'
import type { PlainMap } from '../plain.ts'
import { numberAt, rowsAt, sentence, wordAt } from './words.ts'

/** Members of data whose items are checks. */
const CHECK_LISTS = ['components', 'checks', 'sub_metrics'] as const
const SHOWN_MAX = 6
/** Of these a bound says more than the count that the finding tells. */
const MEASURED_UNITS: readonly string[] = ['percent', 'ratio', 'days']
const BOUNDS: Readonly<Record<string, string>> = { '<=': 'at most', '>=': 'at least' }

export function checkSentences(data: PlainMap, score: number | undefined): (string | undefined)[] {
  const checks = CHECK_LISTS.flatMap(name => rowsAt(data, name))
  const isSkipped = (check: PlainMap): boolean => check.status === 'skipped'
  return [
    cappedSentence(numberAt(data, 'score_before_gates'), score),
    sentence('Beyond their bounds', measured(checks), '; '),
    sentence('Not evaluated for want of data', checks.filter(isSkipped).slice(0, SHOWN_MAX).map(reason), '; '),
  ]
}

const reason = (check: PlainMap): string => `${wordAt(check, 'title')} (${withoutStop(wordAt(check, 'message') ?? '')})`

const withoutStop = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text)

/** "Lags 17.2 percent (at most 5), 1.7 points lost", those that cost most first. */
function measured(checks: readonly PlainMap[]): string[] {
  const failed = checks.filter(
    check => check.status === 'fail' && numberAt(check, 'value') !== undefined && isMeasured(check),
  )
  const lost = (check: PlainMap): number => numberAt(check, 'points_lost') ?? 0
  const rest = failed.length - SHOWN_MAX
  return [...failed]
    .sort((a, b) => lost(b) - lost(a))
    .slice(0, SHOWN_MAX)
    .map(check => {
      const bound = `${BOUNDS[wordAt(check, 'operator') ?? ''] ?? ''} ${wordAt(check, 'threshold')}`
      const unit = check.unit === 'ratio' ? '' : ` ${wordAt(check, 'unit')}`
      const cost = lost(check) === 0 ? '' : `, ${plural(lost(check), 'point')} lost`
      return `${wordAt(check, 'title')} ${wordAt(check, 'value')}${unit} (${bound})${cost}`
    })
    .concat(rest > 0 ? [`${rest} more`] : [])
}

const isMeasured = (check: PlainMap): boolean => MEASURED_UNITS.includes(wordAt(check, 'unit') ?? '')

/** A gate that held the score down. */
function cappedSentence(before: number | undefined, score: number | undefined): string | undefined {
  return before === undefined || score === undefined || before === score
    ? undefined
    : `Without the caps on grave faults the score would be ${before}.`
}
