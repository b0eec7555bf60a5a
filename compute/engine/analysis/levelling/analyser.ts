/**
 * POST /api/v1/analysis/levelling: the open tasks of a schedule, delayed until no resource has more to do than its limit. The method is compute/engine/levelling; this
 * file reads what is asked, sets up the network and the limits, and leaves the words to show.ts.
 */
import { LevellingData } from '../../../../shared/contract/analysis/levelling/data.ts'
import {
  type LevellingRequest,
  PRIORITY_DEFAULT,
  PRIORITY_MAX,
} from '../../../../shared/contract/analysis/levelling/request.ts'
import type { LevellingRule } from '../../../../shared/contract/analysis/levelling/words.ts'
import type { Refusal, ValidationFault } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { type LevelingOptions, specsByCode } from '../../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { anchorDay } from '../../calendar/anchor.ts'
import { type CalendarChoice, chooseCalendar } from '../../calendar/choice.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { type CpmResult, computeCpm } from '../../cpm/cpm.ts'
import { type CpmDates, computeDates } from '../../cpm/dates.ts'
import { type Preparation, prepare } from '../../cpm/prepare.ts'
import { availabilityOf, type Limit, limitsOf, UNLIMITED } from '../../demand/capacity.ts'
import { cycleRefusal } from '../../graph/cycle-text.ts'
import { buildNetwork } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { ACTIVITIES_MAX } from '../../levelling/activity-order.ts'
import { type LevellingModel, levellingModel } from '../../levelling/from-columns.ts'
import { type Levelled, level } from '../../levelling/level.ts'
import { type PriorityTerm, type Ranking, RULES, rankingOf } from '../../levelling/priority.ts'
import { durationsOf } from '../../population/durations.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import {
  type BodyOf,
  dayOf,
  mustFinishDayOf,
  type OptionsOf,
  optionsOf,
  refuseInvalid,
  statusDayOf,
} from '../../result/options.ts'
import type { Analyser, AnalysisContext, AnalysisInput, AnalysisResult } from '../../result/result.ts'
import { networkFindings } from '../../supplied/supplied-findings.ts'
import { levellingFindings } from './findings.ts'
import { Printed } from './printed.ts'
import { summarise } from './sentences.ts'
import { showLevelling } from './show.ts'
import { usesByPeriod } from './use-by-period.ts'

const MINUTES_PER_HOUR = 60
/** YYYY-MM-DD. */
const DATE_LENGTH = 10

type Options = OptionsOf<typeof LevellingRequest>

/** All that was found. */
export interface Levelling {
  readonly input: AnalysisInput
  readonly options: Options
  readonly columns: ScheduleColumns
  readonly choice: CalendarChoice
  readonly prepared: Preparation
  readonly cpm: CpmResult
  readonly dates: CpmDates
  readonly limitOf: (code: number) => Limit
  readonly model: LevellingModel
  readonly levelled: Levelled
  readonly rule: LevellingRule | null
  readonly terms: readonly PriorityTerm[]
  readonly ranking: Ranking
  readonly schedulesMax: number
  readonly scheme: 'serial' | 'parallel'
  /** Some date of the schedule, or the request, says when it begins. */
  readonly isDated: boolean
  /** Resources asked for that no task names. */
  readonly unknownResources: readonly string[]
  readonly unusedLimits: readonly string[]
  readonly isAskedFor: (code: number) => boolean
  readonly wanted: Wanted
}

export const levellingAnalyser: Analyser = (input, context) => {
  const found = levelSchedule(input, context)
  return 'code' in found ? found : found.result
}

interface LevelledSchedule {
  readonly levelling: Levelling
  readonly result: AnalysisResult
}

