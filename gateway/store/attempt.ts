/** For operations that answer a second run like the first: a lost reply is asked for once more. */
import { isLasting } from '../../shared/redis/failure.ts'

export async function attempt<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    if (isLasting(error)) throw error
    return operation()
  }
}
