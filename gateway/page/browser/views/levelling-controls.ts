/** What levelling is told: rules and options, and the limit of each resource by a slider or a figure. Each change levels anew. */
import {
  LEVELLING_EFFORTS,
  LEVELLING_OBJECTIVES,
  LEVELLING_RULES,
  USE_PERIODS,
} from '../../../../shared/contract/analysis/levelling/words.ts'
import { h, table } from '../dom/element.ts'
import type { Levelled, LevelledResource, LevelOptions } from '../schedule/levelling.ts'
import { labelOf, type Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import { isPriority, type LevelState, PRIORITY_MAX } from './level-state.ts'

const T = TEXT.levelling

function select<Value extends string>(
  label: string,
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
  chosen: Value,
  choose: (value: Value) => void,
): HTMLElement {
  const element = h(
    'select',
    { onchange: () => choose(element.value as Value) },
    ...values.map(value => h('option', { value, selected: value === chosen }, texts[value])),
  )
  return h('label', {}, h('span', {}, label), element)
}

/** P6's and Microsoft Project's rules first. */
const RULES = LEVELLING_RULES.toSorted((a, b) => Number(/^(?:p6|ms_)/.test(b)) - Number(/^(?:p6|ms_)/.test(a)))

/** Nobody has chosen: the file says, or late_finish is the rule. */
const OF_FILE = ''
const ruleTexts = () => ({ [OF_FILE]: T.ruleOfFile, ...T.rules })

interface OptionControls {
  readonly element: HTMLElement
  /** With what the file says of that which nobody has chosen. */
  readonly show: (levelled: Levelled) => void
}

export function optionControls(state: LevelState, changed: () => void): OptionControls {
  const change = (options: Partial<LevelOptions>): void => {
    state.options = { ...state.options, ...options }
    kept.disabled = !within.checked
    changed()
  }
  const { options } = state
  const kept = h('input', {
    type: 'number',
    min: 0,
    step: 'any',
    value: options.float_kept_days ?? 0,
    disabled: !options.within_float_only,
    onchange: () => change({ float_kept_days: Math.max(0, Number(kept.value) || 0) }),
  })
  const within = h('input', {
    type: 'checkbox',
    checked: options.within_float_only === true,
    onchange: () => change({ within_float_only: within.checked }),
  })
  const splits = h('input', {
    type: 'checkbox',
    checked: options.allow_splits,
    onchange: () => change({ allow_splits: splits.checked }),
  })
  const element = h(
    'div',
    { class: 'controls' },
    select(T.rule, [OF_FILE, ...RULES], ruleTexts(), options.rule ?? OF_FILE, rule =>
      change({ rule: rule === OF_FILE ? undefined : rule }),
    ),
    select(T.effort, LEVELLING_EFFORTS, T.efforts, options.effort, effort => change({ effort })),
    select(T.objective, LEVELLING_OBJECTIVES, T.objectives, options.objective, objective => change({ objective })),
    select(T.period, USE_PERIODS, T.periods, options.period, period => change({ period })),
    h('label', { class: 'check' }, within, h('span', {}, T.withinFloat)),
    h('label', {}, h('span', {}, T.floatKept), kept),
    h('label', { class: 'check' }, splits, h('span', {}, T.splits)),
  )
  return {
    element,
    show: ({ figures: { settings } }) => {
      within.checked = settings.within_float_only
      kept.disabled = !within.checked
      kept.value = String(settings.float_kept_days)
    },
  }
}

/** Priorities of one's own, which go before those of the file. */
export function prioritiesPart(state: LevelState, schedule: Schedule, changed: () => void): HTMLElement {
  const { priorities } = state
  const list = h('ul', { class: 'changes' })
  const said = h('span', { class: 'note', role: 'status' })
  const id = h('input', { type: 'text', 'aria-label': T.priorityOf })
  const figure = h('input', { type: 'number', min: 0, max: PRIORITY_MAX, step: 1, 'aria-label': T.priority })
  const show = (): void => {
    const rows = [...priorities].map(([task, priority]) => {
      const drop = (): void => {
        priorities.delete(task)
        show()
        changed()
      }
      const label = T.dropPriority(task)
      const at = schedule.ids.indexOf(task)
      return h(
        'li',
        {},
        `${at < 0 ? task : labelOf(schedule, at)}${TEXT.colon}${TEXT.number(priority)} `,
        h('button', { type: 'button', class: 'link remove', 'aria-label': label, title: label, onclick: drop }, '×'),
      )
    })
    list.replaceChildren(...rows)
  }
  const add = (): void => {
    const [task, priority] = [id.value.trim(), figure.valueAsNumber]
    const isKnown = schedule.ids.includes(task)
    said.textContent = !isKnown ? T.noTask(task) : isPriority(priority) ? '' : T.noPriority
    if (said.textContent !== '') return
    priorities.set(task, priority)
    id.value = figure.value = ''
    show()
    id.focus()
    changed()
  }
  show()
  return h(
    'details',
    { class: 'priorities', open: priorities.size > 0 },
    h('summary', {}, T.priorities),
    h('p', { class: 'note' }, T.prioritiesNote),
    h(
      'div',
      { class: 'controls' },
      h('label', {}, h('span', {}, T.priorityOf), id),
      h('label', {}, h('span', {}, T.priority), figure),
      h('button', { type: 'button', class: 'button small', onclick: add }, T.addPriority),
      said,
    ),
    list,
  )
}

interface LimitRow {
  readonly name: string
  readonly cells: readonly HTMLElement[]
  readonly show: (resource: LevelledResource | undefined, leftOut: keyof typeof T.leftOut | undefined) => void
}

const text = (value: number | null | undefined): string => (value == null ? '' : TEXT.number(value))

function limitRow(name: string, state: LevelState, first: LevelledResource | undefined, changed: () => void): LimitRow {
  const most = Math.max(2, Math.ceil(first?.peak_before ?? 0), Math.ceil(2 * (first?.limit_most ?? 0)))
  const step = Number.isInteger(first?.limit_most ?? 1) && Number.isInteger(first?.peak_before ?? 1) ? 1 : 0.1
  const slider = h('input', { type: 'range', min: step, max: most, step, tabindex: -1, 'aria-hidden': 'true' })
  const figure = h('input', { type: 'number', min: 0, step: 'any', 'aria-label': T.limitOf(name) })
  const check = h('input', { type: 'checkbox', 'aria-label': T.levelIt(name) })
  const take = (value: number): void => {
    if (!(value > 0)) return
    state.limits.set(name, value)
    changed()
  }
  slider.addEventListener('input', () => {
    figure.value = slider.value
  })
  slider.addEventListener('change', () => take(Number(slider.value)))
  figure.addEventListener('change', () => take(Number(figure.value)))
  check.addEventListener('change', () => {
    if (check.checked) state.unmarked.delete(name)
    else state.unmarked.add(name)
    changed()
  })
  const [source, tasks, peak, over] = [h('span'), h('span'), h('span'), h('span')]
  return {
    name,
    cells: [check, h('span', {}, name), figure, slider, source, tasks, peak, over],
    show: (resource, leftOut) => {
      check.checked = !state.unmarked.has(name)
      if (resource !== undefined) {
        const limit = state.limits.get(name) ?? resource.limit_most
        figure.value = limit === null ? '' : String(limit)
        slider.value = String(limit ?? most)
      }
      source.textContent = resource === undefined ? T.leftOut[leftOut ?? 'not_used'] : T.sources[resource.limit_source]
      tasks.textContent = text(resource?.task_count)
      peak.textContent = resource === undefined ? '' : T.fromTo(text(resource.peak_before), text(resource.peak_after))
      over.textContent =
        resource === undefined ? '' : T.fromTo(text(resource.over_hours_before), text(resource.over_hours_after))
    },
  }
}

/** The rows stay while their figures change, so that the keyboard keeps its place. */
export class Limits {
  readonly element: HTMLElement
  readonly names: readonly string[]
  readonly #rows: readonly LimitRow[]

  constructor(state: LevelState, { figures }: Levelled, changed: () => void) {
    const levelled = new Map(figures.resources.map(each => [each.resource, each]))
    const used = figures.resources_left_out.filter(({ reason }) => reason !== 'not_used')
    this.names = [...levelled.keys(), ...used.map(({ resource }) => resource)]
    const over = (name: string): number => levelled.get(name)?.over_hours_before ?? -1
    const sorted = this.names.toSorted((a, b) => over(b) - over(a) || (a < b ? -1 : 1))
    this.#rows = sorted.map(name => limitRow(name, state, levelled.get(name), changed))
    const reset = (): void => {
      state.limits.clear()
      state.unmarked.clear()
      changed()
    }
    this.element = h(
      'div',
      { class: 'limits' },
      h('p', { class: 'note' }, T.limitsNote),
      table(
        T.limits,
        T.limitsHead,
        this.#rows.map(({ cells }) => cells),
        [5, 6, 7],
      ),
      h('p', { class: 'actions' }, h('button', { type: 'button', class: 'button', onclick: reset }, T.reset)),
    )
  }

  show({ figures }: Levelled): void {
    const levelled = new Map(figures.resources.map(each => [each.resource, each]))
    const leftOut = new Map(figures.resources_left_out.map(({ resource, reason }) => [resource, reason]))
    for (const { name, show } of this.#rows) show(levelled.get(name), leftOut.get(name))
  }
}
