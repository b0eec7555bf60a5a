/** A simulation and its events as the result has them. */
import { LINK_ROLES } from '../../../../shared/contract/analysis/collapsed-as-built/words.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { showCalendar } from '../../calendar/choice.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { hashOf } from '../../compare/series.ts'
import { finishText } from '../../edits/finish-moves.ts'
import { compareIds } from '../../ids/id-order.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { dateOrNull, dayOf } from '../../result/options.ts'
import { References, type ResultValue, Table, type TableColumn } from '../../result/result.ts'
import { validationOf } from '../time-impact/validation.ts'
import { type AsBuilt, OUT_OF_SEQUENCE } from './as-built.ts'
import { type Collapsed, NOTHING, pathOf, workIn } from './collapse.ts'
import { type Earlier, earlierOf, finishAt, NOT_KNOWN, type Simulation, type Step } from './simulation.ts'

const showEarlier = ({ workingDays, calendarDays }: Earlier) => ({
  earlier_working_days: workingDays,
  earlier_calendar_days: calendarDays,
})

/** `before`: the simulation of the window before. */
export function showSimulation(
  simulation: Simulation,
  before: Simulation | undefined,
  milestones: readonly string[],
): ResultValue {
  const {
    item,
    asBuilt,
    whole,
    without,
    finish,
    finishWithoutEarlier,
    finishWithout,
    earlier,
    steps,
    shares,
    concurrency,
  } = simulation
  const { schedule, choice, network, prepared } = asBuilt.of
  const { columns, members } = schedule
  const { state } = prepared.input
  const complete = network.order.filter(i => state[i] === COMPLETE).length
  const path = (of: Collapsed, extraction = whole): References =>
    new References(Uint32Array.from(pathOf(asBuilt, of, extraction)), columns.id)
  const unmoved: Collapsed = { ...asBuilt, cut: new Map(), moved: [] }
  return {
    schedule: item.place,
    data_date: dateOrNull(item.statusDay),
    from: dateOrNull(simulation.fromDay),
    until: dateOrNull(simulation.untilDay),
    sha256: hashOf(columns, members),
    calendar: showCalendar(choice),
    finish: finishText(finish),
    finish_without_earlier_events: finishText(finishWithoutEarlier),
    finish_without_events: finishText(finishWithout),
    ...showEarlier(earlier),
    event_count: steps.length,
    complete_count: complete,
    open_count: network.order.length - complete,
    moved_count: without.moved.length,
    as_built_path: path(unmoved, NOTHING),
    as_built_path_names: undefined as never,
    collapsed_path: path(without),
    collapsed_path_names: undefined as never,
    by_party: shares.map(share => ({
      party: share.party,
      event_count: share.eventCount,
      working_days: share.workingDays,
      calendar_days: share.calendarDays,
      first_working_days: share.firstWorkingDays,
      last_working_days: share.lastWorkingDays,
    })),
    concurrency: { ...concurrency, policies: concurrency.policies.map(row => ({ ...row })) },
    milestones: milestonesOf(simulation, before, milestones),
    source_validation: validationOf(item, asBuilt.of).map(row => ({ ...row })),
    tasks: tasksTable(simulation),
    links: linksTable(asBuilt),
  }
}

/** Actual dates as they were sent; computed ones as the critical path prints them; others by their time. */
function tasksTable({ asBuilt, without, whole }: Simulation): Table {
  const { of, ruler } = asBuilt
  const { columns } = of.schedule
  const { input } = of.prepared
  const tasks = Uint32Array.from(of.network.order).sort((a, b) => a - b)
  const dates = (was: Float64Array, is: Float64Array, edge: 'start' | 'finish'): TableColumn => {
    if (input.clock !== undefined) return { kind: 'moment', values: Float64Array.from(tasks, i => is[i]) }
    return { kind: 'day', values: Int32Array.from(tasks, i => dayAt(asBuilt, i, was[i], is[i], edge)) }
  }
  const numbers = (value: (i: number) => number): TableColumn => ({
    kind: 'number',
    values: Float64Array.from(tasks, value),
    decimals: OFFSET_DECIMALS,
  })
  const { start, finish } = asBuilt
  return new Table(tasks.length, {
    id: { kind: 'reference', values: tasks, into: columns.id },
    start: dates(start, start, 'start'),
    finish: dates(finish, finish, 'finish'),
    start_without_events: dates(start, without.start, 'start'),
    finish_without_events: dates(finish, without.finish, 'finish'),
    duration_days: numbers(i => ruler.daysOf(i, asBuilt.duration[i])),
    extracted_days: numbers(i => {
      const spans = whole.spans.get(i)
      if (whole.dropped.has(i)) return ruler.daysOf(i, asBuilt.duration[i])
      return ruler.daysOf(
        i,
        without.cut.get(i) ?? (spans === undefined ? 0 : workIn(ruler, i, spans, start[i], finish[i])),
      )
    }),
  })
}

