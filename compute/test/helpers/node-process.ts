/** A compute node as a process of its own whose analysers may misbehave and whose leases may be short; started by helpers/jobs.ts. */
import { runNode } from '../../node/run-node.ts'

await runNode({
  analysersModule: new URL('../node/misbehaving-analysers.ts', import.meta.url).href,
  leaseMs: Number(process.argv[2]),
})
