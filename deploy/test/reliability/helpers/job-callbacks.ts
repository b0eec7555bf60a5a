/** Receivers of the callbacks of jobs. Some of their answers are refusals, so that the service sends a callback again. */
import type { Test } from 'tap'
import { startReceiver } from '../../../../compute/test/deliverer/helpers/receivers.ts'
import type { Random } from '../../../../compute/test/helpers/random.ts'

/** Each on an address of its own: a deliverer that dies holds its slots of a host until its leases end. */
export const RECEIVER_HOSTS = Array.from({ length: 8 }, (_, i) => `127.0.0.${i + 1}`)
const REFUSED_SHARE = 0.03

/** The callbacks of one job. */
export interface Callbacks {
  readonly webhookIds: Set<string>
  readonly statuses: Set<string>
  /** How many were answered with 200. */
  answered: number
}

export interface JobCallbacks {
  readonly byJob: ReadonlyMap<string, Callbacks>
  readonly urls: readonly string[]
}

export async function receiveCallbacks(t: Test, rnd: Random): Promise<JobCallbacks> {
  const byJob = new Map<string, Callbacks>()
  const start = async (host: string): Promise<string> => {
    const receiver = await startReceiver(
      t,
      (response, _, { body, headers }) => {
        // byJob remembers what is needed, so the posts can go
        receiver.received.splice(0)
        const { job_id, status } = JSON.parse(body.toString()) as Record<string, string>
        const ofJob = byJob.get(job_id!) ?? { webhookIds: new Set(), statuses: new Set(), answered: 0 }
        byJob.set(job_id!, ofJob)
        ofJob.webhookIds.add(String(headers['webhook-id']))
        ofJob.statuses.add(status!)
        const isRefused = rnd() < REFUSED_SHARE
        if (!isRefused) ofJob.answered++
        response.writeHead(isRefused ? 500 : 200).end()
      },
      host,
    )
    return `http://${receiver.host}/hook`
  }
  return { byJob, urls: await Promise.all(RECEIVER_HOSTS.map(start)) }
}
