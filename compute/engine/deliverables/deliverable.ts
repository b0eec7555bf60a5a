/**
 * POST /api/v1/deliverables/{format}: the schedule as a file for an authority. What is missing is found first; the file is written where nothing of it makes the
 * receiver refuse it.
 */
import { createHash } from 'node:crypto'
import { bytesOf, copyInto } from '../../../shared/contract/bytes/bytes.ts'
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import { DELIVERABLE_FIELDS } from '../../../shared/contract/deliverables/rows.ts'
import {
  DELIVERABLES,
  type DeliverableName,
  type DeliverableRow,
  PACKAGE_MEDIA_TYPES,
} from '../../../shared/contract/endpoint/deliverable-formats.ts'
import type { Refusal, ValidationFault } from '../../../shared/contract/errors.ts'
import { codeNames } from '../../../shared/contract/schedule/codes.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import type { FileFormat } from '../../../shared/contract/schedule/file-formats.ts'
import type { ImportReport } from '../../../shared/contract/schedule/import-report.ts'
import type { AnalysisInput } from '../../../shared/contract/schedule/input.ts'
import { describe } from '../../../shared/contract/schedule/text.ts'
import { requiredFinish } from '../compare/setting-words.ts'
import { statusDayOfPlan } from '../cpm/data-date.ts'
import { idMatcher } from '../ids/match-ids.ts'
import {
  baselineLaterText,
  type DataDates,
  dataDatesOf,
  isBaselineLater,
  PLACE_BASELINE_FIRST,
} from '../input/baseline-order.ts'
import { dateOrNull, dayOf, refuseInvalid, statusDayOf } from '../result/options.ts'
import type { Analyser, Finding, ResultValue } from '../result/result.ts'
import { plural } from '../wording/numbers.ts'
import { type Calendars, calendarsOf } from './calendars.ts'
import { buildPars } from './doe-pars.ts'
import { type Baseline, baselineOf, type Facts, factsOf } from './facts.ts'
import { buildSpd } from './ipmdar-spd.ts'
import { Mapping } from './mapping.ts'
import { Notes } from './notes.ts'
import { buildSdef } from './usace-sdef.ts'

/** What a file is made of. */
export interface Source {
  readonly facts: Facts
  readonly calendars: Calendars
  readonly mapping: Mapping
  readonly constants: Readonly<Record<string, string | boolean | undefined>>
  readonly notes: Notes
  /** As the project file names it. */
  readonly project: {
    /** "2026-03-31T17:00", a date where the schedule has no times; null = none is required. */
    readonly mustFinishBy: string | null
    readonly id: string | null
    readonly name: string | null
    readonly format: FileFormat | null
    readonly formatVersion: string | null
  }
  readonly baseline: Baseline
  /** The schedule of the baseline, where one was sent. */
  readonly baselineFacts: Facts | undefined
  readonly baselineCalendars: Calendars | undefined
  /** The same mapping of its tasks; codes that it does not have are empty there. */
  readonly baselineMapping: Mapping | undefined
  /** Ids that are too long for the format get shorter ones. */
  readonly shortensIds: boolean
  /** Names of codes that are written as custom fields: all of them, where the request names none. */
  readonly customFields: readonly string[]
}

interface WrittenFile {
  readonly name: string
  /** ASCII, of a file that is a text. */
  readonly text?: string
  readonly bytes?: Uint8Array
}

/** All is found out; the file itself is not made yet. */
export interface Built {
  readonly records: readonly { readonly table: string; readonly rows: number }[]
  readonly shortened?: ReadonlyMap<string, string>
  readonly write: () => WrittenFile
}

export type Build = (source: Source) => Built

const BUILDS: Readonly<Record<DeliverableName, Build>> = {
  'ipmdar-spd': buildSpd,
  'doe-pars': buildPars,
  'usace-sdef': buildSdef,
}

interface Options {
  readonly include_details?: boolean | null
  readonly shorten_ids?: boolean | null
  readonly custom_fields?: readonly string[] | null
  readonly report_only?: boolean | null
  readonly allow_incomplete?: boolean | null
}

