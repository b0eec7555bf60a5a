/** A master of a cluster that dies takes its own shards along and no others; how soon those of the others are served, and one that stands still: ../reliability/dead-master.test.ts. */
import t from 'tap'
import { loseOneMaster } from '../helpers/dead-master.ts'

/** A command of the dead one is given up after two seconds: who waits for it, waits for so long. */
const WAIT_MS_MAX = 1_500

t.test('a master is killed: jobs on the shards of the others do not wait for it', t =>
  loseOneMaster(t, { how: 'killed', jobCount: 40, waitMsMax: WAIT_MS_MAX }),
)
