/** What a planner wants to know first: when the project ends, whether the other tool says the same, what is wrong, and what was not checked. */
import type { Choice } from '../activities/choice.ts'
import { asOf } from '../as-of.ts'
import { h, table } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import { tasksOfFinding } from '../schedule/finding-tasks.ts'
import { dayShown, MINUTES_PER_DAY, minutesOf, momentText } from '../schedule/moment.ts'
import type { Agreement, Check, Finding } from '../schedule/replies.ts'
import {
  CRITICAL,
  DONE,
  isCritical,
  isLoe,
  isSummary,
  labelOf,
  ON_LONGEST_PATH,
  type Schedule,
} from '../schedule/schedule.ts'
import { projectsIn } from '../service/projects-in.ts'
import { readingOf } from '../service/read-as.ts'
import { Refused } from '../service/refused.ts'
import { TAKE_ALONG, type TakeAlong } from '../service/take-along.ts'
import { HOURS_PER_DAY, settings } from '../settings.ts'
import { plainWords } from '../texts/plain-words.ts'
import { TEXT, wordOf } from '../texts.ts'
import { findingTasks } from './check-detail.ts'
import { sentenceOf } from './failure.ts'
import { figure } from './figure.ts'
import { checkTitle, ENGLISH } from './language.ts'
import { openReport } from './report-dialog.ts'
import { scorecard } from './scorecard.ts'

const T = TEXT.overview
const DAY_LENGTH = 10
const PROJECTS_LEFT_OUT = 'projects_left_out'
/** The file ends in the middle. */
const CUT_OFF = ['links_cut_off', 'end_missing']

export function overviewView(loaded: LoadedFile, shell: Shell): HTMLElement {
  const { cpm, dcma } = loaded.analysed
  const report = cpm.metadata.import?.[0]
  const health = healthFigure(loaded)
  const rest = h(
    'div',
    {},
    ...(dcma === undefined ? [h('p', { class: 'note', role: 'status' }, T.checking)] : assessed(loaded, shell)),
  )
  const element = h(
    'div',
    { class: 'overview', 'aria-busy': dcma === undefined ? 'true' : undefined },
    h('h1', {}, report?.project_name ?? loaded.name),
    h('p', { class: 'lead' }, leadOf(cpm.data), nearNote(loaded)),
    leftOutNotice(loaded),
    projectPart(loaded, shell),
    h('dl', { class: 'figures' }, ...figures(loaded, shell), health),
    savePart(shell),
    rest,
  )
  if (dcma === undefined)
    void loaded.rest?.then(() => {
      health.replaceWith(healthFigure(loaded))
      rest.replaceChildren(...assessed(loaded, shell))
      element.removeAttribute('aria-busy')
    })
  return element
}

/** What is below the figures once the checks are there, so that nothing moves under the eyes of who reads it. */
function assessed(loaded: LoadedFile, shell: Shell): HTMLElement[] {
  const { cpm, dcma } = loaded.analysed
  const { agreement } = cpm.data
  const parts = [
    dcma == null ? h('p', { class: 'note' }, T.dcmaNone) : scorecard(dcma, shell),
    findingsPart(loaded, shell),
    skippedPart(dcma?.data.checks ?? []),
    agreement == null ? null : agreementPart(agreement, loaded.schedule),
    readPart(loaded),
  ]
  return parts.filter(each => each !== null)
}

function healthFigure({ analysed: { score } }: LoadedFile): HTMLElement {
  const grade = score?.grade == null ? '' : `${score.grade} ${score.score === null ? '' : TEXT.number(score.score)}`
  return figure(T.health, score === undefined ? '…' : grade === '' ? T.noScore : grade, T.healthNote)
}