export function levelSchedule(
  input: AnalysisInput,
  { today, checkpoint = () => {}, progress, isTimeUp }: AnalysisContext,
): LevelledSchedule | Refusal {
  const fieldset = fieldsetOf(input, LevellingData)
  if (!isFieldset(fieldset)) return fieldset
  const availability = availabilityOf(input)
  if ('code' in availability) return availability
  const columns = input.schedules.get('tasks')!
  if (columns.taskCount > ACTIVITIES_MAX) return tooLarge(columns.taskCount)
  const priority = prioritiesOf(input, columns)
  if ('code' in priority) return priority
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) return cycleRefusal(columns)
  checkpoint(true)
  const options = optionsOf<typeof LevellingRequest>(input)
  const statusDay = statusDayOf(input)
  const choice = chooseCalendar(columns, input.params.calendar)
  const isDated =
    anchorDay(columns, statusDay) !== DAY_ABSENT || !Number.isNaN(columns.setting?.projectStart ?? Number.NaN)
  const prepared = prepare(columns, buildNetwork(columns, order), {
    ...{ calendar: choice.calendar, statusDay, mustFinishDay: mustFinishDayOf(input) },
    ...(isDated ? {} : { anchorDay: today }),
  })
  const cpm = computeCpm(prepared.input)
  const dates = computeDates(columns, prepared, cpm)
  checkpoint()
  const timeline = prepared.timeline ?? new Timeline(choice.calendar, today)
  const limits = limitsOf(availability, columns, timeline)
  const asked = askedFor(columns, options.resources ?? undefined)
  const horizonDay = dayOf(options.horizon)
  const wanted = wantedOf(options, columns)
  const { floatKept } = wanted
  const model = levellingModel({
    ...{ columns, prepared, cpm, isHeld: priority.isHeld },
    limitOf: code => (asked.has(code) ? limits.of(code).capacity : undefined),
    horizon: horizonDay === DAY_ABSENT ? Number.POSITIVE_INFINITY : timeline.finishOffset(horizonDay),
    partDays: options.allow_splits === true ? (options.split_days_min ?? 1) : undefined,
    floatKeptOf:
      floatKept === undefined
        ? undefined
        : ({ minutesPerDay }) =>
            floatKept.hours === undefined ? floatKept.days * minutesPerDay : MINUTES_PER_HOUR * floatKept.hours,
  })
  const printed = new Printed({ columns, prepared, model })
  const { rule, order: given } = wanted
  const terms = given ?? RULES[rule].terms
  const effort = options.effort ?? 'fast'
  const ranking = rankingOf(
    {
      ...{ columns, cpm, problem: model.problem, priority: priority.values },
      isByRow: given === undefined && RULES[rule].isByRow === true,
      isByText: given === undefined && rule === 'p6',
    },
    terms,
  )
  const levelled = level(model.problem, {
    ...{
      effort,
      schedulesMax: options.schedules_max ?? undefined,
      scheme: RULES[rule].scheme,
      objective: options.objective ?? 'earliest_finish',
    },
    rank: ranking.rank,
    checkpoint: () => checkpoint(),
    isTimeUp,
    ...(progress && {
      progress: read =>
        progress(() => {
          const { schedules, schedulesMax, finish } = read()
          const bestFinish = printed.finish(finish)?.slice(0, DATE_LENGTH)
          return {
            done: schedules,
            of: schedulesMax,
            unit: 'schedules',
            ...(bestFinish !== undefined && { bestFinish }),
          }
        }),
    }),
  })
  checkpoint()
  const levelling: Levelling = {
    ...{
      input,
      options,
      columns,
      choice,
      prepared,
      cpm,
      dates,
      model,
      levelled,
      terms,
      ranking,
      schedulesMax: levelled.schedulesMax,
      isDated,
    },
    limitOf: limits.of,
    scheme: RULES[rule].scheme,
    rule: given === undefined ? rule : null,
    unknownResources: asked.unknown,
    unusedLimits: limits.unused,
    isAskedFor: asked.has,
    wanted,
  }
  const { baseStart: start, baseFinish: finish } = model.problem
  const use = usesByPeriod(levelling, { start, finish }, levelled.placing)
  if ('code' in use) return use
  const shown = showLevelling(levelling, use)
  const found = [
    ...levellingFindings(levelling),
    ...networkFindings(columns, durationsOf(columns, choice.calendar), { prepared, result: cpm }, choice),
  ]
  const result = {
    summary: summarise(shown, printed, levelling),
    findings: findingsIn(found),
    recommendations: withAdvice([], found, null),
    data: keepFields(shown, fieldset),
  }
  return { levelling, result }
}

type TakenOption = 'priority_order' | 'within_float_only' | 'float_kept_hours'

