/** What a test file that ran on a cluster has shown. */
import type { FileReport } from '../../test-run/run-file.ts'

/** The reason that onOneServer gives (shared/test/redis-of-test.ts). */
const REASON = /\(on one server only: \S.*\)$/

interface ClusterVerdict {
  /** Tests that say something about one server, each with its reason. */
  readonly skips: readonly string[]
  /** Why the file does not pass; empty: it does, also when all of its tests are about one server. */
  readonly faults: readonly string[]
}

export function clusterVerdict({ passed, failed, skipped, lines }: FileReport): ClusterVerdict {
  const left = lines.filter(line => line.startsWith('  skipped:')).map(line => line.trim())
  const skips = left.filter(line => REASON.test(line))
  const faults = left.filter(line => !REASON.test(line)).map(line => `without the reason of one server, ${line}`)
  if (failed > 0) faults.push(`${failed} failed`)
  if (passed + skipped === 0) faults.push('nothing ran')
  return { skips, faults }
}
