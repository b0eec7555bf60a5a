/** T2: an append-only file that was cut at 20 random bytes. */
import t from 'tap'
import { cutAppendOnlyFile } from '../jobs/cut-file.ts'

t.test('a file cut at 20 random bytes: the server starts with all jobs before the cut, or says what to do', t =>
  cutAppendOnlyFile(t, Date.now() % 1_000_000, 20),
)
