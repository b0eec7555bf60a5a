/** Collects the faults of a 422: the first VALIDATION_FAULTS_MAX are kept, all are counted. */
import { VALIDATION_FAULTS_MAX, type ValidationFault } from '../errors.ts'

export type FaultType = 'missing' | 'type' | 'enum' | 'minimum' | 'maximum' | 'format' | 'length' | 'value'

type Place = readonly (string | number)[]

export class ValidationFaults {
  readonly #root: Place
  readonly faults: ValidationFault[] = []
  count = 0

  /** `root` is put before every place. */
  constructor(root: Place) {
    this.#root = root
  }

  add(place: Place, type: FaultType, msg: string): void {
    this.count++
    if (this.faults.length < VALIDATION_FAULTS_MAX) this.faults.push({ loc: [...this.#root, ...place], msg, type })
  }

  /** Whether add() would only count; a caller can then skip making the message. */
  get isFull(): boolean {
    return this.faults.length >= VALIDATION_FAULTS_MAX
  }

  /** Appends the faults of another list. */
  append(other: ValidationFaults): void {
    this.count += other.count
    this.faults.push(...other.faults.slice(0, VALIDATION_FAULTS_MAX - this.faults.length))
  }
}
