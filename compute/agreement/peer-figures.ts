/** Figures of another program over the same files, where a folder has them: agreement.csv with a line for each file, of each field how many values are equal. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** By the name of the file, without the ending of a packed one: equal values by field. */
export type PeerFigures = ReadonlyMap<string, Readonly<Record<string, number>>>

const PACKED = /\.gz$/i
/** What the list says of a file, which may lie here packed. */
export const peerOf = (peers: PeerFigures, file: string): Readonly<Record<string, number>> | undefined =>
  peers.get(basename(file).replace(PACKED, ''))

/** Columns of each field: those equal, or with no working time between. */
const COLUMNS: Readonly<Record<string, string>> = {
  total_float_days: 'tf_ok',
  early_start: 'es_ok',
  early_finish: 'ef_ok',
  late_start: 'ls_ok',
  late_finish: 'lf_ok',
}

export function peerFigures(folder: string): PeerFigures {
  const path = join(folder, 'agreement.csv')
  if (!existsSync(path)) return new Map()
  const [head = '', ...lines] = readFileSync(path, 'utf8').split(/\r?\n/)
  const names = head.split(',')
  const figures = new Map<string, Readonly<Record<string, number>>>()
  for (const line of lines) {
    const cells = line.split(',')
    if (names[0] !== 'file' || cells.length < names.length || cells[names.indexOf('open')] === '') continue
    const equal = Object.entries(COLUMNS).map(([field, name]) => [field, Number(cells[names.indexOf(name)])] as const)
    figures.set(cells[0]!.replace(PACKED, ''), Object.fromEntries(equal))
  }
  return figures
}
