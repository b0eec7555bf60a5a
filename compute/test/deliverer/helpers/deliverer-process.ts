/** A deliverer as a process of its own whose leases and POSTs are short; started by the tests. */
import { runDeliverer } from '../../../deliverer/run-deliverer.ts'

await runDeliverer({ deliveryLeaseMs: 4_000, postMsMax: 3_000 })
