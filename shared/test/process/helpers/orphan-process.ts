/** A process that tells its parent something when their channel is closed, as after the end of the parent. */
import { setImmediate } from 'node:timers/promises'
import { tellParent } from '../../../platform/process/drain-on-signal.ts'

tellParent({ event: 'connected' })
process.disconnect()
tellParent({ event: 'listening' })
await setImmediate()
process.stdout.write('goes on')
