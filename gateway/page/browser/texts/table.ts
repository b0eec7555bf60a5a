/** Tables of any number of rows. */
import { few } from './counting.ts'

export const table = {
  copy: 'Copy',
  copied: (count: number) => `${few(count, 'row', 'rows')} copied`,
  notCopied: 'The browser did not allow it.',
}
