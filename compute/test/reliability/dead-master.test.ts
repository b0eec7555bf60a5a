/** Masters of a cluster that are killed or stand still, for longer than ../node/dead-master.test.ts. */
import t from 'tap'
import { loseOneMaster } from '../helpers/dead-master.ts'

const WAIT_MS_MAX = 250

t.test('a master is killed', t => loseOneMaster(t, { how: 'killed', jobCount: 200, waitMsMax: WAIT_MS_MAX }))

t.test('a master stands still, whose connections stay', t =>
  loseOneMaster(t, { how: 'frozen', jobCount: 200, waitMsMax: WAIT_MS_MAX }),
)
