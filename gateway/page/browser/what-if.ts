/** Changes of one file that are tried: what is in force, what was before it, and alternatives that are kept on this machine. */
import type { Tried } from '../../../shared/contract/local-engine.ts'
import { keepUnder, keptUnder } from './dom/kept.ts'
import type { LoadedFile } from './loaded.ts'
import { fileKey } from './place.ts'
import { type Change, withChange } from './schedule/changes.ts'
import { dayText } from './schedule/moment.ts'
import type { Schedule } from './schedule/schedule.ts'
import { Desk, structureOf, type Told, toldOf } from './schedule/what-if.ts'
import { Refused } from './service/refused.ts'
import type { Asked } from './service/what-if.ts'
import { sentenceOf } from './views/failure.ts'
import { wordsOf } from './views/what-if-words.ts'

interface KeptAlternative {
  readonly name: string
  readonly changes: readonly Change[]
  readonly told: Told
}

interface Stored {
  /** The day on which the last of them was tried, in the time of this machine. */
  readonly day?: string
  readonly changes: readonly Change[]
  readonly kept: readonly KeptAlternative[]
}

const KEY = 'sis.what-if.'
const keyOf = ({ analysed }: LoadedFile): string => `${KEY}${fileKey(analysed.cpm.metadata.input_sha256)}`

/** Changes of the file that are in force: views that show it as it is say so. */
export const triedCount = (loaded: LoadedFile): number => keptUnder<Stored>(keyOf(loaded)).changes?.length ?? 0

const today = (): string => {
  const now = new Date()
  return dayText((now.getTime() - now.getTimezoneOffset() * 60_000) / 60_000)
}

let count = 0

/** A change that takes no longer needs no word. */
const WAIT_MS = 300

export class WhatIf {
  readonly #loaded: LoadedFile
  readonly #run: (asked: Omit<Asked, 'engineUrl'>) => Promise<Tried>
  readonly #key: string
  readonly #number = ++count
  /** Views that draw it: the next one comes before the last one goes. */
  readonly #listeners = new Set<() => void>()
  #states: readonly (readonly Change[])[] = [[]]
  #at = 0
  #kept: readonly KeptAlternative[] = []
  #desk: Desk
  /** It is read already, or being read. */
  #isPrepared = false
  #told: Told | undefined
  #failure = ''
  #isRunning = false

  constructor(loaded: LoadedFile, run: (asked: Omit<Asked, 'engineUrl'>) => Promise<Tried>) {
    this.#loaded = loaded
    this.#run = run
    this.#key = keyOf(loaded)
    const { changes = [], kept = [], day = '' } = keptUnder<Stored>(this.#key)
    if (changes.length > 0) {
      this.#states = [[], changes]
      this.#at = 1
      this.since = day
    }
    this.#kept = kept
    this.#desk = this.#deskOf(changes)
    if (changes.length > 0) void this.#compute()
  }

  /** When the changes were tried that were here already when the file was opened, '' = some day; undefined: there are none of them. */
  since: string | undefined

  /** As it is drawn. */
  get schedule(): Schedule {
    return this.#desk.schedule
  }

  /** As in the file. */
  get before(): Schedule {
    return this.#loaded.schedule
  }

  get changes(): readonly Change[] {
    return this.#states[this.#at]!
  }

  get told(): Told | undefined {
    return this.#told
  }

  get failure(): string {
    return this.#failure
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  get kept(): readonly KeptAlternative[] {
    return this.#kept
  }

  get canUndo(): boolean {
    return this.#at > 0
  }

  get canRedo(): boolean {
    return this.#at < this.#states.length - 1
  }

  /** shown: called when something else is to be drawn. What comes back ends that. */
  listen(shown: () => void): () => void {
    this.#listeners.add(shown)
    return () => this.#listeners.delete(shown)
  }

  change(change: Change): void {
    this.#go(withChange(this.changes, change))
  }

  takeBack(change: Change): void {
    this.#go(this.changes.filter(each => each !== change))
  }

  clear(): void {
    this.#go([])
  }

  undo(): void {
    if (this.canUndo) this.#move(-1)
  }

  redo(): void {
    if (this.canRedo) this.#move(1)
  }

  keep(name: string): void {
    if (this.#told === undefined) return
    const own = { name, changes: this.changes, told: this.#told }
    this.#kept = [...this.#kept.filter(each => each.name !== name), own]
    this.#store()
    this.#tell()
  }

  open(name: string): void {
    const found = this.#kept.find(each => each.name === name)
    if (found !== undefined) this.#go(found.changes)
  }

  drop(name: string): void {
    this.#kept = this.#kept.filter(each => each.name !== name)
    this.#store()
    this.#tell()
  }

  /** Somebody is about to change something. */
  prepare(): void {
    if (this.#isPrepared) return
    this.#try([]).catch(() => {
      // the first change says why
      this.#isPrepared = false
    })
  }

  /** An ID that no task has. */
  newId(): string {
    for (let n = 1; ; n++) if (this.#desk.indexOf(`NEW-${n}`) < 0) return `NEW-${n}`
  }

  indexOf(id: string): number {
    return this.#desk.indexOf(id)
  }

  #tell(): void {
    for (const shown of this.#listeners) shown()
  }

  #go(changes: readonly Change[]): void {
    this.#states = [...this.#states.slice(0, this.#at + 1), changes]
    this.#at = this.#states.length - 1
    this.#arrived()
  }

  #move(by: number): void {
    this.#at += by
    this.#arrived()
  }

  #arrived(): void {
    this.#store()
    void this.#compute()
    // the first one waits for the engine: that it is on its way is said, once the keyboard has moved on
    setTimeout(() => {
      if (this.#isRunning && this.#told === undefined) this.#tell()
    }, WAIT_MS)
  }

  #try(changes: readonly Change[]): Promise<Tried> {
    this.#isPrepared = true
    return this.#run({ key: this.#number, file: this.#loaded.file, changes })
  }

  #deskOf(changes: readonly Change[]): Desk {
    return new Desk(this.#loaded.schedule, changes, change => wordsOf.constraint(change, this.#loaded))
  }

  #show(changes: readonly Change[], tried: Tried | undefined): void {
    if (this.#desk.structure !== structureOf(changes)) this.#desk = this.#deskOf(changes)
    this.#desk.show(changes, tried)
  }

  /** The last changes are computed; those that came while others were, behind them. */
  async #compute(): Promise<void> {
    if (this.#isRunning) return
    this.#failure = ''
    this.#isRunning = this.changes.length > 0
    while (this.#isRunning) {
      const { changes } = this
      try {
        const tried = await this.#try(changes)
        if (changes !== this.changes) {
          this.#isRunning = this.changes.length > 0
          continue
        }
        this.#show(changes, tried)
        this.#told = toldOf(tried, this.schedule)
      } catch (error) {
        this.#told = undefined
        // where a change cannot be made, its place says why
        this.#failure = (error instanceof Refused && error.failure.places[0]) || sentenceOf(error)
        this.#show([], undefined)
      }
      this.#isRunning = false
    }
    if (this.changes.length === 0) {
      this.#told = undefined
      this.#show([], undefined)
    }
    this.#tell()
  }

  #store(): void {
    if (this.changes.length === 0) this.since = undefined
    const isNone = this.changes.length === 0 && this.#kept.length === 0
    keepUnder(
      this.#key,
      isNone ? undefined : ({ changes: this.changes, kept: this.#kept, day: today() } satisfies Stored),
    )
  }
}
