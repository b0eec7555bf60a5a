/** What moved the finish in each window, by name: work that lost or gained days, and changes of the plan. */
import { TEXT } from '../texts.ts'
import type { DelayWindow } from './comparison-replies.ts'
import { momentText } from './moment.ts'

const T = TEXT.compare
const DAY_LENGTH = 10

/** By its days; two files of one day by their times as well. */
export function windowName({
  from_date: from,
  to_date: to,
}: {
  from_date: string | null
  to_date: string | null
}): string {
  const isOneDay = from?.slice(0, DAY_LENGTH) === to?.slice(0, DAY_LENGTH)
  const text = (date: string | null): string => momentText(isOneDay ? date : date?.slice(0, DAY_LENGTH))
  return T.window(text(from), text(to))
}

export const words = (code: string): string => code.replaceAll('_', ' ')

export interface Cause {
  readonly window: string
  readonly id: string
  readonly name: string
  readonly what: string
  readonly from: string
  readonly to: string
  readonly days: number
  /** Of a change of the plan: its days if it were the only one, null = not tested; undefined: no change of the plan. */
  readonly alone?: number | null
  readonly category: string
  /** Of a cause that is of several tasks. */
  readonly ids?: readonly string[]
}

/**
 * Levelling holds each task that moved with a date of its own, and the finish is moved by all of them: their shares are one cause.
 * Which task waits for which resource is what levelling says.
 */
const joined = (causes: readonly Cause[], window: string, ids: readonly string[]): Cause => ({
  ...{ window, id: '', name: TEXT.activities.count(ids.length, ids.length), what: T.levelled, from: '', to: '' },
  ...{ days: causes.reduce((sum, each) => sum + each.days, 0), category: '', ids },
})

/** A task that lost days and gained some in one window stands in both lists: what was lost and what was gained sum to the steps of the chart. */
function causesOf(window: DelayWindow, nameOf: (id: string) => string, held: readonly string[]): Cause[] {
  const { attribution, revisions, no_task_days: lost, recovered_elsewhere_days: gained } = window
  const work = (days: number, id = '', name = '', category: string | null = null): Cause => ({
    window: windowName(window),
    id,
    name,
    what: days > 0 ? T.lost : T.gained,
    from: '',
    to: '',
    days,
    category: category ?? '',
  })
  const isHeld = ({ change, id }: (typeof revisions)[number]): boolean =>
    id !== null && change === 'constraint' && held.includes(id)
  const change = (each: (typeof revisions)[number]): Cause => ({
    window: windowName(window),
    id: each.id ?? '',
    name: each.subject ?? each.name ?? (each.id === null ? '' : nameOf(each.id)),
    what: T.revised(words(each.change), each.predecessor_id, each.task_count),
    from: each.from ?? '',
    to: each.to ?? '',
    days: each.days,
    alone: each.alone_days,
    category: each.delay_category ?? '',
  })
  const plan = [
    ...(held.length === 0 ? [] : [joined(revisions.filter(isHeld).map(change), windowName(window), held)]),
    ...revisions.filter(each => !isHeld(each)).map(change),
  ]
  const tasks = attribution.flatMap(({ id, name, contribution_days: days, recovered_days: ahead, delay_category }) =>
    [days - ahead, ahead].map(each => work(each, id, name ?? nameOf(id), delay_category)),
  )
  return [...tasks, work(lost, '', T.noTask), work(gained, '', T.noTask), ...plan].filter(
    each => Math.abs(each.days) >= DAYS_MIN,
  )
}

/** What is left where two figures of two decimals are taken from each other. */
const DAYS_MIN = 0.005

/** The largest first. held: of each window, the tasks that levelling holds in its later file. */
export const causesIn = (
  windows: readonly DelayWindow[],
  nameOf: (id: string) => string,
  held: readonly (readonly string[])[] = [],
): Cause[] =>
  windows
    .flatMap((window, i) => causesOf(window, nameOf, held[i] ?? []))
    .sort((a, b) => Math.abs(b.days) - Math.abs(a.days))

/** The days of a change of the plan are a mean over the orders of all changes: a fact only where it would have moved the finish as far alone. */
export const isMean = ({ days, alone }: Cause): boolean =>
  alone !== undefined && !(alone !== null && Math.abs(days - alone) < DAYS_MIN)

/** The largest of those that are certain, else the largest. */
export const headlineOf = (causes: readonly Cause[]): Cause | undefined =>
  causes.find(each => !isMean(each)) ?? causes[0]
