/** Whether there are nodes for all waiting jobs: during an upgrade gateways submit jobs that only new nodes can run. */
import { parseNodeInfo } from '../../shared/jobs/node-info.ts'
import { redisJobStore } from '../../shared/jobs/redis-job-store.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { FRAME_VERSION_UNSAID } from '../../shared/schedule/frame-versions.ts'
import { connected } from './connected.ts'
import { type Finding, ok, problem, SHOWN_MAX } from './finding.ts'

const CHECK = 'versions'

const jobsWait = (count: number): string => `${count} ${count === 1 ? 'job waits' : 'jobs wait'}`

interface Node {
  /** "node-7", or "nodes of 0.4.0", which do not say who they are. */
  readonly name: string
  readonly frameVersions: readonly number[]
}

const OLD_NODES: Node = { name: 'nodes of 0.4.0', frameVersions: [FRAME_VERSION_UNSAID] }

async function liveNodes(client: RedisClient): Promise<Node[]> {
  const rows = (await connected(client)).filter(({ role }) => role === 'node')
  return rows.map(({ about }) => {
    const node = parseNodeInfo(about)
    return node === undefined ? OLD_NODES : { name: node.nodeId, frameVersions: node.frameVersions }
  })
}

/** "host-1, host-2: 1, 2; nodes of 0.4.0: 1". */
function versionsText(nodes: readonly Node[]): string {
  const byVersions = Map.groupBy(nodes, ({ frameVersions }) => frameVersions.join(', '))
  return [...byVersions].map(([known, some]) => `${shown(some.map(({ name }) => name))}: ${known}`).join('; ')
}

function shown(names: readonly string[]): string {
  const more = names.length - SHOWN_MAX
  return names.slice(0, SHOWN_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

export async function versions(client: RedisClient): Promise<Finding[]> {
  const nodes = await liveNodes(client)
  const known = [...new Set(nodes.flatMap(({ frameVersions }) => frameVersions))]
  const store = redisJobStore(client, { frameVersions: known })
  if (nodes.length === 0) {
    const queued = (await store.depths()).reduce((sum, depth) => sum + depth.queued, 0)
    if (queued === 0) return [ok(CHECK, 'no node is connected, and no job is waiting')]
    return [problem(CHECK, `${jobsWait(queued)}, and no node is connected; they start when a node connects`)]
  }
  const waiting = await store.unknownVersions()
  if (waiting.length === 0)
    return [ok(CHECK, `for every waiting job there is a node that knows its frame version (${versionsText(nodes)})`)]
  return waiting.map(({ frameVersion, queued }) =>
    problem(
      CHECK,
      `${jobsWait(queued)} with frames of version ${frameVersion}, which no connected node knows (${versionsText(nodes)}); ` +
        'they start when a node of the newer release is started',
    ),
  )
}
