/** What processes and Redis have used so far: read before and after, the difference is what the work between took. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { Cluster, RoleName } from './cluster.ts'

export interface Usage {
  readonly atMs: number
  /** Processor time of a role's main threads, ms. */
  readonly mainMs: Readonly<Record<RoleName | 'redis', number>>
  /** Of its other threads. */
  readonly otherMs: Readonly<Record<RoleName | 'redis', number>>
  readonly memoryBytes: number
  readonly appendedBytes: number
  /** Commands that Redis ran, those within scripts too. */
  readonly commands: number
  /** Scripts that it ran. */
  readonly scripts: number
  readonly receivedBytes: number
  readonly sentBytes: number
  /** What the processes logged. */
  readonly logBytes: number
}

const ROLES: readonly RoleName[] = ['gateway', 'node', 'deliverer']

/** Time on a processor of the main thread and of the others, as the scheduler of Linux counts it, ns. */
function threadTimes(pid: number): { mainMs: number; otherMs: number } {
  const times = { mainMs: 0, otherMs: 0 }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const ms = Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    times[Number(thread) === pid ? 'mainMs' : 'otherMs'] += ms
  }
  return times
}

export async function usageOf({ redis, redisPid, logPath, pids }: Cluster): Promise<Usage> {
  const info = await redis.info('memory', 'persistence', 'stats', 'commandstats')
  const infoValue = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1])
  const calls = (name: string): number =>
    [...info.matchAll(new RegExp(`^cmdstat_${name}:calls=(\\d+)`, 'gm'))].reduce(
      (sum, found) => sum + Number(found[1]),
      0,
    )
  const ofRole = (part: 'mainMs' | 'otherMs') =>
    Object.fromEntries([
      ...ROLES.map(role => [role, pids(role).reduce((sum, pid) => sum + threadTimes(pid)[part], 0)]),
      ['redis', threadTimes(redisPid)[part]],
    ]) as Record<RoleName | 'redis', number>
  return {
    atMs: performance.now(),
    mainMs: ofRole('mainMs'),
    otherMs: ofRole('otherMs'),
    // buffers of clients come and go
    memoryBytes: infoValue('used_memory') - infoValue('mem_clients_normal') - infoValue('mem_aof_buffer'),
    appendedBytes: infoValue('aof_current_size'),
    commands: calls('[^:]+'),
    scripts: calls('evalsha') + calls('eval'),
    receivedBytes: infoValue('total_net_input_bytes'),
    sentBytes: infoValue('total_net_output_bytes'),
    logBytes: statSync(logPath).size,
  }
}

/** What the work between took, for each of so many jobs, without what the cluster takes when it does nothing. */
export function perJob(before: Usage, after: Usage, jobCount: number, idle: Idle | undefined) {
  const ms = after.atMs - before.atMs
  const role = (name: RoleName | 'redis', part: 'mainMs' | 'otherMs'): number =>
    Math.max(0, after[part][name] - before[part][name] - (idle === undefined ? 0 : idle[part][name] * ms)) / jobCount
  const grown = (field: Exclude<keyof Usage, 'mainMs' | 'otherMs'>): number => (after[field] - before[field]) / jobCount
  return {
    gatewayMainMs: role('gateway', 'mainMs'),
    gatewayWorkerMs: role('gateway', 'otherMs'),
    nodeMainMs: role('node', 'mainMs'),
    nodeWorkerMs: role('node', 'otherMs'),
    delivererMs: role('deliverer', 'mainMs') + role('deliverer', 'otherMs'),
    redisMs: role('redis', 'mainMs') + role('redis', 'otherMs'),
    redisCommands: grown('commands') - (idle === undefined ? 0 : (idle.commands * ms) / jobCount),
    redisScripts: grown('scripts') - (idle === undefined ? 0 : (idle.scripts * ms) / jobCount),
    redisMemoryBytes: grown('memoryBytes'),
    redisReceivedBytes: grown('receivedBytes'),
    redisSentBytes: grown('sentBytes'),
    appendedBytes: grown('appendedBytes'),
    logBytes: grown('logBytes'),
    jobsPerSecond: (jobCount * 1000) / ms,
  }
}

export type JobUse = ReturnType<typeof perJob>

/** What a cluster takes that does nothing, per ms. */
export interface Idle {
  readonly mainMs: Readonly<Record<RoleName | 'redis', number>>
  readonly otherMs: Readonly<Record<RoleName | 'redis', number>>
  readonly commands: number
  readonly scripts: number
}

export function idleOf(before: Usage, after: Usage): Idle {
  const ms = after.atMs - before.atMs
  const rates = (part: 'mainMs' | 'otherMs') =>
    Object.fromEntries(
      Object.keys(before[part]).map(name => [
        name,
        (after[part][name as RoleName] - before[part][name as RoleName]) / ms,
      ]),
    ) as Record<RoleName | 'redis', number>
  return {
    mainMs: rates('mainMs'),
    otherMs: rates('otherMs'),
    commands: (after.commands - before.commands) / ms,
    scripts: (after.scripts - before.scripts) / ms,
  }
}
