/** A file of JSON; what is wrong with it is a fault. */
import type { FileFaults } from './faults.ts'

/** undefined: it cannot be read. */
export function parsed(bytes: Uint8Array, table: string, faults: FileFaults): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'It is no JSON.' : 'It is not UTF-8.'
    faults.add('error', table, null, 'syntax', why)
    return undefined
  }
}
