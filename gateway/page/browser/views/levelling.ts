/** Levelling at one's desk: limits and rules on top, what it costs, the use of each resource before and after, and each task that moved with its reason. */
import { h } from '../dom/element.ts'
import { LongTable } from '../dom/long-table.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import {
  type ChainStep,
  type Levelled,
  type LevelRequest,
  type MovedTask,
  type UnresolvedTask,
  useSeries,
} from '../schedule/levelling.ts'
import { minutesOf, momentText } from '../schedule/moment.ts'
import { labelOf, type Schedule } from '../schedule/schedule.ts'
import type { Running } from '../service/client.ts'
import { Refused } from '../service/refused.ts'
import { transport } from '../service/transport.ts'
import { WRITTEN_FORMS, type WrittenForm } from '../service/written-file.ts'
import { plainWords } from '../texts/plain-words.ts'
import { TEXT } from '../texts.ts'
import { sentenceOf } from './failure.ts'
import { figure, signed } from './figure.ts'
import { ENGLISH } from './language.ts'
import { type LevelState, levelStateOf } from './level-state.ts'
import { Limits, optionControls, prioritiesPart } from './levelling-controls.ts'
import { openActivities } from './open-activities.ts'
import { plot } from './plot.ts'

const T = TEXT.levelling

/** Sliding is over when nothing came for so long. */
const WAIT_MS = 200
/**
 * Most schedules of the searches before the one that is asked for, where the engine is in the page and cannot be told to end: their best is what stays when it
 * is given up. Each is asked for as such, so the last has the result of the service.
 */
const EARLIER_SEARCHES = [100, 1_000]
/** Of less than this the time that is left cannot be said. */
const PART_MIN = 0.03

