/** A list of stages. It compiles only in an order in which each stage finds what it needs. */
import type { Gateway } from '../gateway.ts'
import type { Call, Outcome } from './call.ts'

/** Takes a call of the type it needs, and returns the same call as the type it has reached, or the end of the call. */
export type Stage<Needed extends Call, Reached extends Call> = (
  call: Needed,
  gateway: Gateway,
) => Outcome<Reached> | Promise<Outcome<Reached>>

/** The last stage: it always ends the call. */
export type LastStage<Needed extends Call> = Stage<Needed, never>

/** A stage without its types. Journey has already checked that the call has what the stage needs. */
export type AnyStage = Stage<Call, Call>

/** Reached: the type of a call after these stages. */
export class Journey<Reached extends Call> {
  readonly #stages: readonly AnyStage[]

  private constructor(stages: readonly AnyStage[]) {
    this.#stages = stages
  }

  static readonly start = new Journey<Call>([])

  to<Next extends Call>(stage: Stage<Reached, Next>): Journey<Reached & Next> {
    return new Journey(this.#with(stage))
  }

  end(stage: LastStage<Reached>): readonly AnyStage[] {
    return this.#with(stage)
  }

  /** The only cast of the pipeline. It is safe, because a stage comes after the stages that provide what it needs. */
  #with(stage: Stage<Reached, Call>): readonly AnyStage[] {
    return [...this.#stages, stage as AnyStage]
  }
}
