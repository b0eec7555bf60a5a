/** Whose results are removed first when room is needed: those of the account that holds most for the weight of its class. Pure. */
import { CLASS_WEIGHTS } from '../../contract/job-classes.ts'
import type { Holder } from './job-store.ts'

/** What an account holds, by the weight of its class: the one with the most gives first. */
const weightedBytes = ({ bytes, jobClass }: Holder): number => bytes / CLASS_WEIGHTS[jobClass]

/** Who gives how much of so many bytes: the largest down to the second largest, at least stepBytes; undefined = nobody has any. */
export function nextEviction<Each extends Holder>(
  holders: readonly Each[],
  bytes: number,
  stepBytes: number,
): { readonly holder: Each; readonly bytes: number } | undefined {
  const [largest, second] = [...holders].sort((a, b) => weightedBytes(b) - weightedBytes(a))
  if (largest === undefined) return undefined
  const above =
    second === undefined ? largest.bytes : largest.bytes - weightedBytes(second) * CLASS_WEIGHTS[largest.jobClass]
  return { holder: largest, bytes: Math.min(bytes, Math.max(above, stepBytes)) }
}
