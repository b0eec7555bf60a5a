/** The drawer with the settings and the map of keys, and what is said above every view of what is set otherwise than in the file. */
import { h, table } from '../dom/element.ts'
import type { FileFields } from '../schedule/file-fields.ts'
import type { CatalogueCheck } from '../schedule/replies.ts'
import { projectsIn } from '../service/projects-in.ts'
import { AS_FILE, type Reading, readingOf } from '../service/read-as.ts'
import {
  CRITICAL_BY,
  canUndo,
  HOURS,
  NONE_SET,
  type Settings,
  set,
  settings,
  UNITS,
  undoable,
  undoSetting,
} from '../settings.ts'
import { pointName, TEXT } from '../texts.ts'
import { catalogueOf, limitText } from './check-detail.ts'
import { ENGLISH } from './language.ts'

interface OfFile {
  readonly name: string
  readonly file: Blob
}

interface Drawer {
  /** Address of the service. */
  readonly base: string
  /** Of the file that is shown; undefined: there is none. */
  readonly fields: (() => Promise<FileFields>) | undefined
  /** What is shown has to be drawn anew. */
  changed(): void
  /** That is shown, or that could not be read as it is; undefined: there is none. */
  readonly file: OfFile | undefined
  readAs(of: OfFile, reading: Reading): void
}

export function openSettings(drawer: Drawer): void {
  if (document.querySelector('dialog.settings[open]') !== null) return
  const T = TEXT.settings
  const close = (): void => dialog.close()
  const fields = h('div', {})
  const limits = h('div', {})
  const calendars = h('div', {})
  void drawer.fields?.().then(
    of => calendars.replaceChildren(...calendarsPart(of)),
    () => {},
  )
  const draw = (): void => {
    fields.replaceChildren(...ofAll(change), ...(drawer.file === undefined ? [] : ofFile(drawer.file, read)))
    void catalogueOf(drawer.base).then(
      known => limits.replaceChildren(limitsPart([...known.values()], change)),
      () => {},
    )
    undo.disabled = !canUndo()
  }
  const change = (changed: Partial<Settings>): void => {
    set(changed)
    drawer.changed()
    undo.disabled = !canUndo()
  }
  const read = (of: OfFile, changed: Partial<Reading>): void => {
    const before = readingOf(of.file)
    undoable(() => {
      document.querySelector<HTMLDialogElement>('dialog.settings')?.close()
      drawer.readAs(of, before)
    })
    close()
    drawer.readAs(of, { ...before, ...changed })
  }
  const undo = h('button', { type: 'button', class: 'button', onclick: () => back(undoSetting) }, TEXT.whatIf.undo)
  const back = (act: () => void): void => {
    act()
    if (!dialog.open) return
    drawer.changed()
    draw()
  }
  const reset = (): void => {
    const { file } = drawer
    back(() => set(NONE_SET))
    const reading = file === undefined ? AS_FILE : readingOf(file.file)
    if (file !== undefined && (reading.project !== '' || reading.statusDate !== ''))
      read(file, { ...AS_FILE, isLevelled: reading.isLevelled })
  }
  const dialog = h(
    'dialog',
    { class: 'settings', 'aria-labelledby': 'settings-heading', onclose: () => dialog.remove() },
    h('h2', { id: 'settings-heading' }, T.heading),
    h('p', { class: 'note' }, T.note),
    fields,
    limits,
    calendars,
    h('p', { class: 'actions' }, undo, h('button', { type: 'button', class: 'button', onclick: reset }, T.back)),
    h('h3', {}, T.keys),
    table(
      T.keys,
      [],
      T.keyList.map(([keys, does]) => [h('kbd', {}, keys), does]),
    ),
    h('p', { class: 'actions' }, h('button', { type: 'button', class: 'button primary', onclick: close }, T.close)),
  )
  draw()
  document.body.append(dialog)
  dialog.showModal()
}

const labelled = (text: string, control: HTMLElement): HTMLElement => h('label', {}, h('span', {}, text), control)

function choice<Value extends string>(
  name: string,
  values: readonly Value[],
  now: Value,
  texts: Readonly<Record<Value, string>>,
  changed: (value: Value) => void,
): HTMLElement {
  const select = h(
    'select',
    { 'data-field': name, onchange: () => changed(values.find(each => each === select.value)!) },
    ...values.map(each => h('option', { value: each, selected: each === now }, texts[each])),
  )
  return select
}

function field(name: string, type: string, value: string, changed: (value: string) => void, more = {}): HTMLElement {
  const input = h('input', { type, value, 'data-field': name, ...more, onchange: () => changed(input.value.trim()) })
  return input
}

/** undefined: none is set. */
function daysField(name: string, now: number | undefined, changed: (days: number | undefined) => void): HTMLElement {
  const act = (value: string): void => {
    const days = Number(value)
    changed(value === '' || !(days >= 0) ? undefined : days)
  }
  return field(name, 'number', String(now ?? ''), act, { min: 0, step: 'any' })
}

