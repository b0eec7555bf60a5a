/**
 * What a request may cost beyond the reading of its bytes. Working time grows while it is read: an exception that recurs names thousands of days, a
 * calendar takes over those of its parents, a path of a work breakdown structure repeats what stands above it. One meter counts all of that for a whole
 * request, over all its files, containers and calendars, so that a body costs what its bytes allow, however it is put together.
 */
import { MEGABYTE } from '../bytes/bytes.ts'

/** A step is about what it takes to look at one range of days, 10 to 20 ns. */
const STEPS_PER_BYTE = 64
const MEMORY_PER_BYTE = 200

/** What the smallest body may cost as well. */
const STEPS_FREE = 4_000_000
const MEMORY_FREE = 32 * MEGABYTE

/** What one more of something costs. Memory in bytes. */
export interface Cost {
  readonly steps: number
  readonly memory: number
}

/** One more range of exceptions where one list is laid over another, as the clock keeps it, and as the members of a container say it in texts. */
export const COST = {
  /** Looked at. */
  seen: { steps: 1, memory: 0 },
  /** Kept as a value: an object, or its place in a list. */
  listed: { steps: 16, memory: 120 },
  /** In the tables of a working calendar and in those of the kernel. */
  tabled: { steps: 8, memory: 160 },
  /** As a member in texts, which is checked and read again. */
  told: { steps: 64, memory: 400 },
  /** An element of XML, an entity in it, a line of a table, an item of JSON, to read it: of bodies that came compressed, whose length says little. */
  element: { steps: 30, memory: 0 },
  entity: { steps: 20, memory: 0 },
  line: { steps: 40, memory: 0 },
  item: { steps: 14, memory: 0 },
} as const satisfies Record<string, Cost>

export type WorkPlace = readonly (string | number)[]

/** A request costs more than its bytes allow. */
export class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded'
  /** Where in the file or the container, without the beginning that its reader knows. */
  readonly place: WorkPlace
  constructor(place: WorkPlace, words: string) {
    super(words)
    this.place = place
  }
}

export class WorkMeter {
  readonly #bodyBytes: number
  #steps = 0
  #memory = 0

  /** `bodyBytes`: of all that was sent, compressed as it came, and of the kept schedules that it names. */
  constructor(bodyBytes: number) {
    this.#bodyBytes = bodyBytes
  }

  /** A meter for what was admitted before: it costs what it did then. */
  static unbounded(): WorkMeter {
    return new WorkMeter(Number.POSITIVE_INFINITY)
  }

  /** Of all that was sent. */
  get bodyBytes(): number {
    return this.#bodyBytes
  }
  get steps(): number {
    return this.#steps
  }
  get memory(): number {
    return this.#memory
  }
  get stepsMax(): number {
    return STEPS_FREE + STEPS_PER_BYTE * this.#bodyBytes
  }
  get memoryMax(): number {
    return MEMORY_FREE + MEMORY_PER_BYTE * this.#bodyBytes
  }

  /** Before the work is done: so much of it at that cost. Throws WorkExceeded; `what` names what costs so much, as the beginning of a sentence. */
  spend(count: number, { steps, memory }: Cost, place: WorkPlace, what: () => string): void {
    this.#steps += count * steps
    this.#memory += count * memory
    if (this.#steps <= this.stepsMax && this.#memory <= this.memoryMax) return
    const allowed = `${STEPS_PER_BYTE} steps and ${MEMORY_PER_BYTE} bytes of memory for each of the ${this.#bodyBytes} bytes sent, beside ${STEPS_FREE} steps and ${MEMORY_FREE / MEGABYTE} MB`
    throw new WorkExceeded(place, `${what()}: that is more than a body of this size may come to (${allowed}).`)
  }
}
