/** What the reader met beside tasks and links: calendars, options and rows of a file, links that leave the project, dates that may be others. */

import { counted, joinHits } from '../check/findings.ts'
import { taskCalendars } from '../clock/calendars.ts'
import { plural } from '../wording/numbers.ts'
import { type ColumnContext, columnRule, faultHits, information, showing } from './context.ts'
import { givenLinkCount } from './link-checks.ts'
import { unknownCalendars } from './schedule-findings.ts'

export const fileCalendar = columnRule('warning', {
  code: 'V112',
  title: 'Calendar that is not there or cannot be read',
  severity: 'high',
  population: 'Tasks of a schedule with calendars, and the calendars that they have.',
  noun: ['task or calendar', 'tasks and calendars'],
  formula: 'Tasks whose calendar the schedule does not have; calendars of a file of which others had to be assumed.',
  unit: 'values',
  advice: {
    title: 'Complete the calendars',
    description: 'Export the file with all its calendars, or send calendars with the ids that tasks name.',
  },
  run: ({ columns }) => {
    const named = faultHits(columns, ({ kind }) => kind === 'calendar_unknown')
    const unreadable = faultHits(columns, ({ kind }) => kind === 'calendar_unreadable')
    const { tasks = [], ...others } = unknownCalendars(columns)
    const unknown = joinHits([named, { ...others, tasks }])
    const samples = [...named.samples, ...unreadable.samples]
    const hits = joinHits([unknown, unreadable])
    const message =
      [
        ...(unknown.count === 0
          ? []
          : [
              `${plural(unknown.count, 'task names a calendar', 'tasks name calendars')} that the schedule does not have; taken in its default calendar`,
            ]),
        ...(unreadable.count === 0
          ? []
          : [
              `${plural(unreadable.count, 'calendar has', 'calendars have')} no working time that could be read; a usual one was assumed, and dates depend on it`,
            ]),
      ].join('. ') + (unknown.count + unreadable.count === 0 ? 'Every calendar is there.' : '.')
    const evidence = samples.length === 0 ? undefined : { values: samples }
    const { setting, taskCount } = columns
    const calendarCount = setting === undefined ? 0 : new Set(taskCalendars(columns, setting)).size
    return counted(hits, Math.max(taskCount + calendarCount, hits.count), message, evidence)
  },
})

const fileFault =
  (
    kind:
      | 'file_value'
      | 'file_rows'
      | 'date_ambiguous'
      | 'zoned_midnight'
      | 'zoned_other_day'
      | 'zoned_local_day'
      | 'category_unmapped',
    words: (count: number) => string,
  ) =>
  ({ columns }: ColumnContext) => {
    const hits = faultHits(columns, fault => fault.kind === kind)
    return counted(hits, hits.count, words(hits.count), hits.count === 0 ? undefined : { values: hits.samples })
  }

export const fileValue = columnRule('warning', {
  code: 'V113',
  title: 'Value of the file that cannot be read',
  severity: 'medium',
  population: 'Values of a file that belong to no field of a task: options, dates of the project, parts of calendars.',
  formula: 'Values that are none of those that the tool writes; read as absent or as the default of the tool.',
  isSizeless: true,
  unit: 'values',
  advice: showing('values', {
    title: 'Correct the values',
    otherwise: 'the values',
    description: (values: string) => `Set ${values} in the tool that wrote the file, and export it anew.`,
  }),
  run: fileFault(
    'file_value',
    (count: number) =>
      `${plural(count, 'value', 'values')} of the project, its options or its calendars could not be read.`,
  ),
})

export const fileRows = columnRule('warning', {
  code: 'V114',
  title: 'Rows of the file that were lost or broken',
  severity: 'high',
  population: 'Rows of a file.',
  formula: 'Rows left out, with too few or too many fields, or behind a cut; a file without its end counts as one.',
  isSizeless: true,
  unit: 'values',
  advice: {
    title: 'Export the file anew',
    description: 'What was lost is not in any figure; export the whole file from its tool and compare the counts.',
  },
  run: fileFault(
    'file_rows',
    (count: number) =>
      `${plural(count, 'row', 'rows')} of the file could not be read as written, or its end is missing.`,
  ),
})

