/** A node beside gateways of a newer release; the release before this one runs in deploy/test/reliability/rolling-upgrade.test.ts. */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { FRAME_VERSION, FRAME_VERSIONS } from '../../../shared/contract/schedule/frame-versions.ts'
import { until } from '../../../shared/test/until.ts'
import { ended, startJobs, startNode, submit, twoTasks } from '../helpers/jobs.ts'
import { ends, times } from '../helpers/node-scenarios.ts'

t.test(
  'a node leaves jobs of a version it does not know waiting, tells them in a metric, and runs the others',
  async t => {
    const jobs = await startJobs(t)
    const { node, registry } = await startNode(t, jobs)
    const newer = await submit(jobs.store, twoTasks(), { frameVersion: FRAME_VERSION + 1 })
    const known = await Promise.all(
      times(20, i => submit(jobs.store, twoTasks(), { frameVersion: FRAME_VERSIONS[i % FRAME_VERSIONS.length]! })),
    )
    t.same(ends(await ended(jobs.store, known)), { completed: 20 })
    // longer than the node needs to look everywhere
    await pause(3_500)
    await until('nothing is held', () => node.inFlight() === 0)
    t.match(await jobs.store.read(newer.accountId, newer.jobId), { state: 'queued', attempts: 0, error: null })
    const lines = (await registry.metrics()).split('\n')
    t.ok(lines.includes(`sis_jobs_unknown_version{frame_version="${FRAME_VERSION + 1}"} 1`))
    for (const version of FRAME_VERSIONS) t.ok(lines.includes(`sis_frame_versions{frame_version="${version}"} 1`))
  },
)