/** What the request asks for, and where it does not say, the schedule: its file keeps what the planner told the tool last. */
export interface Wanted {
  readonly rule: LevellingRule
  readonly order: readonly PriorityTerm[] | undefined
  /** undefined: tasks may be delayed beyond their float. */
  readonly floatKept: { readonly days: number; readonly hours?: number } | undefined
  /** Members of leveling_options that were taken. */
  readonly fromSchedule: readonly TakenOption[]
}

function wantedOf(options: Options, { setting }: ScheduleColumns): Wanted {
  const own = setting?.leveling ?? {}
  const fromSchedule: TakenOption[] = []
  const take = <Name extends TakenOption>(name: Name, isAsked: boolean): LevelingOptions[Name] | undefined => {
    const value = isAsked ? undefined : (own[name] ?? undefined)
    if (value !== undefined) fromSchedule.push(name)
    return value
  }
  const isSaid = (value: unknown): boolean => value !== undefined && value !== null
  const order = (options.priority_order ?? take('priority_order', isSaid(options.rule)))?.map(({ by, descending }) => ({
    by: by!,
    ...(descending === undefined || descending === null ? {} : { isDescending: descending }),
  }))
  const isWithin = options.within_float_only ?? take('within_float_only', false)
  let floatKept: Wanted['floatKept']
  if (isWithin === true) {
    const hours = take('float_kept_hours', isSaid(options.float_kept_days))
    const minutesPerDay = setting?.calendars[setting.defaultCalendar].minutesPerDay ?? 0
    floatKept =
      hours === undefined
        ? { days: options.float_kept_days ?? 0 }
        : { hours, days: (MINUTES_PER_HOUR * hours) / minutesPerDay }
  }
  return { rule: options.rule ?? 'late_finish', order, floatKept, fromSchedule }
}

const tooLarge = (count: number): Refusal =>
  refuseInvalid([
    {
      loc: ['body', 'tasks'],
      msg: `must have at most ${ACTIVITIES_MAX} tasks to be levelled, has ${count}`,
      type: 'length',
    },
  ])

interface Priorities {
  readonly values: Float64Array
  readonly isHeld: Uint8Array
}

function prioritiesOf({ params }: AnalysisInput, columns: ScheduleColumns): Priorities | Refusal {
  const sent = (params as BodyOf<typeof LevellingRequest>).task_priorities ?? []
  const values = Float64Array.from({ length: columns.taskCount }, (_, i) => {
    const own = columns.levelingPriority[i]
    return own >= 0 ? own : PRIORITY_DEFAULT
  })
  const faults: ValidationFault[] = []
  const said = new Map<number, number>()
  for (const [n, task] of tasksOfIds(
    columns,
    sent.map(({ task_id }) => task_id ?? ''),
  ).entries()) {
    const { task_id, priority } = sent[n]
    if (task === NO_MATCH)
      faults.push({
        loc: ['body', 'task_priorities', n, 'task_id'],
        msg: `No task has the id ${JSON.stringify(task_id)}.`,
        type: 'unknown',
      })
    else {
      const value = priority ?? PRIORITY_DEFAULT
      // the order of the input decides nothing, so neither of two can count
      if ((said.get(task) ?? value) !== value)
        faults.push({
          loc: ['body', 'task_priorities', n, 'priority'],
          msg: `${JSON.stringify(task_id)} has the priority ${said.get(task)} in another entry.`,
          type: 'conflict',
        })
      said.set(task, value)
      values[task] = value
    }
  }
  if (faults.length > 0) return refuseInvalid(faults)
  return { values, isHeld: Uint8Array.from(values, value => (value === PRIORITY_MAX ? 1 : 0)) }
}

/** Resources by their names or ids; where none is named all but those that the schedule keeps out. */
function askedFor(columns: ScheduleColumns, names: readonly string[] | undefined) {
  const wanted = new Set(names)
  const unknown = new Set(names)
  const specs = specsByCode(columns)
  const isAsked = specs.map((spec, code) => {
    const known = [textAt(columns.resources.values, code), spec?.id, spec?.name].filter(
      (each): each is string => typeof each === 'string' && wanted.has(each),
    )
    for (const each of known) unknown.delete(each)
    return names === undefined ? spec?.canLevel !== false : known.length > 0
  })
  return { has: (code: number): boolean => isAsked[code] === true, unknown: [...unknown] }
}

export const isUnlimited = ({ capacity }: Limit): boolean => capacity.value.every(value => value === UNLIMITED)
