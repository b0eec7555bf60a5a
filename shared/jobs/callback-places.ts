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
  /** To an endpoint that answers: one of its host is always left to another account. One that hangs has a single place. */
  ofEndpoint: 3,
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
