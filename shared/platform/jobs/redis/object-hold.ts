/**
 * Keeps objects from removal while a backup is made. The backup copies Redis first, then the objects, and the objects named in that copy must
 * exist until the end. Only names that were dropped after the copy matter. A process that removes objects reads the dropped names first and
 * then checks for the hold: if there is none, the names were dropped before it, hence before the copy.
 */
import { jobKey } from '../../redis/keys.ts'
import { run, script } from '../../redis/script.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

const HOLD = script('lease-hold-1')
const HOLDING = jobKey(0, 'holding')

/** False: somebody else holds them. Called again before the time is over, it goes on. */
export const holdObjects = async (client: JobClient, holder: string, ms: number): Promise<boolean> =>
  (await retryOnce(() => run(client, HOLD, [HOLDING], [holder, ms]))) === 1

/** Ends a hold, whoever has it. False: there was none. */
export const releaseObjects = async (client: JobClient): Promise<boolean> =>
  (await retryOnce(() => client.del(HOLDING))) === 1

export const areObjectsHeld = async (client: JobClient): Promise<boolean> =>
  (await retryOnce(() => client.exists(HOLDING))) === 1

/** How long it lasts without being called again; null: nobody holds them. */
export async function objectHold(
  client: JobClient,
): Promise<{ readonly holder: string; readonly leftMs: number } | null> {
  const [holder, leftMs] = [await retryOnce(() => client.get(HOLDING)), await retryOnce(() => client.pttl(HOLDING))]
  return holder === null || leftMs <= 0 ? null : { holder, leftMs }
}
