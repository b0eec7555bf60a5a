/** CLDR and HOLI: calendars of whole days, and their days off while the project lasts. */
import { SDEF_HOLIDAYS_PER_LINE } from '../../../shared/contract/deliverables/sdef-fields.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { weekday } from '../../../shared/contract/schedule/day.ts'
import type { CalendarSpec } from '../../../shared/contract/schedule/setting.ts'
import { minutesOf } from './calendars.ts'
import { DAY_FIRST, DAY_LAST, greatest, least, type SdefFile } from './sdef-file.ts'
import { ascii, NAME_CHARACTERS_MAX } from './sdef-lines.ts'

const CALENDARS_MAX = 36

export function calendars(sdef: SdefFile): void {
  const { calendars, notes } = sdef.source
  if (sdef.usedCalendars.length > CALENDARS_MAX)
    sdef
      .missing(
        'CLDR',
        'calendar_code',
        'cannot_be_written',
        `${sdef.usedCalendars.length} calendars are in use; the code of one character has room for ${CALENDARS_MAX}.`,
        'Merge calendars.',
      )
      .add()
  const [from, to] = span(sdef)
  for (const c of sdef.usedCalendars) {
    const spec = calendars.specs[c]
    const set = sdef.lines.begin('CLDR')
    set('calendar_code', sdef.codeOfCalendar[c])
    // Sunday first
    set('work_days', [6, 0, 1, 2, 3, 4, 5].map(d => (spec.week[d].length > 0 ? 'Y' : 'N')).join(''))
    set(
      'description',
      ascii(spec.name ?? spec.id)
        .trim()
        .slice(0, NAME_CHARACTERS_MAX),
    )
    const lengths = new Set(spec.week.filter(shifts => shifts.length > 0).map(minutesOf))
    if (lengths.size > 1)
      notes
        .change(
          'CLDR',
          'work_days',
          'Work days of a calendar are of different lengths; the format knows whole days alone.',
        )
        .add()
  }
  // all calendars stand before all days off
  for (const c of sdef.usedCalendars.slice(0, CALENDARS_MAX)) {
    const off = daysOff(sdef, calendars.specs[c], from, to)
    for (let n = 0; n < off.length; n += SDEF_HOLIDAYS_PER_LINE)
      sdef.lines.holidays(sdef.codeOfCalendar[c], off.slice(n, n + SDEF_HOLIDAYS_PER_LINE))
  }
}

/** Days off among the work days of the week, while the project lasts. */
function daysOff(sdef: SdefFile, { week, exceptions }: CalendarSpec, from: number, to: number): number[] {
  const { notes } = sdef.source
  const worked = notes.change(
    'HOLI',
    'dates',
    'Work on days off of the week is left out; the format knows days off alone.',
  )
  const shorter = notes.change(
    'HOLI',
    'dates',
    'Days with other hours than their weekday are left out; the format knows whole days alone.',
  )
  const off: number[] = []
  for (const { firstDay, lastDay, shifts } of exceptions)
    for (let day = Math.max(firstDay, from); day <= Math.min(lastDay, to); day++) {
      const usual = minutesOf(week[weekday(day) - 1])
      const own = minutesOf(shifts)
      if (own === 0 && usual > 0) off.push(day)
      else if (own > 0 && usual === 0) worked.add()
      else if (own !== usual) shorter.add()
    }
  return off
}

/** First and last day of the project, as far as the format has dates. */
function span(sdef: SdefFile): readonly [from: number, to: number] {
  const { facts } = sdef.source
  const from = least(facts.earlyStart, sdef.tasks)
  const to = Math.max(greatest(facts.lateFinish, sdef.tasks), greatest(facts.earlyFinish, sdef.tasks))
  return from === DAY_ABSENT ? [0, -1] : [Math.max(from, DAY_FIRST), Math.min(to, DAY_LAST)]
}