/** How long it takes, in numbers that a person would say: work by the clock takes every day on which it begins, goes on or ends. */
export function leadOf(data: LoadedFile['analysed']['cpm']['data']): string {
  const { project_duration_days: given, project_start_date: start, project_finish_date: finish } = data
  const { near_critical_days: most } = data
  const isByClock = data.calendar.mode === 'task_calendars'
  const { hoursPerDay = HOURS_PER_DAY } = settings()
  const days = isByClock ? Math.ceil(given) : Math.floor(given)
  const hours = isByClock ? 0 : Math.round((given - days) * hoursPerDay * 10) / 10
  const count = T.spans[data.calendar.mode](days)
  const length = hours === 0 ? count : T.andHours(count, hours, hoursPerDay)
  const dates =
    start === null || finish === null
      ? ''
      : `, ${TEXT.task.fromTo(momentText(start.slice(0, DAY_LENGTH)), momentText(finish.slice(0, DAY_LENGTH)))}`
  return `${T.takes(length + dates)} ${T.paths(data.longest_path.length, data.near_critical.length, most)}`
}

/** Where the file counts as critical what has some float, the near critical ones may be both. */
function nearNote({ schedule, analysed: { cpm } }: LoadedFile): string {
  const near = new Set(cpm.data.near_critical)
  let both = 0
  for (let i = 0; i < schedule.taskCount; i++)
    if ((schedule.marks[i]! & CRITICAL) !== 0 && near.has(schedule.ids[i]!)) both++
  return both === 0 ? '' : ` ${T.nearAndCritical(both)}`
}

/** What was left out or guessed changes what is read below it, so it is said first. */
function leftOutNotice({ analysed: { cpm } }: LoadedFile): HTMLElement | null {
  const warnings = cpm.metadata.import?.[0]?.warnings ?? []
  if (warnings.length === 0) return null
  const isCut = warnings.find(({ code }) => CUT_OFF.includes(code))
  const words = isCut === undefined ? T.leftOut(warnings.length) : h('span', ENGLISH, isCut.text)
  return h('p', { class: 'notice', role: 'status' }, words, ' ', h('a', { href: '#left-out' }, T.leftOutAll))
}

/** The file has other projects: which one is shown, and the way to the others. Absent: it has one. */
function projectPart({ file, analysed: { cpm } }: LoadedFile, shell: Shell): HTMLElement | null {
  const report = cpm.metadata.import?.[0]
  if (readingOf(file).project === '' && !report?.warnings.some(({ code }) => code === PROJECTS_LEFT_OUT)) return null
  const element = h('p', { id: 'projects-of-file' })
  void projectsIn(file).then(
    ids => {
      if (ids.length < 2) return
      const shown = readingOf(file).project || report?.project_id
      const select = h(
        'select',
        { onchange: () => shell.readProject(select.value) },
        ...ids.map(id => h('option', { value: id, selected: id === shown }, id)),
      )
      element.append(h('label', { class: 'choice' }, h('span', {}, T.projects(ids.length)), select))
    },
    // where it cannot be looked into, settings take the project as text
    () => {},
  )
  return element
}

function savePart(shell: Shell): HTMLElement {
  const said = h('span', { role: 'status' })
  /** Each says for itself why it could not be made, until it is asked for again. */
  const failed = new Map<TakeAlong, string>()
  const say = (): void => {
    said.textContent = [...failed.values()].join(' ')
  }
  const save = (what: TakeAlong): void => {
    failed.delete(what)
    say()
    shell.save(what).catch(error => {
      const places = error instanceof Refused ? error.failure.places : []
      failed.set(what, T.notSaved([sentenceOf(error), ...places].join(' ')))
      say()
    })
  }
  const buttons = (Object.keys(TAKE_ALONG) as TakeAlong[]).map(what =>
    h('button', { type: 'button', class: 'button', onclick: () => save(what) }, T.save[what]),
  )
  const report = h(
    'button',
    { type: 'button', class: 'button primary', onclick: () => openReport(shell) },
    TEXT.report.open,
  )
  return h('p', { class: 'actions' }, h('span', {}, T.takeAlong), report, ...buttons, said)
}

