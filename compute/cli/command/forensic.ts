/** sis history, time-impact and collapsed: forensic analyses whose files are updates of one schedule; events come from a file of JSON. */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { fileBytes } from '../disk.ts'
import { FORM_OPTIONS, type OptionName, READ_OPTIONS } from '../options.ts'
import { type Command, EXIT, type SentFile, UsageError } from '../outcome.ts'
import { membersOf, placedFiles } from '../request.ts'
import { fileCommand, runAnalysis, showResult } from './analysis-command.ts'

interface Forensic {
  readonly id: AnalysisId
  readonly usage: string
  readonly about: string
  readonly options: readonly OptionName[]
  readonly filesOf: (paths: readonly string[]) => SentFile[]
}

const ANY = { least: 1, most: Number.POSITIVE_INFINITY, words: 'one file or more' }

/** All of them are updates: none is taken as a baseline. */
const asUpdates = (paths: readonly string[]): SentFile[] =>
  paths.map((path, n) => ({ part: n === paths.length - 1 ? 'current_schedule' : 'schedule_history', path }))

const forensic = ({ id, usage, about, options, filesOf }: Forensic): Command =>
  fileCommand(ANY, {
    usage,
    about,
    options: [...READ_OPTIONS, ...options, ...FORM_OPTIONS],
    async run(context) {
      const { paths, options } = context
      const { events } = options
      const members = {
        ...membersOf(options),
        ...(events === undefined ? {} : { delay_events: eventsIn(events) }),
      }
      showResult(context, id, await runAnalysis(context, id, paths, { files: filesOf(paths), members }))
      return EXIT.ok
    },
  })

export function eventsIn(file: string): string {
  try {
    const value: unknown = JSON.parse(fileBytes(file).toString('utf8'))
    const events = Array.isArray(value) ? value : (value as { readonly delay_events?: unknown } | null)?.delay_events
    if (Array.isArray(events)) return JSON.stringify(events)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UsageError(`${file} is no JSON: ${error.message}`)
  }
  throw new UsageError(`${file} holds neither a list of delay events nor an object with delay_events.`)
}

export const history = forensic({
  id: 'forensics.history',
  usage: 'history FILE...',
  about: 'finish, margin, health and changed history over updates, in the order of their data dates',
  options: [],
  filesOf: asUpdates,
})

export const timeImpact = forensic({
  id: 'forensics.time-impact',
  usage: 'time-impact FILE... --events EVENTS.json',
  about: 'what delay events cost, each inserted into the update before it; the oldest file is the baseline',
  options: ['events'],
  filesOf: paths => (paths.length === 1 ? asUpdates(paths) : placedFiles('forensics.time-impact', paths)),
})

export const collapsed = forensic({
  id: 'forensics.collapsed-as-built',
  usage: 'collapsed FILE... --events EVENTS.json',
  about: 'when it would have finished without delay events, from actual dates',
  options: ['events'],
  filesOf: asUpdates,
})
