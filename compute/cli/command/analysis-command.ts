/** What commands that run an analysis have in common: the number of their files, the run with its progress, ignored options, --fail-under, and files that people open. */

import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { formsOf, RESULT_FORMS } from '../../../shared/contract/endpoint/result-forms.ts'
import type { ImportReport } from '../../../shared/contract/schedule/import-report.ts'
import { type FormId, writeForm } from '../../engine/forms/result-form.ts'
import { BASELINE_LATER } from '../../engine/input/baseline-order.ts'
import { writeTo } from '../disk.ts'
import { FORM_OPTIONS, type Options, READ_OPTIONS } from '../options.ts'
import {
  type Command,
  type Context,
  type Envelope,
  EXIT,
  RunError,
  type RunReply,
  type RunRequest,
  refusalLines,
  UsageError,
} from '../outcome.ts'
import { membersOf, placedFiles, shownPath } from '../request.ts'
import type { Layout } from '../terminal.ts'
import { envelopeView, importView } from '../views.ts'

interface Files {
  readonly least: number
  readonly most: number
  /** "one file" */
  readonly words: string
}

export const ONE_FILE: Files = { least: 1, most: 1, words: 'one file' }
export const TWO_FILES_OR_MORE: Files = {
  least: 2,
  most: Number.POSITIVE_INFINITY,
  words: 'at least two files, the oldest first',
}

export const fileCommand = ({ least, most, words }: Files, command: Command): Command => ({
  ...command,
  async run(context) {
    const count = context.paths.length
    if (count >= least && count <= most) return command.run(context)
    throw new UsageError(`sis ${command.usage.split(' ')[0]} takes ${words}.`)
  },
})

/** The result has only the fields that were asked for, and views show all of it. */
const isPart = ({ options }: Context): boolean => options.set?.some(each => each.startsWith('options.fields=')) === true

/** A command that shows one analysis of one file: what the file is, views of its own, then the result as every analysis has it. */
export const viewCommand = (
  id: AnalysisId,
  { usage, about, options = [] }: { usage: string; about: string; options?: Command['options'] },
  views: (envelope: Envelope, layout: Layout) => string[],
): Command =>
  fileCommand(ONE_FILE, {
    usage,
    about,
    options: [...READ_OPTIONS, ...FORM_OPTIONS, ...options],
    async run(context) {
      const reply = await runAnalysis(context, id, context.paths)
      showResult(context, id, reply, { before: () => (isPart(context) ? [] : views(reply.envelope, context.layout)) })
      return EXIT.ok
    },
  })

/** Results of several analyses as one JSON: each by the id of its analysis. */
export const jsonOf = (results: Readonly<Record<string, string>>): string =>
  `{${Object.entries(results)
    .map(([id, json]) => `${JSON.stringify(id)}:${json}`)
    .join(',')}}\n`

interface Sent {
  readonly files: RunRequest['files']
  readonly members: RunRequest['members']
}

/** Runs one analysis, and shows its progress on the terminal. sent: absent: the files and options of the command line. */
export async function runAnalysis(
  context: Context,
  id: AnalysisId,
  paths: readonly string[],
  sent: Partial<Sent> = {},
): Promise<RunReply> {
  const { options, progress, run } = context
  const { files = placedFiles(id, paths), members = membersOf(options) } = sent
  progress.say(`${id} ...`)
  try {
    const reply = await run({ id, files, members })
    progress.clear()
    noteIgnored(context, id, reply.envelope)
    noteOlder(context, id, files)
    for (const { code, description } of reply.envelope.findings)
      if (code === BASELINE_LATER.code) context.note(description)
    return reply
  } finally {
    progress.clear()
  }
}

/** Older files of a health analysis are earlier updates of it, of the catalogues of checks the first is the baseline: the same two files answer otherwise. */
function noteOlder({ note }: Context, id: AnalysisId, files: Sent['files']): void {
  const older = files.filter(({ part }) => part === 'schedule_history').length
  if (!id.startsWith('health.') || older === 0 || files.some(({ part }) => part === 'baseline_schedule')) return
  note(
    `${id} takes ${older === 1 ? 'the older file as an earlier update' : 'the older files as earlier updates'}, not as the baseline; sis checks BASELINE FILE and sis report take the first as the baseline.`,
  )
}

