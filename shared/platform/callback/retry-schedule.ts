/** The setting WEBHOOK_RETRY_SECONDS: pauses between the POSTs of a callback. Pure. */

const SECONDS_LEAST = 0.1
const RETRIES_MAX = 20
/** A dead letter is kept for seven days from the end of its job, and so is a callback that is still being retried. */
const TOTAL_SECONDS_MAX = 6 * 86_400

/** "5,30,120" to milliseconds; entry i is the pause after POST i + 1. Throws when the text is invalid. */
export function retryDelaysMs(text: string): readonly number[] {
  const seconds = text.split(',').map(entry => (entry.trim() === '' ? Number.NaN : Number(entry)))
  if (seconds.some(each => !(each >= SECONDS_LEAST)))
    throw new Error(`must be comma-separated seconds, each at least ${SECONDS_LEAST}`)
  if (seconds.length > RETRIES_MAX) throw new Error(`must have at most ${RETRIES_MAX} entries`)
  const total = seconds.reduce((sum, each) => sum + each, 0)
  if (total > TOTAL_SECONDS_MAX) throw new Error(`must add up to at most ${TOTAL_SECONDS_MAX} seconds (6 days)`)
  return seconds.map(each => Math.round(each * 1000))
}
