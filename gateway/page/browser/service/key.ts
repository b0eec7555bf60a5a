/** The key that the page calls with: one of the user's own, kept in this tab alone, the local one of this machine, or one of the playground. */
import { Refused, refusedBy } from './refused.ts'

const OWN = 'sis-own-key'
const PLAYGROUND = 'sis-playground-key'
const NOT_HERE = 'page_key_refused'

export interface PageSettings {
  readonly base: string
  /** Of the engine that a worker loads for itself; '' = it is in the worker. */
  readonly engineUrl: string
  /** Tier of the key that this machine gets; undefined: none. */
  readonly localTier: string | undefined
  readonly demoTasks: number
  readonly demoCalls: number
  /** The page is a file with the engine in it, and calls no service. */
  readonly isOneFile: boolean
}

export type KeyKind = 'own' | 'local' | 'playground'

/** Refusals that another key lifts. */
const OF_KEY: ReadonlySet<string> = new Set([
  'task_limit_tier',
  'task_limit_sum',
  'tier_forbidden',
  'month_exceeded',
  'compute_exceeded',
  'quota_too_small',
  'playground_limit',
])

export class Keys {
  readonly #settings: PageSettings
  #local: Promise<string> | undefined
  /** The service runs as another user of this machine, or another browser opened the page first. */
  isOthers = false

  constructor(settings: PageSettings) {
    this.#settings = settings
  }

  get kind(): KeyKind {
    if (sessionStorage.getItem(OWN) !== null) return 'own'
    return this.#settings.localTier === undefined || this.isOthers ? 'playground' : 'local'
  }

  /** It is the key of a playground that stands in the way, and another lifts that. */
  isWanting(code: string): boolean {
    return this.kind === 'playground' && OF_KEY.has(code)
  }

  /** Whether this machine gives its key is known before the first file. */
  async prepare(): Promise<void> {
    if (this.#settings.localTier === undefined) return
    try {
      this.#local ??= this.#request('api/v1/page/key')
      await this.#local
      this.isOthers = false
    } catch (error) {
      this.#local = undefined
      this.isOthers = error instanceof Refused && error.failure.code === NOT_HERE
    }
  }

  /** Empty: the key of one's own is forgotten. */
  useOwn(text: string): void {
    if (text === '') sessionStorage.removeItem(OWN)
    else sessionStorage.setItem(OWN, text)
  }

  /** A key that was given out and is not valid any more. */
  forget(): void {
    this.#local = undefined
    sessionStorage.removeItem(PLAYGROUND)
  }

  /** Throws Refused. */
  async key(): Promise<string> {
    if (this.#settings.isOneFile) return ''
    const own = sessionStorage.getItem(OWN)
    if (own !== null) return own
    await this.prepare()
    if (this.kind === 'local') return (this.#local ??= this.#request('api/v1/page/key'))
    const known = sessionStorage.getItem(PLAYGROUND)
    if (known !== null) return known
    const made = await this.#request('api/v1/playground/keys')
    sessionStorage.setItem(PLAYGROUND, made)
    return made
  }

  async #request(path: string): Promise<string> {
    const answer = await fetch(new URL(path, this.#settings.base), { method: 'POST' })
    const text = await answer.text()
    if (!answer.ok) throw refusedBy(answer.status, text)
    return (JSON.parse(text) as { api_key: string }).api_key
  }
}
