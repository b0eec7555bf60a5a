/** A refusal in words: its sentence, or the place and sentence of each fault. */
import { detailOf, type Refusal, type ValidationFault } from '../../shared/errors.ts'
import { counted } from './counted.ts'

/** A screen has room for these. */
const FAULTS_SHOWN_MAX = 10

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
