/** A store did not answer: Redis, or that of objects. What was asked may have happened or not. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}