export const deliverable = (name: DeliverableName): Analyser => {
  const row = DELIVERABLES.find(each => each.name === name)!
  return (input, { checkpoint }) => {
    const { params, schedules, imports } = input
    const columns = schedules.get('tasks')!
    const statusDay = statusDayOf(input)
    const mapping = new Mapping(DELIVERABLE_FIELDS[name].mapped, (params.mapping ?? null) as never, columns)
    const faults = [...mapping.faults, ...constantFaults(params.constants)]
    if (faults.length > 0) return refuseInvalid(faults)
    const facts = factsOf(columns, params, statusDay)
    if ('code' in facts) return facts
    const other = schedules.get('baseline_schedule.tasks')
    const baselineFacts = other === undefined ? undefined : baselineFactsOf(other, params)
    if (baselineFacts !== undefined && 'code' in baselineFacts) return baselineFacts
    checkpoint?.()
    const { include_details, report_only, allow_incomplete, shorten_ids } = (params.options ?? {}) as Options
    const notes = new Notes(include_details === true)
    const dates = dataDatesOf(input, statusDay)
    if (baselineFacts !== undefined && isBaselineLater(dates)) noteOrder(notes, dates)
    for (const each of imports ?? []) noteReading(notes, each)
    if (baselineFacts !== undefined) noteStrangers(notes, facts, baselineFacts)
    const own = imports?.find(({ path }) => path === 'tasks')
    noteStatusDate(notes, statusDay, own?.data_date)
    const baselineMapping =
      other === undefined
        ? undefined
        : new Mapping(DELIVERABLE_FIELDS[name].mapped, (params.mapping ?? null) as never, other)
    noteUnused(notes, mapping, baselineMapping)
    const built = BUILDS[name]({
      facts,
      calendars: calendarsOf(columns, params.calendar),
      mapping,
      constants: constantsOf(params.constants),
      notes,
      project: {
        mustFinishBy: mustFinishByOf(columns, params),
        id: own?.project_id ?? null,
        name: own?.project_name ?? null,
        format: own?.format ?? null,
        formatVersion: own?.format_version ?? null,
      },
      baseline: baselineOf(facts, baselineFacts),
      baselineFacts,
      baselineMapping,
      baselineCalendars: other === undefined ? undefined : calendarsOf(other, params.calendar),
      shortensIds: shorten_ids === true,
      customFields: name === 'ipmdar-spd' ? customFieldsOf(params.options, facts) : [],
    })
    checkpoint?.()
    const isRefused = notes.gaps.some(
      ({ effect }) => effect === 'cannot_be_written' || (effect === 'rejected' && allow_incomplete !== true),
    )
    const file = report_only === true || isRefused ? null : shown(row, built.write())
    const records = file === null ? [] : built.records
    const rowsOf = new Map(built.records.map(({ table, rows }) => [table, rows]))
    return {
      summary: summarise(row, notes, file !== null, report_only === true),
      findings: [...findingsOf(notes), ...readingFinding(imports ?? [])],
      recommendations: [],
      data: {
        format: name,
        receiver: row.receiver,
        status_date: dateOrNull(statusDay),
        ...notes.show(table => rowsOf.get(table) ?? 0, columns.id),
        records: records.map(each => ({ ...each })),
        shortened: [...(built.shortened ?? [])].map(([sent, written]) => ({ sent, written })),
        file,
      },
    }
  }
}

function mustFinishByOf({ setting }: ScheduleColumns, params: AnalysisInput['params']): string | null {
  if (setting !== undefined) return requiredFinish(setting.mustFinishBy)
  return typeof params.must_finish_by === 'string' ? params.must_finish_by : null
}

function noteOrder(notes: Notes, dates: DataDates): void {
  const words = {
    effect: 'flagged',
    reason: baselineLaterText(dates),
    receiver: 'The reviewer sees a baseline of work that is done since.',
    remedy: PLACE_BASELINE_FIRST,
  } as const
  notes.missing('baseline_schedule', 'baseline_date', words).add()
}

