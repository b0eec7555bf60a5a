/** Names of the objects of jobs; objects.ts has their content. */
import { createHash, randomBytes } from 'node:crypto'
import { shardOf } from '../../../contract/job-classes.ts'
import { jobKey } from '../../redis/keys.ts'
import { StoreUnavailable } from '../../store-unavailable.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

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
