/** A list of stages that only compiles in an order in which each stage finds what it needs. */
import type { Gateway } from '../gateway.ts'
import type { Call, Outcome } from './call.ts'

/** Takes a call that has come so far, and gives the same call back as what it has reached, or its end. */
export type Stage<Needed extends Call, Reached extends Call> = (
  call: Needed,
  gateway: Gateway,
) => Outcome<Reached> | Promise<Outcome<Reached>>

/** The last stage: no call goes on after it. */
export type LastStage<Needed extends Call> = Stage<Needed, never>

/** As it is run: Journey has seen to it that the call has what the stage needs. */
export type AnyStage = Stage<Call, Call>

/** Reached: the type of the call after the stages so far. */
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

  /** The one cast of the pipeline: a stage that needs more than a Call stands behind those that gave it. */
  #with(stage: Stage<Reached, Call>): readonly AnyStage[] {
    return [...this.#stages, stage as AnyStage]
  }
}
