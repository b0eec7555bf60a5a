/** For handlers that use the files of store/: a store without a reply is StoreUnavailable, which the pipeline tells the caller; a defect stays one. */
import { StoreUnavailable } from '../../shared/jobs/job-store.ts'
import { isLasting } from '../../shared/redis/failure.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import type { Answer } from '../http/exchange.ts'

type Handler = (gateway: Gateway, call: Call) => Promise<Answer>

const DEFECTS = [TypeError, RangeError, ReferenceError]

export const withStore =
  (handler: Handler): Handler =>
  async (gateway, call) => {
    try {
      return await handler(gateway, call)
    } catch (error) {
      if (isLasting(error) || DEFECTS.some(defect => error instanceof defect)) throw error
      throw new StoreUnavailable((error as Error).message, { cause: error })
    }
  }
