/** Why the finish moved from one file to the next: which is which, a waterfall, the tasks and edits behind it, both critical paths, and what the pattern of the changes indicates. */
import { datesInOrder } from '../as-of.ts'
import { h, table } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import { causesIn, windowName } from '../schedule/causes.ts'
import type { Change, ComparisonReplies, Edit, SettingChange } from '../schedule/comparison-replies.ts'
import { momentText } from '../schedule/moment.ts'
import { ON_LONGEST_PATH, type Schedule } from '../schedule/schedule.ts'
import { missingOf } from '../schedule/update-series.ts'
import { readingOf } from '../service/read-as.ts'
import { plainWords } from '../texts/plain-words.ts'
import { TEXT, wordOf } from '../texts.ts'
import { methodLink } from './check-detail.ts'
import { eventsPart } from './delay-events.ts'
import { signed } from './figure.ts'
import { shownTitle, titleOf } from './files.ts'
import { checkTitle, ENGLISH } from './language.ts'
import { causesPart, largestCause, ledgerPart } from './ledger.ts'
import { openActivities } from './open-activities.ts'
import { countStates } from './overview.ts'
import { waterfall } from './waterfall.ts'
import { followedPart, windowsPart } from './windows.ts'

const T = TEXT.compare
const LIST_MAX = 25

const named = (id: string, name: string | null | undefined): string => (name == null ? id : `${id} ${name}`)

export function compareView(files: readonly LoadedFile[], replies: ComparisonReplies, shell: Shell): HTMLElement {
  const { changes, delays } = replies
  const nameOf = namesOf(files)
  const held = heldByLevelling(files, replies)
  const causes = causesIn(delays.data.windows, nameOf, held)
  return h(
    'div',
    { class: 'overview' },
    h('h1', {}, T.heading),
    h('p', { class: 'lead', ...ENGLISH }, plainWords(delays.summary)),
    largestCause(causes),
    held.some(ids => ids.length > 0) ? h('p', { class: 'note' }, T.levelledNote) : null,
    followedPart(replies, nameOf),
    whichIsWhich(files, shell),
    windowsPart(replies, shell),
    h('h2', {}, T.waterfall),
    waterfall(delays.data, shell),
    eventsPart(replies, files, shell),
    causesPart(replies, causes, shell),
    changesPart(replies),
    ledgerPart(replies, nameOf, shell),
    editsPart(
      (changes.data.impact?.comparisons ?? []).flatMap(each => each.edits.map(edit => ({ ...each, ...edit }))),
      changes.data.setting_changes,
      shell,
    ),
    pathsPart(files, shell),
    indexPart(files),
    indicatorsPart(replies, shell),
  )
}

const CONSTRAINT = /^constraint_/
const DAY_LENGTH = 10
/** The same for both replies, of which one has the times. */
const daysOf = ({ from_date: from, to_date: to }: { from_date: string | null; to_date: string | null }): string =>
  [from, to].map(date => date?.slice(0, DAY_LENGTH)).join()

/** Of each window, the tasks whose constraint is new in a file that was levelled here. */
function heldByLevelling(files: readonly LoadedFile[], { changes, delays }: ComparisonReplies): string[][] {
  return files.slice(1).map(({ file }, i) => {
    const window = delays.data.windows[i]
    if (window === undefined || !readingOf(file).isLevelled) return []
    const isOf = (each: Change): boolean => CONSTRAINT.test(each.field) && daysOf(each) === daysOf(window)
    return [...new Set(changes.data.changes.filter(isOf).map(({ id }) => id))]
  })
}

/** Names by id, of the latest file that has the task. */
function namesOf(files: readonly LoadedFile[]): (id: string) => string {
  const names = new Map<string, string>()
  for (const { schedule } of files) for (const [i, id] of schedule.ids.entries()) names.set(id, schedule.names[i]!)
  return id => names.get(id) ?? ''
}

const dateText = ({ date, from }: ReturnType<typeof datesInOrder>[number]): string =>
  [momentText(date), from === undefined ? '' : T.assumed[from]].filter(Boolean).join('; ')

/** The order that the page found, so that nobody has to trust it blindly. */
function whichIsWhich(files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const dates = datesInOrder(files)
  const rows = files.map((file, i) => [
    titleOf(file) === shell.baseline ? T.baseline : i === files.length - 1 ? T.current : i === 0 ? T.first : T.between,
    file.name,
    dateText(dates[i]!),
    momentText(file.analysed.cpm.data.project_finish_date),
    TEXT.number(countStates(file.schedule).all),
    titleOf(file) === shell.baseline
      ? h(
          'button',
          { type: 'button', class: 'button small', onclick: () => shell.useBaseline(undefined) },
          T.noBaseline,
        )
      : h('button', { type: 'button', class: 'button small', onclick: () => shell.useBaseline(file) }, T.useBaseline),
  ])
  return h('section', { class: 'stacks' }, h('p', { class: 'note' }, T.order), table(T.which, T.whichHead, rows, [4]))
}

/** Why an index of some files is missing. */
export const missingIndices = (files: readonly LoadedFile[]): HTMLElement[] =>
  missingOf(files).map(({ index, of, why }) =>
    h(
      'p',
      { class: 'note' },
      T.noIndex(index, of.map(shownTitle).join(', ')),
      ' ',
      h('span', ENGLISH, plainWords(why)),
    ),
  )

