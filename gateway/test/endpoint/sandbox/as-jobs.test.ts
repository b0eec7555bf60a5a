/** Every analysis gives a job the result that it gives a call: the bodies of the footbridge, sent both ways. */

import t from 'tap'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { FIXTURES } from '../../../sandbox/fixtures.ts'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
await startNode(t, service)
const key = await service.key('professional')
const { requests } = FIXTURES.find(({ name }) => name === 'footbridge')!

for (const row of analyses.filter(({ pending }) => !pending)) {
  t.test(`${row.id}: the job answers what the call answers`, async t => {
    const body = requests[row.id]
    const { json: called } = await service.call(row.path, { key, body })
    const { json: job } = await ended(service, key, jobPath(await submitted(service, row.path, { key, body })))
    t.equal(job.status, 'completed')
    const { metadata, ...result } = job.result
    const { metadata: facts, ...envelope } = called
    t.strictSame(result, envelope)
    t.equal(metadata.input_sha256, facts.input_sha256)
  })
}
