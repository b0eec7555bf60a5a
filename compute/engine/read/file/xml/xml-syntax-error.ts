/** What is wrong with an XML file, and where: the entries make a 422 of it. */
export class XmlSyntaxError extends Error {
  /** Byte of the text in UTF-8. */
  readonly offset: number
  constructor(reason: string, offset: number) {
    super(reason)
    this.offset = offset
  }
}