/** Where a data date is from that does not stand in the file. */
function dateNote(loaded: LoadedFile): string {
  if (asOf(loaded).from === 'saved') return TEXT.compare.assumed.saved
  const { source } = loaded.analysed.cpm.data.data_date
  return source === 'inferred' ? T.inferred : source === 'none' ? T.fromStart : ''
}

function figures(loaded: LoadedFile, shell: Shell): HTMLElement[] {
  const { schedule, analysed } = loaded
  const { cpm } = analysed
  const { project_finish_date: finish, data_date: dataDate, agreement, project_duration_days: days } = cpm.data
  const counts = countStates(schedule)
  const opening = (text: string, shown: Partial<Choice>): HTMLElement =>
    h('button', { type: 'button', class: 'link', onclick: () => shell.show(shown) }, text)
  return [
    figure(
      T.finish,
      finish === null ? TEXT.gantt.day(days) : momentText(finish),
      marginNote(cpm.data, schedule),
      'finish',
    ),
    figure(T.stored, momentText(agreement?.stored_finish), storedNote(agreement), 'stored-finish'),
    figure(
      T.dataDate,
      dataDate.date === null ? T.noDataDate : momentText(dataDate.date),
      dateNote(loaded),
      'data-date',
    ),
    figure(
      T.tasks,
      opening(TEXT.number(counts.all), {}),
      T.counts(counts.states[2]!, counts.states[1]!, counts.states[0]!),
    ),
    figure(
      T.critical,
      opening(TEXT.number(counts.critical), { show: 'critical' }),
      T.criticalNote(counts.longest.open, counts.longest.done, counts.least),
      'critical',
    ),
    figure(T.links, TEXT.number(schedule.links.type.length)),
  ]
}

const dayOf = (minutes: number): number => Math.floor(minutes / MINUTES_PER_DAY)

/** How far the finish is from the day by which the project must end, or its last task where that is late. */
export function marginNote(
  { must_finish_by: must, project_finish_date: finish }: LoadedFile['analysed']['cpm']['data'],
  schedule: Schedule,
): string {
  if (finish === null) return ''
  if (must !== null) return T.margin(momentText(must), dayOf(minutesOf(must)) - dayOf(minutesOf(finish)))
  const last = lastTask(schedule)
  if (last < 0 || !(schedule.totalFloatDays[last]! < 0)) return ''
  const [late, own] = [schedule.lateFinishDate[last]!, schedule.finishDate[last]!]
  return T.marginOf(labelOf(schedule, last), dayShown(late), dayOf(late) - dayOf(own))
}

/** The open task that ends last; of several the first of the file. -1 = none. */
function lastTask(schedule: Schedule): number {
  let last = -1
  for (let i = 0; i < schedule.taskCount; i++) {
    if (isSummary(schedule, i) || isLoe(schedule, i) || schedule.state[i] === DONE) continue
    if (last < 0 || schedule.finish[i]! > schedule.finish[last]!) last = i
  }
  return last
}

function storedNote(agreement: Agreement | null | undefined): string {
  if (agreement == null || agreement.stored_finish === null) return T.noStored
  const days = dayOf(minutesOf(agreement.computed_finish)) - dayOf(minutesOf(agreement.stored_finish))
  return days === 0 || Number.isNaN(days) ? T.same : T.apart(days)
}

/** Without summaries. */
export function countStates(schedule: Schedule) {
  const states = [0, 0, 0]
  const longest = { open: 0, done: 0 }
  let [critical, least] = [0, Number.POSITIVE_INFINITY]
  for (let i = 0; i < schedule.taskCount; i++) {
    if (isSummary(schedule, i)) continue
    states[schedule.state[i]!]!++
    if (schedule.totalFloatDays[i]! < least) least = schedule.totalFloatDays[i]!
    if (isCritical(schedule, i)) critical++
    if ((schedule.marks[i]! & ON_LONGEST_PATH) !== 0) longest[schedule.state[i] === DONE ? 'done' : 'open']++
  }
  return { all: states.reduce((sum, count) => sum + count, 0), states, critical, longest, least }
}

