/** How long others wait beside suspects: a figure, for a machine with nothing else to do. */
import t from 'tap'
import { holdNobodyUp } from '../helpers/suspects.ts'

t.test('three long suspects hold nobody up: government jobs of two tasks wait 250 ms at most', t =>
  holdNobodyUp(t, { suspectMs: 5_000, waitMsMax: 250 }),
)