function ofAll(change: (changed: Partial<Settings>) => void): HTMLElement[] {
  const T = TEXT.settings
  const now = settings()
  const hours = (value: string): void => {
    const given = Number(value)
    const isGood = given >= HOURS.min && given <= HOURS.max
    change({ hoursPerDay: isGood ? given : undefined })
  }
  return [
    labelled(
      T.criticalBy,
      choice('critical-by', CRITICAL_BY, now.criticalBy, T.by, criticalBy => change({ criticalBy })),
    ),
    labelled(
      T.criticalDays,
      daysField('critical-days', now.criticalDays, criticalDays => change({ criticalDays })),
    ),
    labelled(
      T.nearDays,
      daysField('near-days', now.nearDays, nearDays => change({ nearDays })),
    ),
    labelled(
      T.unit,
      choice('unit', UNITS, now.unit, T.units, unit => change({ unit })),
    ),
    labelled(T.hoursSet, field('hours', 'number', String(now.hoursPerDay ?? ''), hours, { ...HOURS, step: 'any' })),
  ]
}

/** The analysis whose limits a request may replace. */
const WITH_LIMITS = 'health.dcma-decm'

function limitsPart(known: readonly CatalogueCheck[], change: (changed: Partial<Settings>) => void): HTMLElement {
  const T = TEXT.settings
  const now = settings().limits
  const rows = known
    .filter(({ analysis, threshold }) => analysis === WITH_LIMITS && threshold !== null)
    .map(check => {
      const { code, title } = check
      const set = (value: string): void => {
        const { [code]: _, ...others } = settings().limits
        const limit = Number(value)
        change({ limits: value === '' || !(limit >= 0) ? others : { ...others, [code]: limit } })
      }
      const more = { min: 0, step: 'any', 'aria-label': T.limitOf(code) }
      return [
        h('span', pointName(check) === undefined ? ENGLISH : {}, `${code} ${pointName(check) ?? title}`),
        limitText(check),
        field(`limit-${code}`, 'number', String(now[code] ?? ''), set, more),
      ]
    })
  return h(
    'details',
    { open: Object.keys(now).length > 0 },
    h('summary', {}, T.limits),
    h('p', { class: 'note' }, T.limitsNote),
    table(T.limits, T.limitsHead, rows),
  )
}

function ofFile(of: OfFile, read: (of: OfFile, changed: Partial<Reading>) => void): HTMLElement[] {
  const T = TEXT.settings
  const { project, statusDate } = readingOf(of.file)
  const projects = h('datalist', { id: 'projects' })
  void projectsIn(of.file).then(
    ids => projects.append(...(ids.length > 1 ? ids : []).map(id => h('option', { value: id }))),
    () => {},
  )
  return [
    labelled(
      T.statusDate,
      field('status-date', 'date', statusDate, given => read(of, { statusDate: given })),
    ),
    labelled(
      T.project,
      field('project', 'text', project, given => read(of, { project: given }), { list: projects.id }),
    ),
    projects,
  ]
}

/** By which days the file counts. */
function calendarsPart({ calendars, calendar }: FileFields): HTMLElement[] {
  const T = TEXT.settings
  if (calendars.length === 0) return []
  const figure = (value: number | undefined): string => (value === undefined ? '' : TEXT.number(value))
  const rows = calendars.map(({ name, isDefault, hoursPerDay, workDays, exceptionCount }) => [
    isDefault ? `${name} (${T.calendarDefault})` : name,
    figure(hoursPerDay),
    figure(workDays),
    figure(exceptionCount),
    figure(calendar.filter(each => each === name).length),
  ])
  return [h('h3', {}, T.calendars), table(T.calendars, T.calendarsHead, rows, [1, 2, 3, 4])]
}

/** What is set otherwise than the file says, each in words. */
export function differences(file: Blob): string[] {
  const T = TEXT.settings
  const { criticalBy, criticalDays, nearDays, unit, hoursPerDay, limits } = settings()
  const { project, statusDate } = readingOf(file)
  const days = (title: string, value: number | undefined): string =>
    value === undefined ? '' : `${title}: ${TEXT.number(value)}`
  return [
    statusDate === '' ? '' : `${T.statusDate}: ${TEXT.counting.date(statusDate)}`,
    project === '' ? '' : `${T.project}: ${project}`,
    criticalBy === NONE_SET.criticalBy ? '' : `${T.criticalBy}: ${T.by[criticalBy]}`,
    criticalBy === 'longest' ? '' : days(T.criticalDays, criticalDays),
    days(T.nearDays, nearDays),
    unit === NONE_SET.unit ? '' : `${T.unit}: ${T.units[unit]}`,
    unit === NONE_SET.unit || hoursPerDay === undefined ? '' : `${T.hours}: ${TEXT.number(hoursPerDay)}`,
    ...Object.entries(limits).map(([code, limit]) => `${T.limitOf(code)}: ${TEXT.number(limit)}`),
  ].filter(text => text !== '')
}