/** A wrong month is the usual slip. */
function noteStatusDate(notes: Notes, statusDay: number, inFile: string | null = null): void {
  const day = dayOf(inFile)
  if (day === DAY_ABSENT || day === statusDay || statusDay === DAY_ABSENT) return
  notes
    .missing('schedule', 'status_date', {
      effect: 'flagged',
      reason: `status_date ${formatDay(statusDay)} was given, and the file says ${formatDay(day)}.`,
      receiver: 'The reviewer sees progress that is reported at another date.',
      remedy: 'Leave it out, or send the file of that date.',
    })
    .add()
}

/** What a file says and the schedule has not, as its reader told it, belongs to what is written otherwise. */
function noteReading(notes: Notes, { path, warnings }: ImportReport): void {
  for (const { code, text, count, places } of warnings) notes.change(path, code, text + placesOf(places)).addRows(count)
}

/** A value that a mapping names and neither schedule has is hardly meant so: what it should become stays as it is. */
function noteUnused(notes: Notes, { unused }: Mapping, baseline: Mapping | undefined): void {
  for (const [field, values] of unused) {
    const nowhere = [...values].filter(([value]) => baseline === undefined || baseline.unused.get(field)?.has(value))
    if (nowhere.length === 0) continue
    const shown = nowhere
      .slice(0, UNUSED_SHOWN_MAX)
      .map(
        ([value, near]) => JSON.stringify(value) + (near === undefined ? '' : ` (is ${JSON.stringify(near)} meant?)`),
      )
    const more = nowhere.length > shown.length ? ` and ${nowhere.length - shown.length} others` : ''
    notes
      .change('mapping', field, `Nothing has these values that it names: ${shown.join(', ')}${more}.`)
      .addRows(nowhere.length)
  }
}

const UNUSED_SHOWN_MAX = 5
const PLACES_SHOWN_MAX = 3

/** " (TASK.remain_drtn_hr_cnt in row 4: -8)" */
const placesOf = (places: ImportReport['warnings'][number]['places'] = []): string =>
  places.length === 0
    ? ''
    : ` (${places
        .slice(0, PLACES_SHOWN_MAX)
        .map(({ place, value }) => (value === undefined ? place : `${place}: ${value}`))
        .join('; ')}${places.length > PLACES_SHOWN_MAX ? '; and others' : ''})`

function readingFinding(imports: readonly ImportReport[]): Finding[] {
  const warnings = imports.flatMap(each => each.warnings)
  if (warnings.length === 0) return []
  return [
    {
      code: 'DELIVERABLE_READ',
      severity: 'medium',
      title: 'What the file says and was read otherwise',
      description: warnings.map(({ text }) => text).join(' '),
      task_ids: [],
      count: warnings.reduce((sum, { count }) => sum + count, 0),
    },
  ]
}

/** Ids change little from month to month: where most of them are strange to each other, the files are hardly of one project. */
function noteStrangers(notes: Notes, facts: Facts, baseline: Facts): void {
  const partner = idMatcher(baseline.columns)(facts.columns)
  const known = partner.reduce((count, row) => (row < 0 ? count : count + 1), 0)
  if (2 * known >= Math.min(facts.taskCount, baseline.taskCount)) return
  const tally = notes.missing('baseline_schedule', 'tasks', {
    effect: 'flagged',
    reason: `The baseline has ${baseline.taskCount} tasks, and ${known === 0 ? 'none' : `${known}`} of them ${known === 1 ? 'has' : 'have'} the id of one of the ${facts.taskCount} tasks of the schedule.`,
    receiver: 'The reviewer compares two schedules that have little in common.',
    remedy: 'Send the baseline of this project.',
  })
  for (const [i, row] of partner.entries()) if (row < 0) tally.add(i)
}

/** A baseline has its own members; its date is a label where nothing of it has begun. */
function baselineFactsOf(columns: ScheduleColumns, params: AnalysisInput['params']): Facts | Refusal {
  const own = (params.baseline_schedule ?? {}) as AnalysisInput['params']
  return factsOf(columns, { ...own, calendar: params.calendar }, statusDayOfPlan(columns, dayOf(own.baseline_date)))
}

