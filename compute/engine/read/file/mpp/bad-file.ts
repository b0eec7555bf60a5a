/** A file that cannot be read, in one sentence for its sender. */
export class BadFile extends Error {
  override readonly name = 'BadFile'
}