const figure = (value: number | null | undefined): string => (value == null ? '–' : TEXT.number(value))

/** Grades and indices from one file to the next. */
function indexPart(files: readonly LoadedFile[]): HTMLElement {
  const rows = files.map(file => {
    const { score, dcma } = file.analysed
    return [
      shownTitle(file),
      [score?.grade ?? '', figure(score?.score)].join(' '),
      figure(dcma?.score),
      figure(dcma?.data.bei.bei),
      figure(dcma?.data.cpli?.cpli),
    ]
  })
  return h(
    'section',
    {},
    h('h2', {}, T.indices),
    table(T.indices, T.indicesHead, rows, [1, 2, 3, 4]),
    ...missingIndices(files),
  )
}

const taskLink = (id: string, name: string | null | undefined, shell: Shell): HTMLElement =>
  h('button', { type: 'button', class: 'link', onclick: () => shell.choose(id) }, named(id, name).slice(0, 200))

function changesPart({ changes: { data } }: ComparisonReplies): HTMLElement {
  const tasks = data.comparisons.map(each =>
    h('p', {}, T.matched(momentText(each.from_date), momentText(each.to_date), each.matched, each.added, each.deleted)),
  )
  const rows = Object.entries(data.changes_by_category)
    .filter(([, counts]) => counts.material + counts.minor + counts.expected > 0)
    .map(([name, counts]) => [
      wordOf(T.categories, name) ?? name,
      TEXT.number(counts.material),
      TEXT.number(counts.minor),
      TEXT.number(counts.expected),
    ])
  return h('section', {}, h('h2', {}, T.changes), ...tasks, table(T.changes, T.changesHead, rows, [1, 2, 3]))
}

type DatedEdit = Edit & Pick<SettingChange, 'from_date' | 'to_date'>

function editsPart(all: readonly DatedEdit[], settings: readonly SettingChange[], shell: Shell): HTMLElement | null {
  if (all.length + settings.length === 0) return null
  const edits = [...settings, ...all].sort((a, b) => Math.abs(b.impact_days ?? 0) - Math.abs(a.impact_days ?? 0))
  const rows = edits
    .slice(0, LIST_MAX)
    .map(edit => [
      h('span', { class: 'whole' }, windowName(edit)),
      'kind' in edit ? (edit.subject ?? '') : taskLink(edit.id, edit.name, shell),
      h('span', { class: 'whole', ...ENGLISH }, ('kind' in edit ? edit.kind : edit.edit).replaceAll('_', ' ')),
      'kind' in edit ? '' : (edit.predecessor_id ?? ''),
      edit.before ?? '',
      edit.after ?? '',
      edit.impact_days === null ? '' : signed(edit.impact_days),
    ])
  return h(
    'section',
    {},
    h('h2', {}, T.edits),
    h('p', { class: 'note' }, T.editsNote),
    table(T.edits, [T.inWindow, ...T.editsHead], rows, [6]),
  )
}

const pathOf = (schedule: Schedule): number[] => {
  const tasks: number[] = []
  for (let i = 0; i < schedule.taskCount; i++) if ((schedule.marks[i]! & ON_LONGEST_PATH) !== 0) tasks.push(i)
  return tasks.sort((a, b) => schedule.start[a]! - schedule.start[b]! || a - b)
}

const PATH_MAX = 60

/** Paths of the first file and of the last; a task that only one of them has is marked by a sign. */
function pathsPart(files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const ends = [files[0]!, files.at(-1)!]
  const paths = ends.map(({ schedule }) => pathOf(schedule))
  const ids = ends.map(({ schedule }, i) => new Set(paths[i]!.map(task => schedule.ids[task]!)))
  const column = (i: number): HTMLElement => {
    const { schedule } = ends[i]!
    const items = paths[i]!.slice(0, PATH_MAX).map(task => {
      const id = schedule.ids[task]!
      const isShared = ids[1 - i]!.has(id)
      const text = named(id, schedule.names[task]).slice(0, 200)
      return h(
        'li',
        { class: isShared ? '' : 'alone' },
        i === 1 ? taskLink(id, schedule.names[task], shell) : text,
        isShared ? null : h('span', { class: 'tag' }, i === 0 ? T.left : T.entered),
      )
    })
    return h('div', {}, h('h3', {}, shownTitle(ends[i]!)), h('ol', { class: 'path' }, ...items))
  }
  return h('section', {}, h('h2', {}, T.paths), h('div', { class: 'sides' }, column(0), column(1)))
}

/** Each pattern opens the tasks behind it. */
function indicatorsPart({ changes: { data } }: ComparisonReplies, shell: Shell): HTMLElement {
  const rows = data.checks.map(check => {
    const ids = check.task_ids ?? []
    const found = h(
      'div',
      {},
      h('span', ENGLISH, plainWords(check.message)),
      ' ',
      ids.length === 0 ? null : openActivities(check.title, { ids }, shell),
    )
    return [checkTitle(check), TEXT.check.statuses[check.status], found, methodLink(check) ?? '']
  })
  return h(
    'section',
    { id: 'indicators' },
    h('h2', {}, T.indicators),
    h('p', { class: 'note' }, T.indicatorsNote),
    table(T.indicators, T.indicatorsHead, rows),
  )
}