export const dateAmbiguous = columnRule('warning', {
  code: 'V116',
  title: 'Day and month that may be exchanged',
  severity: 'medium',
  population: 'Dates of a file that are not written as its tool writes them.',
  formula:
    'Dates with the year last and two numbers up to 12 before it, without points between them; the first was taken as the day.',
  isSizeless: true,
  unit: 'values',
  advice: showing('values', {
    title: 'Write the dates unambiguously',
    otherwise: 'the dates',
    description: (values: string) =>
      `Export ${values} with the year first, or check that the day stands first in them.`,
  }),
  run: fileFault(
    'date_ambiguous',
    (count: number) =>
      `${plural(count, 'date leaves', 'dates leave')} it open which number is the day; the first was taken.`,
  ),
})

export const zonedMidnight = columnRule('warning', {
  code: 'V117',
  title: 'Dates with a zone read as local midnights',
  severity: 'medium',
  population: 'Dates of the request with a zone, where it names no time zone.',
  formula:
    'All of these dates, where each is the midnight (or the last minute of a day) of one place from one to five and a half hours east of Greenwich.',
  isSizeless: true,
  unit: 'values',
  advice: {
    title: 'Name the time zone',
    description: 'Send time_zone with the name of the place, such as Europe/Berlin or UTC, or send plain days.',
  },
  run: fileFault(
    'zoned_midnight',
    (count: number) =>
      `${plural(count, 'date has a zone and looks', 'dates have a zone and look')} like a local midnight, so the local day was taken, as the request names no time zone.`,
  ),
})

const OTHER_DAY_FORMULA =
  'Dates whose day in that zone is another than the day that is written; the day in that zone was taken.'

export const zonedOtherDay = columnRule('warning', {
  code: 'V120',
  title: 'Dates with a zone that lie on another day in UTC',
  severity: 'medium',
  population: 'Dates of the request with a zone, where it names no time zone; they are read in UTC.',
  formula: OTHER_DAY_FORMULA,
  isSizeless: true,
  unit: 'values',
  advice: {
    title: 'Name the time zone',
    description:
      'Send time_zone with the name of the place whose days are meant, such as Asia/Tokyo, or send dates without a zone.',
  },
  run: fileFault(
    'zoned_other_day',
    (count: number) =>
      `${plural(count, 'date with a zone lies', 'dates with a zone lie')} on another day in UTC than the one that is written; the day in UTC was taken, as the request names no time zone.`,
  ),
})

export const zonedLocalDay = information({
  code: 'V205',
  title: 'Dates with a zone that lie on another day in the time zone',
  population: 'Dates of the request with a zone, where it names a time zone; they are read in that one.',
  formula: OTHER_DAY_FORMULA,
  isSizeless: true,
  unit: 'values',
  advice: {
    title: 'Check the days',
    description:
      'Compare the days that were read with those that are meant; dates without a zone are taken as written.',
  },
  run: fileFault(
    'zoned_local_day',
    (count: number) =>
      `${plural(count, 'date with a zone lies', 'dates with a zone lie')} on another day in the time zone of the request than the one that is written; the day in that zone was taken.`,
  ),
})

export const categoryUnmapped = columnRule('warning', {
  code: 'V118',
  title: 'Value of a code without a delay category',
  severity: 'medium',
  population: 'Tasks with a value of the code that the request maps to the delay category.',
  formula: 'Tasks whose value the mapping does not name; they have no delay category.',
  unit: 'tasks',
  isSizeless: true,
  advice: showing('values', {
    title: 'Complete the mapping',
    otherwise: 'the values',
    description: (values: string) => `Name a delay category for ${values} in category_mapping.`,
  }),
  run: fileFault(
    'category_unmapped',
    (count: number) => `${plural(count, 'task has', 'tasks have')} a value that the mapping does not name.`,
  ),
})

export const externalLink = information({
  code: 'V204',
  title: 'Links to other projects without a date',
  population: 'All links of a file.',
  formula: 'Links to or from tasks of other projects for which the file has no date; they hold nothing here.',
  unit: 'links',
  advice: {
    title: 'Export the linked projects together',
    description:
      'Schedule the project with its neighbours first, which leaves their dates in it, or export all of them in one file.',
  },
  run: ({ columns }) => {
    const hits = faultHits(columns, ({ kind }) => kind === 'external_link')
    const evidence = hits.count === 0 ? undefined : { links: hits.samples }
    return counted(
      hits,
      givenLinkCount(columns),
      `${plural(hits.count, 'link leads', 'links lead')} to other projects and ${hits.count === 1 ? 'holds' : 'hold'} nothing.`,
      evidence,
    )
  },
})
