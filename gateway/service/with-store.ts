/**
 * For handlers that use the files of store/: a store without a reply is StoreUnavailable, which the pipeline answers with 503. Any other error
 * is a defect: 500, and a line in the log.
 */

import { isStoreAway } from '../../shared/platform/redis/failure.ts'
import { StoreUnavailable } from '../../shared/platform/store-unavailable.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { Call } from '../pipeline/call.ts'

export const withStore =
  <Reached extends Call>(handler: (gateway: Gateway, call: Reached) => Promise<Answer>) =>
  async (gateway: Gateway, call: Reached): Promise<Answer> => {
    try {
      return await handler(gateway, call)
    } catch (error) {
      if (!isStoreAway(error)) throw error
      throw new StoreUnavailable((error as Error).message, { cause: error })
    }
  }