export function levellingView(loaded: LoadedFile, shell: Shell): HTMLElement {
  const state = levelStateOf(loaded)
  const said = h('p', { class: 'running', role: 'status' })
  const [top, results, limitsPlace, histogramPlace] = [h('div'), h('div'), h('div'), h('div')]
  let limits: Limits | undefined
  let running: Running<Levelled> | undefined
  let waiting = 0
  let last = 0

  const requestOf = (): LevelRequest => {
    const { unmarked, limits: units, priorities, options } = state
    if (unmarked.size === 0 || limits === undefined) return { options, limits: units, priorities }
    const resources = limits.names.filter(name => !unmarked.has(name))
    return { options: { ...options, resources }, limits: units, priorities }
  }
  const show = (levelled: Levelled, request: LevelRequest): void => {
    state.levelled = levelled
    state.request = request
    if (limits === undefined) {
      limits = new Limits(state, levelled, changed)
      const { names } = limits
      limitsPlace.replaceChildren(...(names.length === 0 ? [] : [h('h2', {}, T.limits), limits.element]))
    }
    limits.show(levelled)
    const isEmpty = levelled.figures.resources.length === 0
    options.element.hidden = priorities.hidden = isEmpty
    options.show(levelled)
    top.replaceChildren(...(isEmpty ? [nothingToLevel(levelled)] : topOf(levelled)))
    histogramPlace.replaceChildren(...(isEmpty ? [] : [histogram(levelled, state)]))
    results.replaceChildren(...(isEmpty ? [] : resultsOf(levelled, request, loaded, shell)))
  }
  const earlierOf = ({ options, ...rest }: LevelRequest): LevelRequest[] => {
    if (transport().hasService || options.effort === 'fast') return []
    const most = options.schedules_max ?? Number.POSITIVE_INFINITY
    return [
      { ...rest, options: { ...options, effort: 'fast' } },
      ...EARLIER_SEARCHES.filter(each => each < most).map(each => ({
        ...rest,
        options: { ...options, schedules_max: each },
      })),
    ]
  }
  const run = async (): Promise<void> => {
    const mine = ++last
    running?.cancel()
    // also before it has begun
    let isGivenUp = false
    let best: Levelled | undefined
    const giveUp = (): void => {
      isGivenUp = true
      running?.cancel()
    }
    const cancel = h('button', { type: 'button', class: 'button small', onclick: giveUp }, T.cancel)
    const done = h('span', {})
    const keep = h('button', { type: 'button', class: 'button small', hidden: true }, T.keepBest)
    let isKept = false
    keep.addEventListener('click', () => {
      keep.disabled = true
      if (running?.finish !== undefined) running.finish()
      else {
        isKept = true
        giveUp()
      }
    })
    said.replaceChildren(T.running, ' ', done, ' ', keep, ' ', cancel)
    const from = performance.now()
    for (const part of [top, histogramPlace, results]) part.setAttribute('aria-busy', 'true')
    try {
      const request = requestOf()
      for (const earlier of earlierOf(request)) {
        running = await shell.level(loaded, earlier, () => {})
        if (isGivenUp) running.cancel()
        const found = await running.outcome
        if (mine !== last) return
        const isSearchOver =
          best !== undefined && found.figures.settings.schedules < found.figures.settings.schedules_max
        best = found
        show(found, earlier)
        keep.hidden = false
        done.textContent = T.soFar(found.figures.settings.schedules)
        if (isSearchOver) break
      }
      running = await shell.level(loaded, request, ({ stage, part, isSearch = false }) => {
        keep.hidden = !isSearch && best === undefined
        if (stage !== 'compute' || part === null) return
        const secondsLeft = part < PART_MIN ? undefined : ((performance.now() - from) / 1000) * (1 / part - 1)
        done.textContent = T.done(
          Math.round(100 * part),
          secondsLeft === undefined ? '' : T.left(Math.ceil(secondsLeft)),
        )
      })
      if (isGivenUp) running.cancel()
      const levelled = await running.outcome
      if (mine !== last) return
      said.replaceChildren()
      for (const part of [top, histogramPlace, results]) part.classList.remove('stale')
      const isFirst = limits === undefined
      show(levelled, request)
      // which resources there are, beside those that an address leaves out, is known now
      if (isFirst && state.unmarked.size > 0) await run()
    } catch (error) {
      if (mine !== last) return
      if (isKept && best !== undefined) {
        said.replaceChildren()
        return
      }
      const isCancelled = error instanceof Refused && error.failure.code === 'cancelled'
      const why = isCancelled ? TEXT.failure.byCode.cancelled : `${T.failed} ${sentenceOf(error)}`
      const again = h('button', { type: 'button', class: 'button small', onclick: () => void run() }, T.again)
      said.replaceChildren(why, ...(state.levelled === undefined ? [] : [` ${T.stale}`]), ' ', again)
      for (const part of [top, histogramPlace, results]) part.classList.add('stale')
    } finally {
      if (mine === last) for (const part of [top, histogramPlace, results]) part.removeAttribute('aria-busy')
    }
  }
  const changed = (): void => {
    shell.keepPlace()
    clearTimeout(waiting)
    waiting = window.setTimeout(() => void run(), WAIT_MS)
  }
  const options = optionControls(state, changed)
  const priorities = prioritiesPart(state, loaded.schedule, changed)
  const element = h(
    'div',
    { class: 'overview levelling' },
    h('h1', {}, TEXT.tabs.levelling),
    h('p', { class: 'note' }, T.heading),
    options.element,
    priorities,
    said,
    top,
    h('div', { class: 'side-by-side' }, histogramPlace, limitsPlace),
    results,
  )
  if (state.levelled === undefined) void run()
  else show(state.levelled, state.request ?? requestOf())
  return element
}

const nothingToLevel = ({ figures }: Levelled): HTMLElement => {
  const isNamed = figures.resources_left_out.some(({ reason }) => reason !== 'not_used')
  return h('p', { class: 'lead' }, isNamed ? T.nothing : T.noResources)
}

const topOf = (levelled: Levelled): HTMLElement[] => [
  h('p', { class: 'lead', ...ENGLISH }, plainWords(levelled.summary)),
  h('dl', { class: 'figures' }, ...headline(levelled)),
]