/** In whole days: what did not move is printed as it was. */
function dayAt({ of }: AsBuilt, i: number, was: number, is: number, edge: 'start' | 'finish'): number {
  const { timeline, input } = of.prepared
  if (Number.isNaN(is) || timeline === undefined) return DAY_ABSENT
  if (was === is) {
    const { actualStart } = of.schedule.columns
    const { days } = of
    if (edge === 'finish') return days.earlyFinish[i]
    return input.state[i] !== NOT_STARTED && actualStart[i] !== DAY_ABSENT ? actualStart[i] : days.earlyStart[i]
  }
  return edge === 'start' ? timeline.startDay(is) : timeline.finishDay(is)
}

function linksTable(asBuilt: AsBuilt): Table {
  const { of, ruler, role, wait, bound, start, finish } = asBuilt
  const { id } = of.schedule.columns
  const { network } = of
  const rows: { readonly k: number; readonly s: number }[] = []
  for (const s of network.order)
    for (let k = network.start[s]; k < network.start[s + 1]; k++) if (role[k] !== 0) rows.push({ k, s })
  rows.sort(
    (a, b) =>
      compareIds(id, a.s, b.s) ||
      compareIds(id, network.task[a.k], network.task[b.k]) ||
      network.type[a.k] - network.type[b.k],
  )
  const numbers = (value: (row: (typeof rows)[number]) => number): TableColumn => ({
    kind: 'number',
    values: Float64Array.from(rows, value),
    decimals: OFFSET_DECIMALS,
  })
  const reference = (value: (row: (typeof rows)[number]) => number): TableColumn => ({
    kind: 'reference',
    values: Uint32Array.from(rows, value),
    into: id,
  })
  return new Table(rows.length, {
    predecessor_id: reference(({ k }) => network.task[k]),
    successor_id: reference(({ s }) => s),
    type: { kind: 'label', values: Uint8Array.from(rows, ({ k }) => network.type[k]), labels: RELATION_TYPES },
    lag_days: numbers(({ k }) => network.lagDays[k]),
    wait_days: numbers(({ k, s }) =>
      role[k] === OUT_OF_SEQUENCE
        ? ruler.daysOf(s, ruler.work(s, bound[k], (toStart(network.type[k]) ? start : finish)[s]))
        : ruler.daysOf(s, wait[k]),
    ),
    role: { kind: 'label', values: Uint8Array.from(rows, ({ k }) => role[k] - 1), labels: LINK_ROLES },
  })
}

function milestonesOf(simulation: Simulation, before: Simulation | undefined, ids: readonly string[]) {
  const finishesIn = ({ asBuilt, without }: Simulation) => {
    const tasks = tasksOfIds(asBuilt.of.schedule.columns, ids)
    const finishOf = (task: number, finish: Float64Array) =>
      task === NO_MATCH || Number.isNaN(finish[task]) ? undefined : finishAt(asBuilt, finish[task])
    return Array.from(tasks, task => [finishOf(task, asBuilt.finish), finishOf(task, without.finish)] as const)
  }
  const daysOf = ([was, is]: ReturnType<typeof finishesIn>[number]): Earlier =>
    was === undefined || is === undefined ? NOT_KNOWN : earlierOf(was, is)
  const counted = before === undefined ? [] : finishesIn(before).map(daysOf)
  const less = (days: number | null, other: number | null | undefined): number | null =>
    days === null ? null : days - (other ?? 0)
  return finishesIn(simulation).map(([was, is], n) => {
    const { workingDays, calendarDays } = daysOf([was, is])
    return {
      id: ids[n]!,
      finish: was === undefined ? null : finishText(was),
      finish_without_events: is === undefined ? null : finishText(is),
      ...showEarlier({
        workingDays: less(workingDays, counted[n]?.workingDays),
        calendarDays: less(calendarDays, counted[n]?.calendarDays),
      }),
    }
  })
}

export function showStep(
  { parts, position, before, after, earlier, leastDays, mostDays, alone }: Step,
  { item, asBuilt }: Simulation,
) {
  const { event } = parts
  const { id } = asBuilt.of.schedule.columns
  const removed = [...parts.dropped, ...parts.passed].sort((a, b) => compareIds(id, a, b))
  const taken = parts.taken.toSorted((a, b) => compareIds(id, a.task, b.task))
  const numbers = (value: (row: (typeof taken)[number]) => number): TableColumn => ({
    kind: 'number',
    values: Float64Array.from(taken, value),
    decimals: OFFSET_DECIMALS,
  })
  return {
    id: event.id ?? '',
    name: event.name ?? null,
    party: event.party ?? '',
    category: event.category ?? null,
    started: dateOrNull(dayOf(event.started)),
    ended: dateOrNull(dayOf(event.ended)),
    references: (event.references ?? []) as readonly string[],
    schedule: item.place,
    position,
    finish_before: finishText(before),
    finish_after: finishText(after),
    ...showEarlier(earlier),
    min_working_days: leastDays,
    max_working_days: mostDays,
    alone_working_days: alone.workingDays,
    alone_calendar_days: alone.calendarDays,
    removed_task_ids: new References(Uint32Array.from(removed), id),
    removed_task_names: undefined as never,
    extracted: new Table(taken.length, {
      id: { kind: 'reference', values: Uint32Array.from(taken, ({ task }) => task), into: id },
      duration_days: numbers(({ duration }) => duration),
      wait_days: numbers(({ wait }) => wait),
    }),
    flags: parts.flags,
  }
}
