/** A schedule in the Standard Data Exchange Format of the U.S. Army Corps of Engineers. Here the text, and its record of the project. */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { formatDay, parseDay } from '../../../shared/contract/schedule/day.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import type { Build } from './deliverable.ts'
import { activities, units } from './sdef-activities.ts'
import { calendars } from './sdef-calendars.ts'
import { greatest, least, SdefFile } from './sdef-file.ts'
import { ascii, type LineOf } from './sdef-lines.ts'
import { links, progress } from './sdef-progress.ts'

export const buildSdef: Build = source => {
  const sdef = new SdefFile(source)
  sdef.lines.begin('VOLM')('disk_number', '1')
  const name = project(sdef)
  for (const write of [calendars, activities, links, units, progress]) write(sdef)
  return {
    records: [...sdef.lines.counts].map(([table, rows]) => ({ table, rows })),
    shortened: sdef.shortened,
    write: () => ({ name: `${name}.sdef`, text: sdef.lines.finish() }),
  }
}

function project(sdef: SdefFile): string {
  const { constants, facts, notes, project } = sdef.source
  const set = sdef.lines.begin('PROJ')
  const data = sdef.missing('PROJ', 'data_date', 'rejected', 'The schedule has no data date.', 'Give status_date.')
  if (facts.statusDay === DAY_ABSENT) data.add()
  else set('data_date', sdef.date('PROJ', 'data_date', facts.statusDay, -1))
  const words = (
    field: 'project_id' | 'project_name' | 'contractor' | 'contract_number',
    own: string | null,
    width: number,
  ): string => {
    const given = constants[field]
    const text = ascii(String(given ?? own ?? '').trim())
    if (text === '') {
      const effect = field === 'project_id' || field === 'contract_number' ? 'rejected' : 'flagged'
      sdef
        .missing('PROJ', field, effect, 'Neither the request nor the schedule says it.', `Give constants.${field}.`)
        .add()
      return ''
    }
    notes.source('PROJ', field, given === undefined ? 'file' : 'request')
    if (text.length > width)
      notes
        .change('PROJ', field, `${JSON.stringify(text)} is cut at ${width} characters. Give constants.${field}.`)
        .add()
    set(field, text.slice(0, width).trimEnd())
    return text.slice(0, width).trim()
  }
  const id = words('project_id', project.id, 4)
  words('project_name', project.name ?? project.id, 48)
  words('contractor', null, 36)
  set('arrow_or_precedence', 'P')
  words('contract_number', null, 6)
  const begun = projectDate(
    sdef,
    set,
    'project_start',
    facts.columns.setting?.projectStart,
    least(facts.earlyStart, sdef.tasks),
    'the earliest start',
  )
  const ended = projectDate(
    sdef,
    set,
    'project_finish',
    facts.columns.setting?.mustFinishBy,
    greatest(facts.earlyFinish, sdef.tasks),
    'the latest finish',
  )
  if (begun !== DAY_ABSENT && ended !== DAY_ABSENT && begun > ended)
    sdef
      .missing(
        'PROJ',
        'project_finish',
        'flagged',
        `project_finish, ${formatDay(ended)}, lies before project_start, ${formatDay(begun)}.`,
        'Correct constants.project_start or constants.project_finish.',
      )
      .add()
  return id.replace(/[^A-Za-z0-9_-]/g, '_') || 'schedule'
}

function projectDate(
  sdef: SdefFile,
  set: LineOf<'PROJ'>,
  field: 'project_start' | 'project_finish',
  moment: number | undefined,
  other: number,
  words: string,
): number {
  const { constants, notes } = sdef.source
  const given = constants[field]
  const own =
    moment === undefined || Number.isNaN(moment)
      ? DAY_ABSENT
      : Math.floor((moment - (field === 'project_finish' ? 1 : 0)) / MINUTES_PER_DAY)
  const day = typeof given === 'string' ? parseDay(given)! : own === DAY_ABSENT ? other : own
  if (day === DAY_ABSENT) {
    sdef
      .missing('PROJ', field, 'rejected', 'Neither the request nor the schedule says it.', `Give constants.${field}.`)
      .add()
    return DAY_ABSENT
  }
  notes.source('PROJ', field, typeof given === 'string' ? 'request' : own === DAY_ABSENT ? 'computed' : 'file')
  if (typeof given !== 'string' && own === DAY_ABSENT)
    sdef
      .missing(
        'PROJ',
        field,
        'flagged',
        `The contract date is not given: ${words}, ${formatDay(day)}, stands in its place.`,
        `Give constants.${field}.`,
      )
      .add()
  // the file has a planned start of the project, which is no notice to proceed
  else if (typeof given !== 'string' && field === 'project_start')
    sdef
      .missing(
        'PROJ',
        field,
        'flagged',
        `The notice to proceed is not given: the planned start of the project in the file, ${formatDay(day)}, stands in its place${other === DAY_ABSENT || other === day ? '' : `; ${words} is ${formatDay(other)}`}.`,
        `Give constants.${field}.`,
      )
      .add()
  set(field, sdef.date('PROJ', field, day, -1))
  return day
}
