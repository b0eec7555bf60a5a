/** The deliverer's entry. */
import { runDeliverer } from './run-deliverer.ts'

await runDeliverer()
