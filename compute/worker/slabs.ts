/**
 * Memory for small bodies, used again once a body lies in its slot. Memory of its own for each of them would be a hundred megabytes a second that the garbage
 * collector learns of, and it would mark the whole heap every few seconds.
 */
interface Size {
  readonly bytes: number
  readonly keptMax: number
  readonly free: ArrayBuffer[]
}

const KILOBYTE = 1024

export class Slabs {
  readonly #sizes: readonly Size[] = [
    { bytes: 16 * KILOBYTE, keptMax: 64, free: [] },
    { bytes: 128 * KILOBYTE, keptMax: 16, free: [] },
  ]

  /** Its contents are left from earlier bodies. */
  take(bytes: number): Uint8Array<ArrayBuffer> {
    for (const size of this.#sizes) {
      if (bytes > size.bytes) continue
      return new Uint8Array(size.free.pop() ?? new ArrayBuffer(size.bytes), 0, bytes)
    }
    return Buffer.allocUnsafeSlow(bytes) as Uint8Array<ArrayBuffer>
  }

  /** Nobody may use its memory any more. */
  giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
    for (const { bytes, keptMax, free } of this.#sizes)
      if (buffer.byteLength === bytes && free.length < keptMax) free.push(buffer)
  }
}
