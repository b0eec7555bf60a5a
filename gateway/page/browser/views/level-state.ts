/** What a planner chose for levelling. It stays with the file while the page is open, and what is not as at first stands in the address. */
import {
  LEVELLING_EFFORTS,
  LEVELLING_OBJECTIVES,
  LEVELLING_RULES,
  USE_PERIODS,
} from '../../../../shared/contract/analysis/levelling/words.ts'
import type { PriorityField } from '../../../../shared/contract/schedule/resources.ts'
import type { LoadedFile } from '../loaded.ts'
import type { Levelled, LevelOptions, LevelRequest } from '../schedule/levelling.ts'
import { TEXT } from '../texts.ts'

export interface LevelState {
  options: LevelOptions
  readonly limits: Map<string, number>
  /** Of tasks, by their ids. */
  readonly priorities: Map<string, number>
  /** Resources that are not levelled. */
  readonly unmarked: Set<string>
  /** What was found; undefined: not for what is chosen now. */
  levelled: Levelled | undefined
  /** What that was asked for with. */
  request?: LevelRequest
  /** Resource of the histogram. */
  resource: string
}

const FIRST: LevelOptions = {
  rule: undefined,
  effort: 'fast',
  objective: 'earliest_finish',
  within_float_only: undefined,
  float_kept_days: undefined,
  allow_splits: false,
  priority_order: undefined,
  schedules_max: undefined,
  period: 'week',
}

export const PRIORITY_MAX = 1_000
export const isPriority = (value: number): boolean => value >= 0 && value <= PRIORITY_MAX

/** As many as the service makes at most. */
export const SCHEDULES_MAX = 500_000
export const isScheduleCount = (value: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= SCHEDULES_MAX

const kept = new WeakMap<LoadedFile, LevelState>()

export function levelStateOf(loaded: LoadedFile): LevelState {
  const known = kept.get(loaded)
  if (known !== undefined) return known
  const state: LevelState = {
    ...{ options: FIRST, limits: new Map(), priorities: new Map(), unmarked: new Set<string>() },
    ...{ levelled: undefined, resource: '' },
  }
  kept.set(loaded, state)
  return state
}

/** Names and values in an address. */
export type Members = readonly (readonly [name: string, value: string])[]

/** Before the name of an option, of a resource, and of a task. */
const OPTION = 'level.'
const LIMIT = 'limit.'
const UNMARKED = 'unmarked.'
const PRIORITY = 'priority.'
/** Behind a field of an order: the greatest first. */
const DOWN = '-'
const YES = 'yes'
const NO = 'no'

export const isOfLevelling = (name: string): boolean =>
  [OPTION, LIMIT, UNMARKED, PRIORITY].some(each => name.startsWith(each))

export function membersOfLevelling(loaded: LoadedFile): Members {
  const { options, limits, priorities, unmarked } = levelStateOf(loaded)
  const { rule, effort, objective, period, within_float_only, float_kept_days, allow_splits, schedules_max } = options
  const words: Members = [
    ['rule', rule ?? ''],
    ['effort', effort === FIRST.effort ? '' : effort],
    ['objective', objective === FIRST.objective ? '' : objective],
    ['period', period === FIRST.period ? '' : period],
    ['within', within_float_only === undefined ? '' : within_float_only ? YES : NO],
    ['kept', String(float_kept_days ?? '')],
    ['splits', allow_splits ? YES : ''],
    ['order', (options.priority_order ?? []).map(({ by, descending }) => `${by}${descending ? DOWN : ''}`).join()],
    ['schedules', String(schedules_max ?? '')],
  ]
  return [
    ...words.filter(([, value]) => value !== '').map(([name, value]) => [OPTION + name, value] as const),
    ...[...limits].map(([name, units]) => [LIMIT + name, String(units)] as const),
    ...[...priorities].map(([id, priority]) => [PRIORITY + id, String(priority)] as const),
    ...[...unmarked].map(name => [UNMARKED + name, YES] as const),
  ]
}

/** Takes over what an address says; what it says of no known option is passed over. */
export function takeLevelling(loaded: LoadedFile, members: Members): void {
  const isSame = String([...members].sort()) === String([...membersOfLevelling(loaded)].sort())
  if (isSame) return
  const given = new Map(members)
  const of = (name: string): string => given.get(OPTION + name) ?? ''
  const word = <Value extends string, Otherwise>(words: readonly Value[], name: string, otherwise: Otherwise) =>
    words.find(each => each === of(name)) ?? otherwise
  const within = of('within')
  const days = Math.max(0, Number(of('kept')))
  const order = of('order')
    .split(',')
    .map(text => ({ by: text.replace(DOWN, '') as PriorityField, descending: text.endsWith(DOWN) }))
    .filter(({ by }) => by in TEXT.levelling.orderFields)
  const schedules = Number(of('schedules'))
  const named = (prefix: string): Members =>
    members.filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value])
  const [limits, priorities] = [LIMIT, PRIORITY].map(prefix =>
    named(prefix).map(([name, value]) => [name, Number(value)] as const),
  ) as [[string, number][], [string, number][]]
  kept.set(loaded, {
    options: {
      rule: word(LEVELLING_RULES, 'rule', FIRST.rule),
      effort: word(LEVELLING_EFFORTS, 'effort', FIRST.effort),
      objective: word(LEVELLING_OBJECTIVES, 'objective', FIRST.objective),
      period: word(USE_PERIODS, 'period', FIRST.period),
      within_float_only: within === YES ? true : within === NO ? false : undefined,
      float_kept_days: of('kept') !== '' && Number.isFinite(days) ? days : undefined,
      allow_splits: of('splits') === YES,
      priority_order: order.length === 0 ? undefined : order,
      schedules_max: isScheduleCount(schedules) ? schedules : undefined,
    },
    limits: new Map(limits.filter(([, units]) => units > 0 && Number.isFinite(units))),
    priorities: new Map(priorities.filter(([, priority]) => isPriority(priority))),
    unmarked: new Set(named(UNMARKED).map(([name]) => name)),
    levelled: undefined,
    resource: levelStateOf(loaded).resource,
  })
}
