/** Text with entities, sections or comments, put together from its pieces in one array that is kept from one text to the next. */
import { appendText } from './xml-entities.ts'

export class GatheredText {
  bytes = new Uint8Array(0)
  /** A view of the bytes above, whose numbers may be wider. */
  view = new DataView(this.bytes.buffer)
  /** Bytes so far. */
  size = 0

  append(from: Uint8Array, start: number, end: number, hasEntities: boolean): void {
    if (start === end) return
    if (this.size + end - start > this.bytes.length) {
      const larger = new Uint8Array(2 * (this.size + end - start))
      larger.set(this.bytes.subarray(0, this.size))
      this.bytes = larger
      this.view = new DataView(larger.buffer)
    }
    this.size = appendText(this.bytes, this.size, from, start, end, hasEntities)
  }
}