function resultsOf(levelled: Levelled, request: LevelRequest, loaded: LoadedFile, shell: Shell): HTMLElement[] {
  const { findings, figures } = levelled
  const { scheme, schedules, schedules_max } = figures.settings
  return [
    movedPart(levelled, loaded, shell),
    ...chainPart(levelled, loaded, shell),
    ...unresolvedPart(levelled, loaded, shell),
    takePart(levelled, request, loaded, shell),
    h(
      'div',
      { class: 'note' },
      ...findings.map(({ title, description }) =>
        h('p', ENGLISH, h('strong', {}, title), `: ${plainWords(description)}`),
      ),
      h('p', {}, T.settings(T.schemes[scheme], schedules, schedules_max)),
    ),
  ]
}

function headline({ figures }: Levelled): HTMLElement[] {
  const { lower_bound: bound, moves_working_days: working, moves_calendar_days: calendar } = figures
  const isSame = working === 0 && (calendar ?? 0) === 0
  const by = bound?.resource == null ? T.criticalPath : T.workOf(bound.resource)
  const percent = bound?.distance_pct == null ? '' : TEXT.number(bound.distance_pct)
  return [
    figure(T.finishBefore, momentText(figures.finish_before), '', 'finish-before'),
    figure(
      T.finishAfter,
      momentText(figures.finish_after),
      isSame ? T.sameFinish : T.moves(signed(working), calendar === null ? '' : signed(calendar)),
      'finish-after',
    ),
    figure(
      T.bound,
      momentText(bound?.finish),
      bound === null ? '' : T.boundBy(by, bound.distance_working_days, percent),
      'lower-bound',
    ),
    figure(
      T.later,
      TEXT.number(figures.delayed_count),
      T.laterNote(figures.delay_days_sum, figures.split_count ?? 0),
      'delayed',
    ),
    figure(T.unresolved, TEXT.number(figures.unresolved_count), T.unresolvedNote, 'unresolved'),
    figure(T.over, T.hours(figures.over_hours_after), T.overNote(T.hours(figures.over_hours_before)), 'over-limits'),
  ]
}

function histogram(levelled: Levelled, state: LevelState): HTMLElement {
  const { resources } = levelled.figures
  const names = resources.toSorted((a, b) => b.over_hours_before - a.over_hours_before).map(({ resource }) => resource)
  const place = h('div', { class: 'histogram' })
  const show = (): void => {
    const name = names.includes(state.resource) ? state.resource : names[0]!
    const select = h(
      'select',
      {
        onchange: () => {
          state.resource = select.value
          show()
          place.querySelector('select')?.focus()
        },
      },
      ...names.map(each => h('option', { value: each, selected: each === name }, each)),
    )
    const choice = h('label', { class: 'choice' }, h('span', {}, T.resource), select)
    place.replaceChildren(
      plot(T.histogram, T.histogramNote(name), useSeries(levelled.figures, name), undefined, choice),
    )
  }
  show()
  return place
}

const go = (id: string, shell: Shell): HTMLElement =>
  h('button', { type: 'button', class: 'link', onclick: () => shell.choose(id) }, id)

/** The name of the reply, or of the file, where the reply has none. */
const nameOf = ({ name, id }: { name?: string | null; id: string }, schedule: Schedule): string => {
  if (name != null) return name
  const i = schedule.ids.indexOf(id)
  return i < 0 ? '' : labelOf(schedule, i)
}

function movedPart({ moved, figures }: Levelled, loaded: LoadedFile, shell: Shell): HTMLElement {
  const heading = h('h2', {}, T.moved(figures.delayed_count))
  if (moved.length === 0) return h('section', {}, heading, h('p', {}, T.movedNone))
  const [id, task, startBefore, startAfter, finishBefore, finishAfter, working, calendar, why] = T.movedHead
  const moment = (title: string, of: (row: MovedTask) => string | null) => ({
    title,
    width: 106,
    text: (row: MovedTask) => momentText(of(row)),
    order: (row: MovedTask) => minutesOf(of(row)),
  })
  const days = (title: string, of: (row: MovedTask) => number | null) => ({
    title,
    width: 116,
    isNumber: true,
    text: (row: MovedTask) => (of(row) === null ? '' : signed(of(row)!)),
    order: (row: MovedTask) => of(row) ?? Number.NaN,
  })
  const table = new LongTable<MovedTask>(
    `${loaded.name} ${T.marked}`,
    [
      { title: id, width: 84, text: row => row.id, cell: row => go(row.id, shell) },
      { title: task, width: 160, text: row => nameOf(row, loaded.schedule) },
      moment(startBefore, row => row.start_before),
      moment(startAfter, row => row.start),
      moment(finishBefore, row => row.finish_before),
      moment(finishAfter, row => row.finish),
      days(working, row => row.delay_working_days),
      days(calendar, row => row.delay_calendar_days),
      { title: why, width: 300, text: row => row.text, cell: row => h('span', ENGLISH, row.text) },
    ],
    [openActivities(T.marked, { ids: moved.map(each => each.id) }, shell)],
  )
  table.show(moved)
  const more = figures.delays_left_out === 0 ? null : h('p', { class: 'note' }, T.movedLeftOut(figures.delays_left_out))
  return h('section', { id: 'moved' }, heading, table.element, more)
}

