/** Masters of a cluster that are killed or stand still, for longer than ../node/dead-master.test.ts. */
import t from 'tap'
import { loseOneMaster } from '../helpers/dead-master.ts'

t.test('a master is killed', t => loseOneMaster(t, 'killed', 200))

t.test('a master stands still, whose connections stay', t => loseOneMaster(t, 'frozen', 200))
