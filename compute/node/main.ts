/** The compute node's entry: the engine's own analysers, nothing else. */
import { runNode } from './run-node.ts'

await runNode()