interface OwnLines {
  readonly before?: () => readonly string[]
  readonly after?: () => readonly string[]
  /** The result as a screen shows it; absent: as it is. */
  readonly shown?: Envelope
}

/** The forms that were asked for, then the reply as JSON, or as lines: what was read, the result as every analysis has it, and lines of a command around it. */
export function showResult(context: Context, id: FormId, { envelope, json }: RunReply, own: OwnLines = {}): void {
  const { options, layout, print } = context
  writeForms(context, id, json)
  if (options.json === true) print(`${json}\n`)
  else
    print([
      ...importView(envelope.metadata.import, layout),
      ...(own.before?.() ?? []),
      '',
      ...envelopeView(own.shown ?? envelope, layout),
      ...(own.after?.() ?? []),
    ])
}

/**
 * Names what --set gave and nobody reads: a mistyped option changes nothing, and the result alone would not show it.
 * reader: the analysis, or the report.
 */
export function noteIgnored({ options: { set = [] }, note }: Context, reader: string, { metadata }: Envelope): void {
  const ignored = metadata.ignored_fields ?? []
  for (const name of set.map(pair => pair.split('=', 1)[0]!)) {
    const isIgnored = ignored.some(field => name === field || name.startsWith(`${field}.`))
    // options={"bogus":1} gives its members
    const unread = isIgnored ? [name] : ignored.filter(field => field.startsWith(`${name}.`))
    for (const each of unread) note(`${reader} does not read ${each}, which was ignored.`)
  }
}

/** Read before anything runs, so that a wrong number is reported at once. */
export function scoreLimit({ 'fail-under': text }: Options): number | undefined {
  if (text === undefined) return undefined
  const limit = Number(text)
  if (text.trim() === '' || !(limit >= 0 && limit <= 100))
    throw new UsageError(`--fail-under takes a score of 0 to 100, not "${text}".`)
  return limit
}

/** A result without a score is below every limit: a check in CI must not pass because nothing could be checked. */
export function exitCode(limit: number | undefined, envelopes: readonly Envelope[]): number {
  if (limit === undefined) return EXIT.ok
  return envelopes.every(({ score }) => score !== null && score >= limit) ? EXIT.ok : EXIT.belowLimit
}

/** "Score 89.9, limit 90: failed" */
export function limitLine(limit: number | undefined, envelope: Envelope): string[] {
  if (limit === undefined) return []
  const verdict = exitCode(limit, [envelope]) === EXIT.ok ? 'passed' : 'failed'
  return ['', `Score ${envelope.score ?? 'none'}, --fail-under ${limit}: ${verdict}`]
}

/** --html, --xlsx, --csv, --svg: a result as files that people open, made of the JSON of the result wherever it was computed. */
export function writeForms({ options }: Context, id: FormId, json: string): void {
  for (const form of RESULT_FORMS) {
    const file = options[form]
    if (file === undefined) continue
    if (!formsOf(id).includes(form))
      throw new UsageError(`${id} has no form ${form}; it has ${formsOf(id).join(', ')}.`)
    const made = writeForm([Buffer.from(json)], { form, id, table: undefined })
    if ('code' in made) throw new RunError(refusalLines(made))
    writeTo(file, Buffer.concat(made.chunks))
  }
}

/** The order on the command line says which is older; the files say it too, by their data dates. */
export function noteOrder({ paths, note }: Context, imports: readonly ImportReport[]): void {
  const dateOf = (container: string): string | undefined =>
    imports.find(({ path }) => path.startsWith(container))?.data_date ?? undefined
  const [first, last] = [
    dateOf('baseline_schedule') ?? dateOf('schedule_history'),
    dateOf('current_schedule') ?? dateOf('tasks'),
  ]
  if (first === undefined || last === undefined || first <= last) return
  note(
    `${shownPath(paths[0]!)} has the data date ${first.slice(0, 10)}, after that of ${shownPath(paths.at(-1)!)}, ${last.slice(0, 10)}: the oldest file comes first. Are they in the wrong order?`,
  )
}
