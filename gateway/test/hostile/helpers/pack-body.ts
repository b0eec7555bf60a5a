/** JSON text as msgpack, when it has a form in it that says the same. */
import { Packr } from 'msgpackr'

const packr = new Packr({ useRecords: false })

/** undefined: the text is no JSON, or is nested deeper than a packer goes. */
export function packBody(text: string): Buffer | undefined {
  try {
    return packr.pack(JSON.parse(text))
  } catch {
    return undefined
  }
}
