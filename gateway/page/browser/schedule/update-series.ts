/** Indices from one update to the next, of files in the order of their data dates. */
import { asOfMinutes } from '../as-of.ts'
import type { LoadedFile } from '../loaded.ts'
import { TEXT } from '../texts.ts'
import { dayShown } from './moment.ts'
import type { PlotLine, Series } from './plot-data.ts'

/** What DCMA requires of both. */
const LEAST = 0.95

const CHECKS = [
  ['BEI', 'DCMA-14'],
  ['CPLI', 'DCMA-13'],
] as const

interface MissingIndex {
  readonly index: 'BEI' | 'CPLI'
  readonly of: readonly LoadedFile[]
  /** Sentence of the check. */
  readonly why: string
}

/** Files of which an index is missing, together where they say the same of it. */
export function missingOf(files: readonly LoadedFile[]): MissingIndex[] {
  return CHECKS.flatMap(([index, code]) => {
    const found = new Map<string, LoadedFile[]>()
    for (const file of files) {
      const check = file.analysed.dcma?.data.checks.find(each => each.code === code)
      if (check === undefined || check.value != null) continue
      const known = found.get(check.message)
      if (known === undefined) found.set(check.message, [file])
      else known.push(file)
    }
    return [...found].map(([why, of]) => ({ index, of, why }))
  })
}

/** undefined: no file has either of them. */
export function indicesOf(files: readonly LoadedFile[]): Series | undefined {
  const data = files.map(({ analysed }) => analysed.dcma?.data)
  const bei = data.map(each => each?.bei.bei ?? Number.NaN)
  const cpli = data.map(each => each?.cpli?.cpli ?? Number.NaN)
  if ([...bei, ...cpli].every(Number.isNaN)) return undefined
  const lines: PlotLine[] = [
    { name: 'BEI', kind: 'actual', form: 'dots', values: bei },
    { name: 'CPLI', kind: 'second', form: 'dots', values: cpli },
    { name: TEXT.plots.least, kind: 'limit', form: 'step', values: files.map(() => LEAST) },
  ]
  return {
    labels: files.map(each => (Number.isNaN(asOfMinutes(each)) ? each.name : dayShown(asOfMinutes(each)))),
    lines: lines.filter(({ values }) => !values.every(Number.isNaN)),
  }
}
