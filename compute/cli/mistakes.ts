/** What goes wrong, in words, and the exit codes. */
import { detailOf, type Refusal, type ValidationFault } from '../../shared/errors.ts'
import { counted } from './terminal.ts'

/** Exit codes, for scripts. */
export const EXIT = { ok: 0, belowLimit: 1, wrong: 2, defect: 3 } as const

export const EXIT_WORDS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  belowLimit: 'a score is below --fail-under',
  wrong: 'the command, the file or the service gave no result',
  defect: 'sis itself failed; please report what it prints',
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {}

/** There is no result: why, a line each. */
export class RunError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** A screen has room for these. */
const FAULTS_SHOWN_MAX = 10

/** A refusal in words: its sentence, or the place and sentence of each fault. */
export const refusalLines = (refusal: Refusal): string[] =>
  refusal.faults === undefined ? [detailOf(refusal)] : faultLines(refusal.faults, refusal.faultCount)

export function faultLines(faults: readonly ValidationFault[], faultCount = faults.length): string[] {
  const lines = faults.slice(0, FAULTS_SHOWN_MAX).map(({ loc, msg }) => {
    const place = loc.slice(1).join('.')
    return place === '' ? msg : `${place}: ${msg}`
  })
  const rest = faultCount - lines.length
  return rest > 0 ? [...lines, `and ${counted(rest, 'more fault')}`] : lines
}
