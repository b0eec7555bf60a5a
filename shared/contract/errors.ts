/** Refusals as values: code, details and faults. The rows are in error-rows.ts; the status is looked up once, when the answer is sent. */
import { ERRORS, type ErrorCode } from './error-rows.ts'

export type RefusalDetails = Readonly<Record<string, string | number>>

/** These calls worked until they reached a limit, so they keep their unit of the month. */
const CHARGED: readonly ErrorCode[] = ['deadline_exceeded', 'memory_exceeded']
export const isCharged = (code: ErrorCode): boolean => CHARGED.includes(code)

/** One fault of a body that can be parsed but violates the schema. */
export interface ValidationFault {
  /** Path of the value: ["body", "tasks", 0, "id"]. */
  readonly loc: readonly (string | number)[]
  /** Text with the offending value. */
  readonly msg: string
  /** Stable word: missing, type, enum, minimum, maximum, format, length ... */
  readonly type: string
}

/** Maximum number of faults listed in a 422; further ones are only counted. */
export const VALIDATION_FAULTS_MAX = 100

export interface Refusal {
  readonly code: ErrorCode
  readonly details: RefusalDetails
  /** For every refusal of status 422: the first VALIDATION_FAULTS_MAX faults, and their total number. */
  readonly faults?: readonly ValidationFault[]
  readonly faultCount?: number
  /** Additional members of the body, for programs. */
  readonly members?: RefusalDetails
  /** Additional headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

export const refuse = (code: ErrorCode, facts: RefusalDetails = {}): Refusal => ({ code, details: facts })

/** The text of a refusal with its details filled in. A word in s behind a number is in the plural, and loses it behind a 1. */
export function detailOf(refusal: Refusal): string {
  return ERRORS[refusal.code].detail
    .replace(/\{(\w+)\}(?:( [a-z]+)s\b)?/g, (_, name: string, noun?: string) => {
      const value = refusal.details[name] ?? ''
      return noun === undefined ? String(value) : `${value}${noun}${value === 1 ? '' : 's'}`
    })
    .trim()
}

/** The detail for a place that has one text for everything: with its first fault, where it lies and how many there are. */
export function detailWithFault(refusal: Refusal): string {
  const { faults: [first] = [], faultCount = 0 } = refusal
  const detail = detailOf(refusal)
  if (first === undefined) return detail
  const more = faultCount > 1 ? ` (1 of ${faultCount} faults)` : ''
  return `${detail} ${first.loc.join('.')}: ${first.msg}${more}`
}
