/** Every text of the page in the language that is shown: English, or the table of another one (`texts/de/` and so on), which is loaded when it is wanted. */

import { activities } from './texts/activities.ts'
import { audits } from './texts/audits.ts'
import { check } from './texts/check.ts'
import { compare } from './texts/compare.ts'
import { counting, number } from './texts/counting.ts'
import { deliverables } from './texts/deliverables.ts'
import { gantt } from './texts/gantt.ts'
import { type Language, loadedTexts } from './texts/languages.ts'
import { levelling } from './texts/levelling.ts'
import { overview } from './texts/overview.ts'
import { plots } from './texts/plots.ts'
import { report } from './texts/report.ts'
import { settings } from './texts/settings.ts'
import { access, start, where } from './texts/start.ts'
import { table } from './texts/table.ts'
import { task } from './texts/task.ts'
import { failure, progress } from './texts/waiting.ts'
import { whatIf } from './texts/what-if.ts'

const ENGLISH = {
  title: 'Schedule Intelligence Service',
  skip: 'Skip to the content',
  views: 'Views',
  language: 'Language',
  /** Between a name and what is said of it. */
  colon: ': ',
  /** Once on a page that is in another language. */
  englishSentences: '',
  tabs: {
    overview: 'Overview',
    activities: 'Activities',
    audits: 'Audits',
    compare: 'Changes',
    plots: 'Plots',
    levelling: 'Levelling',
    deliverables: 'Deliver',
  },
  files: {
    label: 'File that is shown',
    add: 'Add a file to compare',
    close: 'Close this file',
    otherProject: (name: string, closed: number) =>
      `${name} is of another project: next to no activity is in the ${counting.few(closed, 'file', 'files')} open before, so it is open without ${closed === 1 ? 'it' : 'them'}. To see ${closed === 1 ? 'that' : 'those'} again, open ${closed === 1 ? 'it' : 'them'} again.`,
    noBaseline: (name: string, why: string) => `The baseline could not be used for ${name}. ${why}`,
    same: (name: string, open: string) => `${name} has the same content as ${open}, which is open already.`,
  },
  counting,
  number,
  start,
  where,
  access,
  progress,
  failure,
  overview,
  check,
  audits,
  activities,
  gantt,
  task,
  plots,
  levelling,
  table,
  compare,
  whatIf,
  report,
  settings,
  deliverables,
} as const

/** The same keys, lists of the same length and functions of the same values, with any words: what another language has to have, no more and no less. */
type Worded<Of> = Of extends string
  ? string
  : Of extends (...given: never[]) => unknown
    ? Of
    : { readonly [Key in keyof Of]: Worded<Of[Key]> }
export type Texts = Worded<typeof ENGLISH>

/** A word for a value that the service may have more of than the page knows. */
export const wordOf = (words: object, key: string): string | undefined =>
  Object.hasOwn(words, key) ? (words as Readonly<Record<string, string>>)[key] : undefined

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** In place, since views hold on to the parts that they use. */
function put(into: Tree, from: Tree): Tree {
  for (const [key, value] of Object.entries(from))
    into[key] = isTree(value) ? put(isTree(into[key]) ? into[key] : {}, value) : value
  return into
}

export const TEXT = put({}, ENGLISH) as unknown as Texts

/** The name of a check of this service in the language of the page; undefined: the check is none, as one of a catalogue of one's own that uses its code for something else. */
export const pointName = ({ code, title }: { readonly code: string; readonly title: string }): string | undefined =>
  wordOf(ENGLISH.check.titles, code) === title ? wordOf(TEXT.check.titles, code) : undefined

/** Of the scripts with the tables, by their languages, where they are not in the page itself. */
export type TextUrls = Readonly<Record<string, string>>

/** The texts stay as they are where a table does not come. */
export async function speak(language: Language, urls: TextUrls): Promise<void> {
  const url = urls[language]
  if (language !== 'en' && loadedTexts()[language] === undefined && url !== undefined) await import(url).catch(() => {})
  const texts = language === 'en' ? ENGLISH : loadedTexts()[language]
  if (texts === undefined) return
  put(TEXT as unknown as Tree, texts)
  document.documentElement.lang = language
}
