/** A node with one free thread. */
import type { JobClass, JobLane } from '../../contract/job-classes.ts'
import type { JobStore, Lease } from '../../platform/jobs/job-store.ts'

/** The next job of the queue; null: none waits. */
export async function takeOne(
  store: Pick<JobStore, 'takeSome'>,
  shard: number,
  jobClass: JobClass,
  lane: JobLane,
  nodeId: string,
): Promise<Lease | null> {
  return (await store.takeSome(shard, jobClass, lane, nodeId, 1)).leases[0] ?? null
}
