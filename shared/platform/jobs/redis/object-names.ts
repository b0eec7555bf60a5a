/** Names of the objects of jobs; objects.ts has their content. */
import { createHash, randomBytes } from 'node:crypto'
import { shardOf } from '../../../contract/job-classes.ts'
import { StoreUnavailable } from '../../redis/failure.ts'
import { jobKey } from '../../redis/keys.ts'
import { type JobClient, retryOnce } from '../../redis/retry-once.ts'
import { run, script } from '../../redis/script.ts'

/** Shard and job in a name. */
export const OWNER = /^\w+\/(\d+)\/[\w-]+\/[0-9a-f]{2}\/([\w-]+)-(?:frame|result)-[0-9a-f]{64}$/

/** A folder's name for any id: ours are UUIDs. */
const folderOf = (id: string): string =>
  /^[\w-]{1,64}$/.test(id) ? id : `x${createHash('sha256').update(id).digest('hex').slice(0, 32)}`

function checkJobId(jobId: string): string {
  if (!/^[\w-]{1,64}$/.test(jobId)) throw new Error(`${jobId} cannot be part of the name of an object`)
  return jobId
}

/** Many jobs of an account do not lie in one folder. */
const spreadOf = (jobId: string): string => createHash('sha256').update(jobId).digest('hex').slice(0, 2)

export class ObjectNames {
  readonly #client: JobClient
  #installation: Promise<string> | undefined

  constructor(client: JobClient) {
    this.#client = client
  }

  /** What all names of this Redis begin with. Made once for each Redis: a sweep never touches what another one names in the same place. */
  installation(): Promise<string> {
    this.#installation ??= this.#readInstallation().catch(error => {
      this.#installation = undefined
      throw error
    })
    return this.#installation
  }

  /** Reads the installation id again, because it may be another Redis now. */
  forgetInstallation(): void {
    this.#installation = undefined
  }

  async #readInstallation(): Promise<string> {
    const key = jobKey(0, 'installation')
    const mine = randomBytes(6).toString('hex')
    await retryOnce(() => this.#client.set(key, mine, 'NX'))
    const name = await retryOnce(() => this.#client.get(key))
    if (name === null) throw new StoreUnavailable('the name of the installation was not kept')
    return name
  }

  async startOfAccount(accountId: string): Promise<string> {
    return `${await this.installation()}/${shardOf(accountId)}/${folderOf(accountId)}/`
  }

  async startOf(accountId: string, jobId: string, what: 'frame' | 'result'): Promise<string> {
    return `${await this.startOfAccount(accountId)}${spreadOf(jobId)}/${checkJobId(jobId)}-${what}-`
  }
}

// Keeps objects from removal while a backup is made. The backup copies Redis first, then the objects, and the objects named in that copy must
// exist until the end. Only names that were dropped after the copy matter. A process that removes objects reads the dropped names first and
// then checks for the hold: if there is none, the names were dropped before it, hence before the copy.

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
