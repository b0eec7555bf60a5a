/** sis what-if: a schedule with changes, and the search for an earlier finish. Changes come from a file of JSON. */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { fileBytes } from '../disk.ts'
import { FORM_OPTIONS, type Options, READ_OPTIONS } from '../options.ts'
import { type Envelope, EXIT, UsageError } from '../outcome.ts'
import { membersOf } from '../request.ts'
import { type Layout, table } from '../terminal.ts'
import { fileCommand, ONE_FILE, runAnalysis, showResult } from './analysis-command.ts'

const ID: AnalysisId = 'analysis.what-if'
/** What a file of changes can have as an object; a list is that of `changes`. */
const MEMBERS = ['changes', 'alternatives', 'search']

export const whatIf = fileCommand(ONE_FILE, {
  usage: 'what-if FILE --changes CHANGES.json',
  about: 'finish, path and float with changes of a schedule; --search looks for an earlier finish',
  options: [...READ_OPTIONS, 'changes', 'search', ...FORM_OPTIONS],
  async run(context) {
    const { paths, options, layout } = context
    const members = { ...membersOf(options), ...changesOf(options) }
    const reply = await runAnalysis(context, ID, paths, { members })
    showResult(context, ID, reply, { before: () => movesView(reply.envelope, layout) })
    return EXIT.ok
  },
})

function changesOf({ changes: file, search }: Options): Readonly<Record<string, string>> {
  const searched = search === true ? { search: '{}' } : {}
  if (file === undefined) return searched
  const sent = jsonOf(file)
  if (Array.isArray(sent)) return { ...searched, changes: JSON.stringify(sent) }
  const given = Object.entries(sent as object)
  const unknown = given.find(([name]) => !MEMBERS.includes(name))
  if (unknown !== undefined)
    throw new UsageError(
      `${file} has ${unknown[0]}; a file of changes has ${MEMBERS.join(', ')}, or is a list of changes.`,
    )
  return { ...searched, ...Object.fromEntries(given.map(([name, value]) => [name, JSON.stringify(value)])) }
}

function jsonOf(file: string): unknown {
  try {
    const value: unknown = JSON.parse(fileBytes(file).toString('utf8'))
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UsageError(`${file} is no JSON: ${error.message}`)
  }
  throw new UsageError(`${file} holds neither a list of changes nor an object with ${MEMBERS.join(', ')}.`)
}

interface Moved {
  readonly name?: string
  readonly project_finish: string | null
  readonly moves_working_days: number | null
  readonly moves_calendar_days: number | null
}

interface Option extends Moved {
  readonly moves: readonly { readonly text: string }[]
}

/** One line per alternative and per option of the search, and what each option does. */
function movesView({ data }: Envelope, layout: Layout): string[] {
  const { base, alternatives, search } = data as unknown as {
    readonly base: Moved
    readonly alternatives: readonly Moved[]
    readonly search: { readonly options: readonly Option[] } | null
  }
  const row = (name: string, { project_finish, moves_working_days, moves_calendar_days }: Partial<Moved>) => [
    { text: name },
    { text: project_finish ?? 'no date' },
    { text: signed(moves_working_days) },
    { text: signed(moves_calendar_days) },
  ]
  const options = search?.options ?? []
  const finishes = table(
    [
      [{ text: '' }, { text: 'finish' }, { text: 'working days' }, { text: 'calendar days' }],
      row('as sent', base),
      ...alternatives.map(each => row(each.name ?? '', each)),
      ...options.map((each, n) => row(`option ${n + 1}`, each)),
    ],
    layout,
  )
  const moves = options.flatMap(each => [
    '',
    `option ${options.indexOf(each) + 1}:`,
    ...each.moves.map(({ text }) => `  ${text}`),
  ])
  return [...finishes, ...moves]
}

const signed = (days: number | null | undefined): string =>
  days === null || days === undefined ? '' : days > 0 ? `+${days}` : String(days)
