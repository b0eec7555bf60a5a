/** sis compare: why the finish moved from one file to the next, and what changed. */

import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { shownText } from '../../../shared/contract/shown-text.ts'
import { READ_OPTIONS } from '../options.ts'
import { type Envelope, EXIT, RunError, type RunReply } from '../outcome.ts'
import { type Cell, counted, type Layout, table } from '../terminal.ts'
import { envelopeView, importView } from '../views.ts'
import { fileCommand, jsonOf, noteOrder, runAnalysis, TWO_FILES_OR_MORE, writeForms } from './analysis-command.ts'

const SHOWN = ['forensics.delay-analysis', 'forensics.change-tracking'] as const satisfies readonly AnalysisId[]

export const compare = fileCommand(TWO_FILES_OR_MORE, {
  usage: 'compare BASELINE [UPDATE...] LATEST',
  about: 'where the days of a delay came from, and what changed; the oldest file first',
  options: [...READ_OPTIONS, 'html', 'xlsx', 'csv'],
  async run(context) {
    const { paths, options, layout, print } = context
    const delay = await runAnalysis(context, SHOWN[0], paths)
    writeForms(context, SHOWN[0], delay.json)
    noteOrder(context, delay.envelope.metadata.import ?? [])
    const tracked = options.set === undefined ? options : { ...options, set: options.set.map(asTracked) }
    const changes = await runAnalysis({ ...context, options: tracked }, SHOWN[1], paths).catch(refusedAlone)
    if (options.json === true) print(jsonOf({ [SHOWN[0]]: delay.json, [SHOWN[1]]: changesJson(changes) }))
    else {
      const { envelope } = delay
      print([
        ...importView(envelope.metadata.import, layout),
        '',
        ...envelopeView(envelope, layout),
        '',
        ...trackedView(changes, layout),
      ])
    }
    return EXIT.ok
  },
})

function refusedAlone(error: unknown): RunError {
  if (error instanceof RunError) return new RunError(error.lines.map(asCompared))
  throw error
}

const changesJson = (changes: RunReply | RunError): string =>
  changes instanceof RunError ? JSON.stringify({ error: changes.lines }) : changes.json

const trackedView = (changes: RunReply | RunError, layout: Layout): readonly string[] =>
  changes instanceof RunError
    ? ['No change tracking:', ...changes.lines]
    : [...envelopeView(changes.envelope, layout), ...changesView(changes.envelope, layout)]

/** Members of shared/contract/analysis/change-tracking/data.ts. */
interface Changed {
  readonly to_date: string
  readonly before: string | null
  readonly after: string | null
  readonly impact_days: number | null
}
interface TaskChanged extends Changed {
  readonly id: string
  readonly name?: string | null
  readonly predecessor_id: string | null
  readonly field: string
}
interface SettingChanged extends Changed {
  readonly kind: string
  readonly subject: string | null
}
interface TrackedShown {
  readonly calendar: { readonly mode: string }
  readonly comparisons: readonly unknown[]
  readonly changes: readonly TaskChanged[]
  readonly setting_changes: readonly SettingChanged[]
  readonly changes_matching: number
}

/** A screen has room for these; --json has all. */
const CHANGES_SHOWN_MAX = 25

const spoken = (name: string): string => name.replaceAll('_', ' ')

/** The required finish of the project stands first, though it moves no early date. */
const sizeOf = (change: TaskChanged | SettingChanged): number =>
  'kind' in change && change.kind === 'must_finish_by'
    ? Number.POSITIVE_INFINITY
    : change.impact_days === null
      ? -1
      : Math.abs(change.impact_days)

function changesView({ data }: Envelope, layout: Layout): string[] {
  const tracked = data as unknown as TrackedShown
  const all = [...tracked.setting_changes, ...tracked.changes]
  if (all.length === 0) return []
  const shown = all
    .toSorted((a, b) => (sizeOf(a) === sizeOf(b) ? 0 : sizeOf(b) - sizeOf(a)))
    .slice(0, CHANGES_SHOWN_MAX)
  const withDates = tracked.comparisons.length > 1
  const total = tracked.changes_matching + tracked.setting_changes.length
  const unit = ['task_calendars', 'calendar_days'].includes(tracked.calendar.mode) ? 'calendar days' : 'working days'
  return [
    '',
    `Changes, with the ${unit} each moved the finish by when it alone is taken back:`,
    ...table(
      shown.map(each => rowOf(each, withDates)),
      layout,
    ),
    ...(total > shown.length ? [`and ${counted(total - shown.length, 'more change')} (--json)`] : []),
  ]
}

function rowOf(change: TaskChanged | SettingChanged, withDates: boolean): Cell[] {
  const { impact_days: days, before, after, to_date: date } = change
  const moved = days === null ? '' : days > 0 ? `+${days}` : String(days)
  const values = before === null && after === null ? '' : `${before ?? 'none'} -> ${after ?? 'none'}`
  const [what, of] =
    'kind' in change
      ? [spoken(change.kind), change.subject ?? 'project']
      : [spoken(change.field), [change.id, change.name ?? '', linkEnd(change)].join(' ').trim()]
  return [
    { text: moved, isRight: true, colour: days !== null && days !== 0 ? 'yellow' : undefined },
    ...(withDates ? [{ text: date }] : []),
    { text: what },
    { text: shownText(values === '' ? of : `${of}: ${values}`) },
  ]
}

const linkEnd = ({ predecessor_id: id }: TaskChanged): string => (id === null ? '' : `(after ${id})`)

/**
 * Names of members of sis compare in its two analyses: the delay analysis has the oldest file as its baseline, change tracking as the first of its
 * history. On the command line they are those of the delay analysis.
 */
const [BASELINE, HISTORY] = ['baseline_schedule', 'schedule_history']
const [BASELINE_DATE, SNAPSHOT_DATE] = ['baseline_date', 'snapshot_date']

/** NAME=VALUE of --set as change tracking takes it. */
const asTracked = (pair: string): string =>
  pair
    .replace(/^schedule_history\.(\d+)\./, (_, place) => `${HISTORY}.${Number(place) + 1}.`)
    .replace(`${BASELINE}.${BASELINE_DATE}=`, `${BASELINE}.${SNAPSHOT_DATE}=`)
    .replace(/^baseline_schedule\./, `${HISTORY}.0.`)

/** A line about a refusal of change tracking in the names of the command line. */
const asCompared = (line: string): string =>
  line
    .replaceAll(/\bschedule_history\.(\d+)\b/g, (_, place) =>
      Number(place) === 0 ? BASELINE : `${HISTORY}.${Number(place) - 1}`,
    )
    .replaceAll(`${BASELINE}.${SNAPSHOT_DATE}`, `${BASELINE}.${BASELINE_DATE}`)
