/** The file "-": standard input. It can be read only once, but a command may read its files several times. */
import { readFileSync } from 'node:fs'

export const STANDARD_INPUT = '-'

let bytes: Buffer | undefined

export function standardInput(): Buffer {
  bytes ??= readFileSync(0)
  return bytes
}
