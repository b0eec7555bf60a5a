/** A master of a cluster that dies takes its own shards along and no others; one that stands still: ../reliability/dead-master.test.ts. */
import t from 'tap'
import { loseOneMaster } from '../helpers/dead-master.ts'

t.test('a master is killed: jobs on the shards of the others wait 250 ms at most', t => loseOneMaster(t, 'killed', 40))