/** Findings of all three analyses, the worst first; a check that fails stands in its card already. */
function findingsPart(loaded: LoadedFile, shell: Shell): HTMLElement {
  const { cpm, score, dcma } = loaded.analysed
  const inCards = new Set(dcma?.data.checks.map(({ code }) => code))
  // a finding names the first tasks; its check has all of them
  const complete = new Map(score?.data.components.map(each => [each.code, each.task_ids]))
  const seen = new Set<string>()
  const all = [cpm, dcma, score]
    .flatMap(envelope => envelope?.findings ?? [])
    .filter(({ code }) => !inCards.has(code) && !seen.has(code) && seen.add(code))
  const order = Object.keys(TEXT.check.severities)
  all.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
  return h(
    'section',
    {},
    h('h2', {}, T.findings),
    all.length === 0 ? null : h('p', { class: 'note' }, T.findingsNote),
    ...(all.length === 0
      ? [h('p', {}, T.noFindings)]
      : all.map(each => findingItem(each, shell, complete.get(each.code) ?? tasksOfFinding(each, loaded.schedule)))),
  )
}

/** all: every task concerned, where they are known. */
export function findingItem(found: Finding, shell: Shell, all?: readonly string[]): HTMLElement {
  const severity = TEXT.check.severities[found.severity]
  const element = h(
    'details',
    {},
    h(
      'summary',
      {},
      h('span', { class: 'severity' }, severity),
      checkTitle(found, 'name'),
      h('span', { class: 'code' }, found.code),
    ),
    h('p', ENGLISH, plainWords(found.description)),
  )
  return h('div', { class: `finding ${found.severity}` }, element, findingTasks(found, shell, all))
}

function skippedPart(checks: readonly Check[]): HTMLElement | null {
  const skipped = checks.filter(({ status }) => status === 'skipped')
  if (skipped.length === 0) return null
  return h(
    'section',
    {},
    h('h2', {}, T.skipped),
    h(
      'ul',
      {},
      ...skipped.map(check =>
        h('li', {}, h('strong', {}, checkTitle(check)), ': ', h('span', ENGLISH, plainWords(check.message))),
      ),
    ),
  )
}

function agreementPart({ fields, longest_path: path = null }: Agreement, schedule: Schedule): HTMLElement {
  const rows = fields.map(each => [
    wordOf(T.fields, each.field) ?? each.field,
    TEXT.number(each.compared_count),
    each.compared_count === 0 ? T.notStored : TEXT.number(each.equal_count),
    each.compared_count === 0 ? '' : TEXT.number(each.largest_difference_days),
    each.largest_difference_id ?? '',
  ])
  if (path !== null)
    rows.push([
      T.fields.longest_path,
      TEXT.number(path.compared_count),
      TEXT.number(path.equal_count),
      '',
      [...path.only_computed_ids, ...path.only_stored_ids][0] ?? '',
    ])
  return h(
    'section',
    {},
    h('h2', {}, T.agreement),
    h('p', { class: 'note' }, T.agreementNote),
    table(T.agreement, T.agreementHead, rows, [1, 2, 3]),
    // of finished work, which is not compared
    path !== null && schedule.state.includes(DONE) ? h('p', { class: 'note' }, T.pathNote) : null,
  )
}

function readPart({ analysed: { cpm } }: LoadedFile): HTMLElement | null {
  const report = cpm.metadata.import?.[0]
  const warnings = (report?.warnings ?? []).map(each => each.text)
  return h(
    'section',
    {},
    h('h2', {}, T.read),
    h(
      'p',
      {},
      report === undefined ? '' : `${T.format}${TEXT.colon}${T.formats[report.format]}. `,
      `${T.calendar}${TEXT.colon}${wordOf(T.calendarModes, cpm.data.calendar.mode) ?? cpm.data.calendar.mode}.`,
    ),
    warnings.length === 0 ? null : h('h3', { id: 'left-out' }, T.warnings),
    warnings.length === 0 ? null : h('ul', {}, ...warnings.map(text => h('li', ENGLISH, plainWords(text)))),
  )
}