/** The waits that move the finish, the first one first; of a single one the summary tells all. */
function chainPart({ figures }: Levelled, loaded: LoadedFile, shell: Shell): HTMLElement[] {
  const waits = figures.finish_chain.filter(({ resource }) => resource !== null).reverse()
  if (waits.length < 2 || !(figures.moves_working_days > 0)) return []
  const [id, task, start, resource, behind] = T.chainHead
  const table = new LongTable<ChainStep>(`${loaded.name} ${T.finishAfter}`, [
    { title: id, width: 90, text: row => row.id, cell: row => go(row.id, shell) },
    { title: task, width: 220, text: row => nameOf(row, loaded.schedule) },
    { title: start, width: 110, text: row => momentText(row.start), order: row => minutesOf(row.start) },
    { title: resource, width: 160, text: row => row.resource ?? '' },
    { title: behind, width: 260, text: row => row.held_by ?? '' },
  ])
  table.show(waits)
  return [h('section', { id: 'chain' }, h('h2', {}, T.chain(waits.length)), table.element)]
}

function unresolvedPart({ figures }: Levelled, loaded: LoadedFile, shell: Shell): HTMLElement[] {
  if (figures.unresolved.length === 0) return []
  const [id, task, resource, needs, most, why] = T.standsHead
  const units = (title: string, of: (row: UnresolvedTask) => number | null) => ({
    title,
    width: 100,
    isNumber: true,
    text: (row: UnresolvedTask) => (of(row) === null ? '' : TEXT.number(of(row)!)),
    order: (row: UnresolvedTask) => of(row) ?? Number.NaN,
  })
  const table = new LongTable<UnresolvedTask>(`${loaded.name} ${T.unresolved}`, [
    { title: id, width: 90, text: row => row.id, cell: row => go(row.id, shell) },
    { title: task, width: 220, text: row => nameOf(row, loaded.schedule) },
    { title: resource, width: 160, text: row => row.resource ?? '' },
    units(needs, row => row.units_needed),
    units(most, row => row.units_most),
    { title: why, width: 320, text: row => row.text, cell: row => h('span', ENGLISH, row.text) },
  ])
  table.show(figures.unresolved)
  return [h('section', { id: 'stands' }, h('h2', {}, T.stands(figures.unresolved_count)), table.element)]
}

function takePart(levelled: Levelled, request: LevelRequest, loaded: LoadedFile, shell: Shell): HTMLElement {
  const said = h('span', { role: 'status' })
  const take = (form: WrittenForm | 'page'): void => {
    said.textContent = ''
    shell.takeLevelled(loaded, request, levelled, form).then(
      otherwise => {
        said.textContent = form === 'page' ? '' : `${T.written(otherwise)} ${TEXT.whatIf.carries}`
      },
      error => {
        said.textContent = T.notTaken(sentenceOf(error))
      },
    )
  }
  const button = (form: WrittenForm | 'page', name: string): HTMLElement =>
    h('button', { type: 'button', class: 'button', onclick: () => take(form) }, name)
  return h(
    'section',
    { id: 'take-levelled' },
    h('h2', {}, T.take),
    h('p', { class: 'note' }, T.takeNote),
    h(
      'p',
      { class: 'actions' },
      ...WRITTEN_FORMS.map(form => button(form, T.forms[form])),
      button('page', T.openHere),
      said,
    ),
  )
}
