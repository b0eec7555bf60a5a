/**
 * Whether a lane is overloaded: the first call in its queue has been late, without a break, for GRACE_MS or for the duration of GRACE_CALLS calls (after
 * CoDel: Nichols and Jacobson, "Controlling queue delay", 2012). A longer queue would then only delay every call.
 *
 * Time passes in spans. Now and then one is a trial, in which the lane accepts as many calls as the threads can handle. The overload ends with a trial in
 * which none had to be refused. What was refused is no measure otherwise: callers that repeat a refused call at once look like any number of callers.
 */

const GRACE_MS = 200
/** With random arrivals, a call of 100 ms often finds five others waiting. That is not yet an overload. */
const GRACE_CALLS = 16
/** A span of an overload, which is a trial or not: so many times the grace period. */
const SPAN_GRACES = 3
/** After each trial that failed twice as many spans pass before the next one, so that hardly any call waits because of trials while an overload lasts. */
const TRIAL_SPANS_MAX = 32
/** When no more than this share of the calls of a span was refused, a trial follows at once. */
const CALM_SHARE = 0.1

export class Overload {
  #isOn = false
  #isTrial = false
  /** Time since which the first call in the queue has been late. null: it is not late. */
  #lateSinceMs: number | null = null
  /** When the span began, the calls that arrived in it, and those of them that were refused. */
  #spanSinceMs = 0
  #arrivals = 0
  #refusals = 0
  #spansToTrial = 0
  /** After the next trial that fails. */
  #spansBetween = 1

  get isOn(): boolean {
    return this.#isOn
  }

  get isTrial(): boolean {
    return this.#isTrial
  }

  arrived(): void {
    this.#arrivals++
  }

  /** A call that arrived was refused; a trial has failed with it. */
  refused(nowMs: number): void {
    this.#refusals++
    if (!this.#isTrial) return
    this.#isTrial = false
    this.#spansToTrial = this.#spansBetween
    this.#spansBetween = Math.min(2 * this.#spansBetween, TRIAL_SPANS_MAX)
    this.#startSpan(nowMs)
  }

  /** callMs: time in which the lane ends a call. */
  observe(nowMs: number, isHeadLate: boolean, callMs: number): void {
    const graceMs = Math.max(GRACE_MS, GRACE_CALLS * callMs)
    if (this.#isOn) this.#checkSpan(nowMs, graceMs)
    else this.#begin(nowMs, graceMs, isHeadLate)
  }

  #begin(nowMs: number, graceMs: number, isLate: boolean): void {
    if (!isLate) this.#lateSinceMs = null
    else this.#lateSinceMs ??= nowMs
    if (this.#lateSinceMs === null || nowMs - this.#lateSinceMs < graceMs) return
    this.#isOn = true
    this.#lateSinceMs = null
    this.#spansToTrial = 1
    this.#spansBetween = 1
    this.#startSpan(nowMs)
  }

  /** A span that has passed is followed by another one, or by the end of the overload. */
  #checkSpan(nowMs: number, graceMs: number): void {
    if (nowMs - this.#spanSinceMs < SPAN_GRACES * graceMs) return
    this.#isOn = !this.#isTrial
    const isCalm = this.#refusals <= CALM_SHARE * this.#arrivals
    this.#isTrial = this.#isOn && (--this.#spansToTrial <= 0 || isCalm)
    this.#startSpan(nowMs)
  }

  #startSpan(nowMs: number): void {
    this.#spanSinceMs = nowMs
    this.#arrivals = 0
    this.#refusals = 0
  }
}
