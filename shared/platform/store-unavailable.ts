/** A store (Redis or the object store) did not answer. The requested change may or may not have happened. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}
