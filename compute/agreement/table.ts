/** The table of `npm run agreement`: a row per file, then one per format and one of all. */
import { READ_FORMATS } from '../../shared/contract/schedule/file-formats.ts'
import { withCommas } from '../engine/wording/numbers.ts'
import type { AgreementShown, FileAgreement } from './file-agreement.ts'
import { type PeerFigures, peerOf } from './peer-figures.ts'

const FIELDS = ['total_float_days', 'early_start', 'early_finish', 'late_start', 'late_finish']
const HEAD = ['file', 'open', 'total float', 'early start', 'early finish', 'late start', 'late finish', 'finish']

type Counts = Readonly<Record<string, { readonly compared: number; readonly equal: number }>>

const countsOf = (agreements: readonly AgreementShown[]): Counts =>
  Object.fromEntries(
    FIELDS.map(field => {
      const all = agreements.flatMap(({ fields }) => fields.filter(each => each.field === field))
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
      const compared = sum(all.map(each => each.compared_count))
      return [field, { compared, equal: sum(all.map(each => each.equal_count)) }]
    }),
  )

/** "1,393 of 1,393 (1,380)", or a dash where nothing is stored. `peers`: equal values of another program for the same files, all of which it must have. */
const cells = (counts: Counts, peers: readonly (Readonly<Record<string, number>> | undefined)[]): string[] =>
  FIELDS.map(field => {
    const { compared, equal } = counts[field]!
    if (compared === 0) return '-'
    const other = peers.reduce((sum, peer) => sum + (peer?.[field] ?? Number.NaN), 0)
    return `${withCommas(equal)} of ${withCommas(compared)}${Number.isNaN(other) ? '' : ` (${withCommas(other)})`}`
  })

const isWhole = ({ fields }: AgreementShown): boolean =>
  fields.every(({ compared_count: compared, equal_count: equal }) => compared === equal)

function finishCell({ stored_finish: stored, computed_finish: computed }: AgreementShown): string {
  if (stored === null || computed === null) return '-'
  return stored.slice(0, 10) === computed.slice(0, 10) ? 'equal' : `${stored} stored, ${computed} computed`
}

export function agreementTable(
  files: readonly FileAgreement[],
  withEmpty: boolean,
  peers: PeerFigures = new Map(),
): string {
  const rows: string[][] = []
  for (const { file, agreement, refused } of files) {
    if (refused !== undefined) rows.push([file, '', refused, '', '', '', '', ''])
    else if (agreement === null || agreement === undefined) {
      if (withEmpty) rows.push([file, '', 'stores no dates of open tasks', '', '', '', '', ''])
    } else
      rows.push([
        file,
        String(agreement.open_task_count),
        ...cells(countsOf([agreement]), [peerOf(peers, file)]),
        finishCell(agreement),
      ])
  }
  const known = files.flatMap(({ file, format, agreement }) => (agreement ? [{ file, format, agreement }] : []))
  for (const format of [...READ_FORMATS.map(({ name }) => name), undefined]) {
    const own = known.filter(each => format === undefined || each.format === format)
    const of = own.map(each => each.agreement)
    if (of.length === 0) continue
    const equalFinishes = of.filter(each => finishCell(each) === 'equal').length
    const open = of.reduce((sum, each) => sum + each.open_task_count, 0)
    const name = format === undefined ? `all ${of.length} files` : `${of.length} files of ${format}`
    rows.push([
      name,
      String(open),
      ...cells(
        countsOf(of),
        own.map(each => peerOf(peers, each.file)),
      ),
      `${equalFinishes} of ${of.length} equal`,
    ])
  }
  const all = known.map(({ agreement }) => agreement)
  const whole = `${all.filter(isWhole).length} of ${all.length} files agree in every value.`
  const brackets = peers.size === 0 ? '' : ' In brackets: equal values of the program of agreement.csv.'
  const lines = [HEAD, HEAD.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`)
  return `${lines.join('\n')}\n\n${whole}${brackets}\n`
}

/** Values that differ, by file and class; empty where all agree. */
export function classTable(files: readonly FileAgreement[]): string {
  const rows = files.flatMap(({ file, agreement }) =>
    (agreement?.classes ?? []).map(each => [
      file,
      each.class,
      String(each.value_count),
      String(each.task_count),
      each.ids.join(', '),
      each.reason,
    ]),
  )
  if (rows.length === 0) return ''
  const head = ['file', 'class', 'values that differ', 'tasks', 'such as', 'reason']
  return `\n${[head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')}\n`
}

/** Values that are in no class with a reason. */
export const unexplainedCount = (files: readonly FileAgreement[]): number =>
  files
    .flatMap(({ agreement }) => agreement?.classes ?? [])
    .reduce((sum, each) => sum + (each.class === 'unexplained' ? each.value_count : 0), 0)
