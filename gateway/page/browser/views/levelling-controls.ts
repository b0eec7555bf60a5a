/** What levelling is told: rules and options, and the limit of each resource by a slider or a figure. Each change levels anew. */
import {
  LEVELLING_EFFORTS,
  LEVELLING_OBJECTIVES,
  LEVELLING_RULES,
  type LevellingRule,
  USE_PERIODS,
} from '../../../../shared/contract/analysis/levelling/words.ts'
import type { PriorityField } from '../../../../shared/contract/schedule/resources.ts'
import { h, table } from '../dom/element.ts'
import type { Levelled, LevelledResource, LevelOptions, OrderField } from '../schedule/levelling.ts'
import { labelOf, type Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import { isPriority, isScheduleCount, type LevelState, PRIORITY_MAX, SCHEDULES_MAX } from './level-state.ts'

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
/** Fields of one's own in the place of a rule. */
const OWN = 'own'
const ruleTexts = () => ({ [OF_FILE]: T.ruleOfFile, ...T.rules, [OWN]: T.ruleOwn })

const FIELDS = Object.keys(T.orderFields) as PriorityField[]
/** As P6 levels where nobody has said anything. */
const FIRST_ORDER: readonly OrderField[] = [
  { by: 'priority', descending: true },
  { by: 'total_float', descending: false },
]
/** Of these fields the greatest comes first, until the planner says otherwise. */
const GREATEST_FIRST: ReadonlySet<PriorityField> = new Set<PriorityField>(['priority', 'successors', 'rank_weight'])
const WAYS = ['up', 'down'] as const

/** The fields of an order, the first that differs decides; a field is there once. */
function orderPart(options: () => LevelOptions, change: (options: Partial<LevelOptions>) => void): HTMLElement {
  const element = h('fieldset', { class: 'order-fields' })
  const show = (): void => {
    const order = options().priority_order
    element.hidden = order === undefined
    const fields = order ?? []
    const put = (next: readonly OrderField[], focus: number): void => {
      change({ priority_order: next })
      show()
      element.querySelectorAll('select')[Math.min(focus, next.length - 1) * 2]?.focus()
    }
    const rows = fields.map(({ by, descending }, n) => {
      const free = FIELDS.filter(each => each === by || !fields.some(other => other.by === each))
      const withField = (field: OrderField): OrderField[] => fields.map((each, at) => (at === n ? field : each))
      const remove = T.dropField(T.orderFields[by])
      return h(
        'div',
        { class: 'row' },
        select(T.orderField(n + 1), free, T.orderFields, by, chosen =>
          put(withField({ by: chosen, descending: GREATEST_FIRST.has(chosen) }), n),
        ),
        select(T.orderWay, WAYS, T.orderWays, descending ? 'down' : 'up', way =>
          put(withField({ by, descending: way === 'down' }), n),
        ),
        fields.length === 1
          ? null
          : h(
              'button',
              {
                ...{ type: 'button', class: 'link remove', 'aria-label': remove, title: remove },
                onclick: () => put(fields.toSpliced(n, 1), Math.max(0, n - 1)),
              },
              '×',
            ),
      )
    })
    const [next] = FIELDS.filter(each => !fields.some(({ by }) => by === each))
    const add = (by: PriorityField) => () => put([...fields, { by, descending: GREATEST_FIRST.has(by) }], fields.length)
    element.replaceChildren(
      h('legend', {}, T.order),
      ...rows,
      next === undefined ? '' : h('button', { type: 'button', class: 'button small', onclick: add(next) }, T.addField),
    )
  }
  element.addEventListener('order', show)
  show()
  return element
}

interface OptionControls {
  readonly element: HTMLElement
  /** With what the file says of that which nobody has chosen. */
  readonly show: (levelled: Levelled) => void
}

export function optionControls(state: LevelState, changed: () => void): OptionControls {
  const change = (options: Partial<LevelOptions>): void => {
    state.options = { ...state.options, ...options }
    kept.disabled = !within.checked
    most.disabled = state.options.effort === 'fast'
    changed()
  }
  const order = orderPart(() => state.options, change)
  const chooseRule = (rule: LevellingRule | typeof OF_FILE | typeof OWN): void => {
    const own = rule === OWN ? (state.options.priority_order ?? FIRST_ORDER) : undefined
    change({ rule: rule === OF_FILE || rule === OWN ? undefined : rule, priority_order: own })
    order.dispatchEvent(new Event('order'))
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
  const most = h('input', {
    ...{ type: 'number', min: 1, max: SCHEDULES_MAX, step: 1, placeholder: T.schedulesBySize },
    ...{ value: options.schedules_max ?? '', disabled: options.effort === 'fast' },
    onchange: () => change({ schedules_max: isScheduleCount(most.valueAsNumber) ? most.valueAsNumber : undefined }),
  })
  const ruleNow = options.priority_order === undefined ? (options.rule ?? OF_FILE) : OWN
  const element = h(
    'div',
    { class: 'controls' },
    select(T.rule, [OF_FILE, ...RULES, OWN], ruleTexts(), ruleNow, chooseRule),
    order,
    select(T.effort, LEVELLING_EFFORTS, T.efforts, options.effort, effort => change({ effort })),
    select(T.objective, LEVELLING_OBJECTIVES, T.objectives, options.objective, objective => change({ objective })),
    h('label', {}, h('span', {}, T.schedulesMost), most),
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