const OWN_FIELDS: ReadonlySet<string> = new Set(DELIVERABLE_FIELDS['ipmdar-spd'].mapped.map(({ name }) => name))

const customFieldsOf = (options: unknown, { columns }: Facts): readonly string[] => {
  // a code that is named as a field of the dataset has a place of its own
  const names = codeNames(columns.codes).filter(name => !OWN_FIELDS.has(name))
  const wanted = (options as Options | undefined)?.custom_fields
  return wanted === undefined || wanted === null ? names : wanted.filter(name => names.includes(name))
}

/** Pieces of a file as one. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(bytesOf(pieces))
  copyInto(bytes, pieces)
  return bytes
}

type Constants = Record<string, string | boolean | null>

/** Blanks alone are no value. */
const constantsOf = (sent: unknown): Source['constants'] =>
  Object.fromEntries(
    Object.entries((sent ?? {}) as Constants).flatMap(([name, value]) => {
      const own = typeof value === 'string' ? value.trim() : value
      return own === null || own === '' ? [] : [[name, own]]
    }),
  )

const constantFaults = (sent: unknown): ValidationFault[] =>
  Object.entries((sent ?? {}) as Constants).flatMap(([name, value]) =>
    typeof value === 'string' && /\p{Cc}/u.test(value.trim())
      ? [
          {
            loc: ['body', 'constants', name],
            msg: `must have no control characters, such as line ends, not ${describe(value)}.`,
            type: 'value' as const,
          },
        ]
      : [],
  )

function shown({ form }: DeliverableRow, { name, text, bytes }: WrittenFile): ResultValue {
  const raw = bytes ?? Buffer.from(text!, 'latin1')
  return {
    name,
    media_type: PACKAGE_MEDIA_TYPES[form],
    encoding: text === undefined ? 'base64' : 'text',
    content: text ?? Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('base64'),
    bytes: raw.byteLength,
    sha256: createHash('sha256').update(raw).digest('hex'),
  }
}

function summarise(
  { title, receiver }: DeliverableRow,
  { gaps }: Notes,
  isWritten: boolean,
  isReport: boolean,
): string {
  const count = (effect: Effect): number => gaps.filter(gap => gap.effect === effect).length
  const parts = [
    [count('cannot_be_written'), 'cannot be written'],
    [count('rejected'), count('rejected') === 1 ? 'makes the receiver reject it' : 'make the receiver reject it'],
    [count('flagged'), 'will be asked for'],
  ] as const
  const missing = parts.filter(([n]) => n > 0).map(([n, words]) => `${n} ${words}`)
  const made = isWritten ? 'is written' : isReport ? 'was not asked for' : 'is not written'
  return `${title} for ${receiver}: the file ${made}; ${missing.length === 0 ? 'nothing that it needs is missing' : `of ${plural(gaps.length, 'kind of missing value', 'kinds of missing values')} ${missing.join(', ')}`}.`
}

const SEVERITY = { cannot_be_written: 'high', rejected: 'high', flagged: 'medium' } as const

/** One for each effect that matters; what it is of stands in `missing`. */
function findingsOf({ gaps }: Notes): Finding[] {
  const titles = {
    cannot_be_written: 'Values that the format has no place for',
    rejected: 'Values without which the receiver rejects the file',
    flagged: 'Values that the receiver asks for',
  } as const
  return (['cannot_be_written', 'rejected', 'flagged'] as const).flatMap(effect => {
    const own = gaps.filter(gap => gap.effect === effect)
    if (own.length === 0) return []
    return [
      {
        code: `DELIVERABLE_${effect.toUpperCase()}`,
        severity: SEVERITY[effect],
        title: titles[effect],
        description: own
          .map(({ table, field, tally, reason }) => `${table} ${field} (${plural(tally.count, 'row')}): ${reason}`)
          .join(' '),
        task_ids: [],
        count: own.reduce((sum, { tally }) => sum + tally.count, 0),
      },
    ]
  })
}
