/**
 * Short arrays lie side by side in pages: a buffer for each of the hundred columns and tables of a small schedule took a tenth of
 * its call, and more in the collections after it.
 */

const PAGE_BYTES = 64 * 1024
export const SHORT_BYTES_MAX = 2 * 1024
let page = new ArrayBuffer(PAGE_BYTES)
let pageTakenBytes = 0

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

export type Kind<T> = {
  new (buffer: ArrayBuffer, offset?: number, length?: number): T
  readonly BYTES_PER_ELEMENT: number
}

/** An array of zeros: in a page when it is short, else with a buffer of its own. */
export function zeros<T>(Kind: Kind<T>, length: number): T {
  const bytes = length * Kind.BYTES_PER_ELEMENT
  if (bytes > SHORT_BYTES_MAX) return new Kind(new ArrayBuffer(bytes))
  if (pageTakenBytes + bytes > PAGE_BYTES) {
    page = new ArrayBuffer(PAGE_BYTES)
    pageTakenBytes = 0
  }
  const array = new Kind(page, pageTakenBytes, length)
  // any kind of number may begin there
  pageTakenBytes += Math.ceil(bytes / 8) * 8
  return array
}
