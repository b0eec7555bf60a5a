/**
 * A file of JSON; what is wrong with it is a fault. Every different name of a member stays in memory as long as the values do, so a file is only parsed when
 * it has no more names than a format could have. The names are counted on the bytes.
 */
import { PARS_TABLES } from '../../../../shared/contract/deliverables/pars-fields.ts'
import { SPD_KEY_ALIASES, SPD_TABLES } from '../../../../shared/contract/deliverables/spd-fields.ts'
import { hashOf } from '../../ids/byte-hash.ts'
import { ByteTable } from '../../ids/byte-table.ts'
import { cutBytes } from '../../read/cut-text.ts'
import { GrowingText } from '../../read/growing-texts.ts'
import type { FileFaults } from './faults.ts'

/** Different names that no format has. */
const NAMES_MAX = 10_000
/** A longer name is a different one each time that it comes. */
const NAME_BYTES_MAX = 200
const [QUOTE, BACKSLASH, COLON, BLANK] = [0x22, 0x5c, 0x3a, 0x20]

/** undefined: it cannot be read. */
export function parsed(bytes: Uint8Array, table: string, faults: FileFaults): unknown {
  const strange = strangeNames(bytes)
  if (strange.different > NAMES_MAX) {
    const text = `It has ${strange.count} members by more than ${NAMES_MAX} names that the format does not have: its records were not looked at.`
    for (const [n, name] of strange.first.entries())
      faults.add('error', table, null, 'names', text, null, name, n === 0 ? strange.count - EXAMPLES + 1 : 1)
    return undefined
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    faults.add('warning', table, null, 'syntax', 'It begins with a byte order mark, which readers of JSON may refuse.')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'It is no JSON.' : 'It is not UTF-8.'
    faults.add('error', table, null, 'syntax', why)
    return undefined
  }
}

class Names {
  readonly #texts = new GrowingText({ rowCount: 0, textBytesMax: Number.MAX_SAFE_INTEGER })
  readonly #table = new ByteTable(this.#texts)

  has(bytes: Uint8Array, from: number, to: number): boolean {
    return this.#table.entryOf(bytes, from, to, hashOf(bytes, from, to)) >= 0
  }

  add(bytes: Uint8Array, from: number, to: number): void {
    const n = this.#texts.rowCount
    this.#texts.set(n, bytes, from, to)
    this.#table.add(n, hashOf(bytes, from, to))
  }
}

let known: Names | undefined

function knownNames(): Names {
  if (known !== undefined) return known
  known = new Names()
  for (const name of new Set([
    ...[...PARS_TABLES, ...SPD_TABLES].flatMap(table => [table.name, ...table.fields.map(field => field.name)]),
    ...Object.keys(SPD_KEY_ALIASES).map(alias => alias.slice(alias.indexOf('.') + 1)),
  ])) {
    const bytes = new TextEncoder().encode(name)
    known.add(bytes, 0, bytes.length)
  }
  return known
}

interface StrangeNames {
  /** Members that have one. */
  readonly count: number
  readonly different: number
  readonly first: readonly string[]
}
const EXAMPLES = 10

/** Names of members that no format has: strings with a colon behind them. */
function strangeNames(bytes: Uint8Array): StrangeNames {
  const seen = new Names()
  const ours = knownNames()
  const first: string[] = []
  let [count, different] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue
    const from = ++at
    while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
    const to = at
    while (bytes[at + 1] <= BLANK) at++
    if (bytes[at + 1] !== COLON || ours.has(bytes, from, to)) continue
    count++
    if (different > NAMES_MAX) continue
    const isLong = to - from > NAME_BYTES_MAX
    if (!isLong && seen.has(bytes, from, to)) continue
    if (!isLong) seen.add(bytes, from, to)
    if (first.length < EXAMPLES) first.push(cutBytes(bytes, from, Math.min(to, bytes.length)))
    different++
  }
  return { count, different, first }
}
