/** What the reader met beside tasks and links: calendars, options and rows of a file, links that leave the project, dates that may be others. */
import { joinHits } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { unknownCalendars } from './calendar-unknown.ts'
import { type ColumnContext, columnRule, faultHits, information } from './context.ts'
import { givenLinkCount } from './link-checks.ts'
import { WORDS } from './words.ts'

export const fileCalendar = columnRule('warning', {
  code: 'V112',
  title: WORDS.fileCalendar.title,
  severity: 'high',
  population: WORDS.fileCalendar.population,
  noun: WORDS.fileCalendar.noun,
  formula: WORDS.fileCalendar.formula,
  unit: 'values',
  run: ({ columns }) => {
    const named = faultHits(columns, ({ kind }) => kind === 'calendar_unknown')
    const unreadable = faultHits(columns, ({ kind }) => kind === 'calendar_unreadable')
    const { tasks = [], ...others } = unknownCalendars(columns)
    const unknown = joinHits([named, { ...others, tasks }])
    const samples = [...named.samples, ...unreadable.samples]
    const hits = joinHits([unknown, unreadable])
    const message = WORDS.fileCalendar.message(unknown.count, unreadable.count)
    const evidence = samples.length === 0 ? undefined : { values: samples }
    return counted(hits, Math.max(columns.taskCount, hits.count), message, evidence)
  },
})

const fileFault =
  (
    kind: 'file_value' | 'file_rows' | 'date_ambiguous' | 'zoned_midnight' | 'category_unmapped',
    words: (count: number) => string,
  ) =>
  ({ columns }: ColumnContext) => {
    const hits = faultHits(columns, fault => fault.kind === kind)
    return counted(hits, hits.count, words(hits.count), hits.count === 0 ? undefined : { values: hits.samples })
  }

export const fileValue = columnRule('warning', {
  code: 'V113',
  title: WORDS.fileValue.title,
  severity: 'medium',
  population: WORDS.fileValue.population,
  formula: WORDS.fileValue.formula,
  isSizeless: true,
  unit: 'values',
  run: fileFault('file_value', WORDS.fileValue.message),
})

export const fileRows = columnRule('warning', {
  code: 'V114',
  title: WORDS.fileRows.title,
  severity: 'high',
  population: WORDS.fileRows.population,
  formula: WORDS.fileRows.formula,
  isSizeless: true,
  unit: 'values',
  run: fileFault('file_rows', WORDS.fileRows.message),
})

export const dateAmbiguous = columnRule('warning', {
  code: 'V116',
  title: WORDS.dateAmbiguous.title,
  severity: 'medium',
  population: WORDS.dateAmbiguous.population,
  formula: WORDS.dateAmbiguous.formula,
  isSizeless: true,
  unit: 'values',
  run: fileFault('date_ambiguous', WORDS.dateAmbiguous.message),
})

export const zonedMidnight = columnRule('warning', {
  code: 'V117',
  title: WORDS.zonedMidnight.title,
  severity: 'medium',
  population: WORDS.zonedMidnight.population,
  formula: WORDS.zonedMidnight.formula,
  isSizeless: true,
  unit: 'values',
  run: fileFault('zoned_midnight', WORDS.zonedMidnight.message),
})

export const categoryUnmapped = columnRule('warning', {
  code: 'V118',
  title: WORDS.categoryUnmapped.title,
  severity: 'medium',
  population: WORDS.categoryUnmapped.population,
  formula: WORDS.categoryUnmapped.formula,
  unit: 'tasks',
  isSizeless: true,
  run: fileFault('category_unmapped', WORDS.categoryUnmapped.message),
})

export const externalLink = information({
  code: 'V204',
  title: WORDS.externalLink.title,
  population: WORDS.externalLink.population,
  formula: WORDS.externalLink.formula,
  unit: 'links',
  run: ({ columns }) => {
    const hits = faultHits(columns, ({ kind }) => kind === 'external_link')
    const evidence = hits.count === 0 ? undefined : { links: hits.samples }
    return counted(hits, givenLinkCount(columns), WORDS.externalLink.message(hits.count), evidence)
  },
})
