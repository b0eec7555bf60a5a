/** The dataset while it is made: its tables, and what several of them write alike. */
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import { SPD_TABLES } from '../../../shared/contract/deliverables/spd-fields.ts'
import { WorkDays } from './calendars.ts'
import type { Source } from './deliverable.ts'
import { textsOf } from './facts.ts'
import { SEND_BASELINE, type Tally } from './notes.ts'
import { RecordPart } from './record-part.ts'

const RECEIVER: Readonly<Record<Effect, string>> = {
  cannot_be_written: 'Nothing is made: the format has no place for it.',
  rejected: 'The EVM Central Repository rejects the dataset.',
  flagged: 'The dataset is taken; the analyst of the customer asks for it.',
  accepted: 'The field may be left out.',
}

/** More places than a minute needs. */
const DECIMALS = 1e4
export const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS

export const isCleanId = (id: string): boolean => /^[!-~](?:[ -~]*[!-~])?$/.test(id) && !id.includes('  ')

export class SpdPackage {
  readonly source: Source
  readonly parts = new Map(SPD_TABLES.map(({ name }) => [name, new RecordPart(`${name}.json`)]))
  readonly ids: (index: number) => string
  readonly usedCalendars: readonly number[]
  readonly work: WorkDays

  constructor(source: Source) {
    this.source = source
    this.ids = textsOf(source.facts.columns.id)
    this.usedCalendars = [...new Set([...source.calendars.ofTask, ...projectLags(source)])].sort((a, b) => a - b)
    this.work = new WorkDays(source.calendars)
  }

  part(table: string): RecordPart {
    return this.parts.get(table)!
  }

  calendarId(c: number): string {
    const { id } = this.source.calendars.specs[c]
    return isCleanId(id) ? id : `CALENDAR-${c + 1}`
  }

  missing(table: string, field: string, effect: Effect, reason: string, remedy: string): Tally {
    return this.source.notes.missing(table, field, { effect, reason, receiver: RECEIVER[effect], remedy })
  }
}

/** The calendar of the project, where lags count in it. */
const projectLags = ({ calendars, facts }: Source): readonly number[] =>
  facts.columns.setting?.rules.lagCalendar === 'project' && facts.columns.links.task.length > 0
    ? [calendars.defaultIndex]
    : []

/** Of tasks without baseline dates, with or without a baseline beside the schedule. */
export const baselineRemedy = ({ baselineFacts }: Source): string =>
  baselineFacts === undefined
    ? SEND_BASELINE
    : 'The baseline that was sent has no task of their ids, or no dates of it. Leave them out of the comparison, or take them into the baseline.'
