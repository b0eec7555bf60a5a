/** For operations whose second run gives the same reply: an operation without a reply is repeated once. */
import { isLasting } from '../../shared/platform/redis/failure.ts'

export async function attempt<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    if (isLasting(error)) throw error
    return operation()
  }
}
