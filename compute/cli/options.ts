/** The options of the command line: declared once, for parsing and for help. */
import { parseArgs } from 'node:util'
import { CONVERT_TARGETS } from '../../shared/contract/endpoint/convert.ts'
import { CATALOGUE_IDS } from '../../shared/contract/endpoint/data/catalogue-words.ts'
import { optionFault } from '../../shared/contract/option-fault.ts'
import { PAPERS, REPORT_KINDS } from '../../shared/contract/report/report-query.ts'
import { UsageError } from './outcome.ts'

interface OptionRow {
  readonly name: string
  readonly short?: string
  /** What stands behind it; absent: nothing. */
  readonly value?: string
  readonly isRepeated?: true
  readonly about: string
}

export const OPTION_ROWS = [
  { name: 'json', about: 'print the result as JSON and nothing else' },
  { name: 'fail-under', value: 'SCORE', about: 'exit code 1 when a score is lower, 0 to 100; for CI' },
  {
    name: 'fail-on',
    value: 'CODES',
    about: 'checks: exit code 1 when one of these checks does not pass, with commas between them',
  },
  {
    name: 'catalogue',
    value: 'NAME',
    about: `checks: ${CATALOGUE_IDS.join(', ')}, or a file of JSON with a catalogue of your own`,
  },
  { name: 'output', short: 'o', value: 'FILE', about: 'write to FILE, not to the terminal' },
  { name: 'to', value: 'FORM', about: `form to convert to: ${CONVERT_TARGETS.join(', ')}` },
  { name: 'kind', value: 'KIND', about: `report: ${REPORT_KINDS.join(' or ')}` },
  { name: 'paper', value: 'PAPER', about: `report: ${PAPERS.join(' or ')}` },
  { name: 'analyses', value: 'NAMES', about: 'report: its analyses, with commas between them' },
  {
    name: 'changes',
    value: 'FILE',
    about: 'what-if: JSON of changes, or an object with changes, alternatives, search',
  },
  { name: 'mapping', value: 'FILE', about: 'deliver, checks: JSON with mapping and constants' },
  { name: 'events', value: 'FILE', about: 'time-impact, collapsed, report: JSON of delay events' },
  { name: 'search', about: 'what-if: look for an earlier finish' },
  { name: 'html', value: 'FILE', about: 'write the result as a report too' },
  { name: 'docx', value: 'FILE', about: 'report: as a Word document too' },
  { name: 'xlsx', value: 'FILE', about: 'as a workbook too' },
  { name: 'csv', value: 'FILE', about: 'its main table too' },
  { name: 'svg', value: 'FILE', about: 'path: the Gantt chart too' },
  { name: 'project', value: 'ID', about: 'project to read of a file that has several' },
  { name: 'encoding', value: 'NAME', about: 'character encoding of the file, such as windows-1251' },
  {
    name: 'set',
    value: 'NAME=VALUE',
    isRepeated: true,
    about: 'a member of the request, such as options.near_term_days=30',
  },
  {
    name: 'url',
    value: 'URL',
    about: 'compute at this service (or SIS_URL); absent: in this process, nothing is sent',
  },
  { name: 'key', value: 'KEY', about: 'API key of the service; SIS_API_KEY keeps it off the list of processes' },
  { name: 'wait', about: 'jobs: wait for the end and print the result' },
  { name: 'cancel', about: 'jobs: cancel it' },
  { name: 'finish', about: 'jobs: end its search with the best so far, and wait for it' },
  { name: 'help', short: 'h', about: 'print this' },
  { name: 'version', short: 'v', about: 'print the version of sis and of its engine' },
] as const satisfies readonly OptionRow[]

type Row = (typeof OPTION_ROWS)[number]
type ValueOf<Of extends Row> = Of extends { isRepeated: true }
  ? string[]
  : Of extends { value: string }
    ? string
    : boolean
export type OptionName = Row['name']
/** Every command takes these. */
const COMMON_OPTIONS: readonly OptionName[] = ['json', 'output', 'url', 'key', 'help', 'version']
/** Commands that read schedules take these. */
export const READ_OPTIONS: readonly OptionName[] = ['project', 'encoding', 'set']
/** Commands whose result can be written as files that people open take these. */
export const FORM_OPTIONS: readonly OptionName[] = ['html', 'xlsx', 'csv', 'svg']

export const takesOption = (own: readonly OptionName[], name: OptionName): boolean =>
  own.includes(name) || COMMON_OPTIONS.includes(name)

export type Options = { readonly [Of in Row as Of['name']]?: ValueOf<Of> }

export interface Words {
  readonly positionals: readonly string[]
  readonly options: Options
}

export const namedOptions = (options: Options): OptionName[] => Object.keys(options) as OptionName[]

const rows: readonly OptionRow[] = OPTION_ROWS

/** The pages of the service show parts of a form as curl sends them. */
const CURL_OPTIONS: Readonly<Partial<Record<string, OptionName>>> = { F: 'set', form: 'set' }

/** Throws a UsageError that names the option. */
export function parseWords(words: readonly string[]): Words {
  const declared = Object.fromEntries(
    rows.map(({ name, short, value, isRepeated }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: isRepeated === true,
        ...(short && { short }),
      },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: declared, allowPositionals: true })
    return { positionals, options: values as Options }
  } catch (error) {
    const known = rows.map(({ name }) => name)
    throw new UsageError(optionFault(error, known, CURL_OPTIONS))
  }
}
