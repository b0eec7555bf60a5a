/** Faults of a 422 as they are met: the first VALIDATION_FAULTS_MAX are kept, all are counted. */
import { VALIDATION_FAULTS_MAX, type ValidationFault } from '../errors.ts'

export type FaultType = 'missing' | 'type' | 'enum' | 'minimum' | 'maximum' | 'format' | 'length' | 'value'

type Place = readonly (string | number)[]

export class ValidationFaults {
  readonly #root: Place
  readonly faults: ValidationFault[] = []
  count = 0

  /** `root` comes before every place that is added. */
  constructor(root: Place) {
    this.#root = root
  }

  add(place: Place, type: FaultType, msg: string): void {
    this.count++
    if (this.faults.length < VALIDATION_FAULTS_MAX) this.faults.push({ loc: [...this.#root, ...place], msg, type })
  }

  /** Whether add() would keep another; a caller may spare the message when not. */
  get isFull(): boolean {
    return this.faults.length >= VALIDATION_FAULTS_MAX
  }

  /** Adds those of another list behind. */
  append(other: ValidationFaults): void {
    this.count += other.count
    this.faults.push(...other.faults.slice(0, VALIDATION_FAULTS_MAX - this.faults.length))
  }
}
