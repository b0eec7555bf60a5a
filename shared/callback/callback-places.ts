/**
 * Places of callbacks, counted in Redis over all deliverers, and how an endpoint that fails is treated. An endpoint is what one account
 * names by scheme, host and port. Read by the scripts (shared/redis/prelude.ts) and told in the documents.
 */

/** POSTs in flight at once. */
export const CALLBACK_PLACES = {
  /** Of one account. */
  ofAccount: 256,
  /** To one host: name and port. */
  ofHost: 4,
  /** To one host for one account: one is always left to another account. */
  ofAccountAndHost: 3,
  /** Taken of an endpoint that answers: those in flight, and a few that wait at a deliverer for their place. One that hangs has a single one. */
  ofEndpoint: 8,
} as const

export const ENDPOINT_TIMES = {
  /** A POST that took longer counts as hanging, whatever came of it. */
  slowMs: 5_000,
  /** Rest after the second POST in a row that hung; it doubles with each further one. */
  restMsLeast: 5_000,
  restMsMax: 300_000,
  /** Failures in a row before an endpoint is paused, however long ago the first one is. */
  pauseFailuresLeast: 5,
  /** A paused endpoint is tried so often, with one callback. */
  probeMs: 3_600_000,
  /** Nothing is known any more of one that was not called for so long. */
  rememberedMs: 30 * 86_400_000,
  /** Of one account; the one that was not called for longest is forgotten. */
  rememberedMax: 1_000,
} as const
