/** The upload while it is made: its data sets, the schedules in it, and what several sets write alike. */
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import { PARS_SCHEMA, PARS_TABLES } from '../../../shared/contract/deliverables/pars-fields.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import type { CalendarSpec } from '../../../shared/contract/schedule/setting.ts'
import type { Calendars } from './calendars.ts'
import type { Source } from './deliverable.ts'
import type { Facts } from './facts.ts'
import type { Tally } from './notes.ts'
import { clean, RecordPart } from './record-part.ts'

const RECEIVER: Readonly<Record<Effect, string>> = {
  cannot_be_written: 'Nothing is made: the schema has no place for it.',
  rejected: 'PARS rejects the upload: it breaks the schema.',
  flagged: 'PARS takes the upload; its data quality checks flag it.',
  accepted: 'The field may be left out.',
}

export const PARS_SETS = ['DS04', 'DS05', 'DS06', 'DS19', 'DS20'] as const
type Name = (typeof PARS_SETS)[number]

/** A schedule of the upload. */
export interface Sent {
  readonly type: 'BL' | 'FC'
  readonly facts: Facts
  readonly calendars: Calendars
  readonly calendarNames: readonly string[]
}

export class ParsPackage {
  readonly source: Source
  readonly calendarsByName = new Map<string, CalendarSpec>()
  readonly subproject: string | undefined
  readonly stem: string
  readonly #parts: ReadonlyMap<Name, RecordPart>

  constructor(source: Source) {
    this.source = source
    const { constants, facts } = source
    const { PARSID, controlled_designation: designation, subproject_ID: subproject } = constants
    this.subproject = typeof subproject === 'string' ? subproject : undefined
    if (PARSID === undefined)
      this.missing('package', 'PARSID', 'rejected', 'No schedule says it.', 'Give constants.PARSID.').add()
    const date = facts.statusDay === DAY_ABSENT ? undefined : formatDay(facts.statusDay)
    if (date === undefined)
      this.missing(
        'package',
        'CPP_status_date',
        'rejected',
        'The schedule has no data date.',
        'Give status_date.',
      ).add()
    this.stem = `${String(PARSID ?? 'PARSID').replace(/[^\w-]/g, '_')}_${date ?? 'undated'}`
    const head = [
      `"$schema": ${JSON.stringify(PARS_SCHEMA)}`,
      ...(PARSID === undefined ? [] : [`"PARSID": ${JSON.stringify(PARSID)}`]),
      ...(date === undefined ? [] : [`"CPP_status_date": "${date}"`]),
      ...(designation === undefined ? [] : [`"controlled_designation": ${JSON.stringify(designation)}`]),
    ].join(',\n')
    this.#parts = new Map(
      PARS_SETS.map(name => {
        const { title } = PARS_TABLES.find(table => table.name === name)!
        return [name, new RecordPart(`${name}_${title}.json`, `{\n${head},\n"${name}": [`, ']}')]
      }),
    )
  }

  part(name: Name): RecordPart {
    return this.#parts.get(name)!
  }

  /** Calendars that two schedules call by one name are one where they are equal. */
  sent(type: Sent['type'], facts: Facts, calendars: Calendars): Sent {
    const used = new Set(calendars.ofTask)
    const calendarNames = calendars.specs.map((spec, c) => {
      if (!used.has(c)) return ''
      const own = clean(spec.name ?? spec.id) || spec.id
      for (let n = 1; ; n++) {
        const name = n === 1 ? own : `${own} (${n})`
        const known = this.calendarsByName.get(name)
        if (known !== undefined && !isSame(known, spec)) continue
        if (n > 1)
          this.source.notes
            .change('DS19', 'calendar_name', 'Different calendars of one name get a number behind it.')
            .add()
        this.calendarsByName.set(name, spec)
        return name
      }
    })
    return { type, facts, calendars, calendarNames }
  }

  subprojectOf(part: RecordPart): void {
    if (this.subproject !== undefined) part.text('subproject_ID', this.subproject)
  }

  missing(table: string, field: string, effect: Effect, reason: string, remedy: string): Tally {
    return this.source.notes.missing(table, field, { effect, reason, receiver: RECEIVER[effect], remedy })
  }
}

const isSame = (a: CalendarSpec, b: CalendarSpec): boolean =>
  a === b ||
  (a.minutesPerDay === b.minutesPerDay &&
    JSON.stringify([a.week, a.exceptions]) === JSON.stringify([b.week, b.exceptions]))
