/** --fail-under: the exit code by the scores of results. */
import { EXIT } from '../exit-codes.ts'
import type { Options } from '../options.ts'
import type { Envelope } from '../outcome.ts'
import { UsageError } from '../usage-error.ts'

/** Read before anything runs, so that a wrong number is reported at once. */
export function scoreLimit({ 'fail-under': text }: Options): number | undefined {
  if (text === undefined) return undefined
  const limit = Number(text)
  if (text.trim() === '' || !(limit >= 0 && limit <= 100))
    throw new UsageError(`--fail-under takes a score of 0 to 100, not "${text}".`)
  return limit
}

/** A result without a score is below every limit: a check in CI must not pass because nothing could be checked. */
export function exitCode(limit: number | undefined, envelopes: readonly Envelope[]): number {
  if (limit === undefined) return EXIT.ok
  return envelopes.every(({ score }) => score !== null && score >= limit) ? EXIT.ok : EXIT.belowLimit
}

/** "Score 89.9, limit 90: failed" */
export function limitLine(limit: number | undefined, envelope: Envelope): string[] {
  if (limit === undefined) return []
  const verdict = exitCode(limit, [envelope]) === EXIT.ok ? 'passed' : 'failed'
  return ['', `Score ${envelope.score ?? 'none'}, --fail-under ${limit}: ${verdict}`]
}
