/** What the passes show: floats and links that are not kept, two critical paths, drag, and dates that differ from those supplied. */

import { DIVERGENCE_REASONS } from '../../../../shared/contract/analysis/cpm/words.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { seekIn } from '../../check/finding-rows.ts'
import { allHitsBelow, allHitsWhere, hitsOf, NO_HITS } from '../../check/findings.ts'
import { constraintText } from '../../check/worst.ts'
import { divergenceCounts } from '../../cpm/divergence.ts'
import { isBetweenFinished } from '../../cpm/float.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { finishingTasks } from '../../cpm/longest-path.ts'
import { compareIds } from '../../ids/id-order.ts'
import { isFinishType, isHardConstraint, isPin } from '../../kind/constraint-types.ts'
import { COMPLETE } from '../../population/progress.ts'
import { dateOrNull } from '../../result/options.ts'
import { FINDING_TASKS_MAX, type ResultValue } from '../../result/result.ts'
import { isFurther } from '../../supplied/compare.ts'
import { SUPPLIED_ROWS } from '../../supplied/supplied-findings.ts'
import { type DayBasis, dateText, dayBasis, inDays, offsetBasis, spanText } from '../../wording/days.ts'
import { plural, roundHalfAway } from '../../wording/numbers.ts'
import { shareText } from '../../wording/shares.ts'
import { idWithName, tasksText, taskText } from '../../wording/tasks.ts'
import { type CpmRow, countWhere, type FindingContext, least, size } from './finding-context.ts'

const factsOf = (evidence: ResultValue | undefined) => (evidence ?? {}) as { readonly [name: string]: ResultValue }
const rounded = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)

/** Days by which the computed dates of a task miss its own late constraint; not a number without one. */
function missedDays({ prepared: { input }, result }: FindingContext, i: number): number {
  const code = input.constraint[i]
  if (!isHardConstraint(code)) return Number.NaN
  return (isFinishType(code) ? result.earlyFinish[i] : result.earlyStart[i]) - input.constraintOffset[i]
}

/** The task that misses its own late constraint most, -1 where none does. */
function mostMissed(context: FindingContext): number {
  const { id, taskCount } = context.columns
  const { constraint } = context.prepared.input
  let task = -1
  let most = EPSILON_DAYS
  for (let i = 0; i < taskCount; i++) {
    if (!isHardConstraint(constraint[i])) continue
    const days = missedDays(context, i)
    if (!(days > EPSILON_DAYS) || !isFurther(id, i, task, days, most)) continue
    task = i
    most = days
  }
  return task
}

function incompleteCount({ network: { taskCount, takesPart }, state }: CpmInput): number {
  let count = 0
  for (let i = 0; i < taskCount; i++) if (takesPart[i] === 1 && state[i] !== COMPLETE) count++
  return count
}

export const negativeFloat: CpmRow = {
  code: 'CPM_NEGATIVE_FLOAT',
  severity: 'high',
  title: 'Negative float',
  description: count =>
    `${plural(count, 'task')} would have to finish earlier than possible to meet a late constraint or must_finish_by: the computed total float is negative.`,
  advice: ({ evidence }) => {
    const missed = factsOf(evidence).missed_constraint
    // without a constraint that is missed it is all due to must_finish_by, which has its own advice
    if (missed === null || missed === undefined) return undefined
    const { id, name, constraint_type, constraint_date, computed_date, missed_days, day_basis } = factsOf(missed)
    const task = idWithName(id as string, name as string | null)
    return {
      title: 'Recover the missed constraints',
      description: `Begin with ${task} (${constraint_type} ${constraint_date}): gain ${inDays(missed_days as number, day_basis as DayBasis)} on the links that drive it, or agree ${(computed_date as string | null) ?? 'a later date'} for its constraint.`,
    }
  },
  find: ({ result, paths }) =>
    paths.hasNegativeFloat
      ? { ...allHitsBelow(result.totalFloat, -EPSILON_DAYS), sizeOf: i => -result.totalFloat[i] }
      : NO_HITS,
  detail: (context, { count }) => {
    const { columns, prepared, result, days } = context
    const basis = dayBasis(context.choice.mode)
    const open = incompleteCount(prepared.input)
    const worstTask = least(context, result.totalFloat)
    const worst = `${size(count, open, 'unfinished task')} Least: ${taskText(columns, worstTask)}, total float ${inDays(result.totalFloat[worstTask], basis)}.`
    const missed = mostMissed(context)
    const leastDays = { least_total_float_days: rounded(result.totalFloat[worstTask]) }
    if (missed < 0) return { text: worst, evidence: { ...leastDays, missed_constraint: null } }
    const late = missedDays(context, missed)
    const isFinish = isFinishType(prepared.input.constraint[missed])
    const computed = isFinish ? days.earlyFinish[missed] : days.earlyStart[missed]
    return {
      text: `${worst} Missed most: ${taskText(columns, missed)}, ${constraintText(columns, missed)}, by ${inDays(late, offsetBasis(context.choice.mode))}; its computed ${isFinish ? 'finish' : 'start'} is ${dateText(computed)}.`,
      evidence: {
        ...leastDays,
        missed_constraint: {
          id: textAt(columns.id, missed),
          name: textAt(columns.name, missed) || null,
          constraint_type: CONSTRAINT_TYPES[columns.constraintType[missed] - 1],
          constraint_date: dateOrNull(columns.constraintDate[missed]),
          computed_date: dateOrNull(computed),
          missed_days: rounded(late),
          day_basis: offsetBasis(context.choice.mode),
        },
      },
    }
  },
}

/** Names the tasks that end the project, where it ends after must_finish_by. */
export const mustFinish: CpmRow = {
  code: 'CPM_MUST_FINISH_BY',
  severity: 'high',
  title: 'The project misses the day it must finish by',
  description: count =>
    `${plural(count, 'task ends', 'tasks end')} with the computed finish, which lies after must_finish_by; total floats count to that day.`,
  advice: ({ evidence }) => {
    const { must_finish_by, project_finish_date, late_days, day_basis } = factsOf(evidence)
    return {
      title: 'Recover the project finish',
      description: `Gain ${inDays(late_days as number, day_basis as DayBasis)} on the longest path, first where the drag is largest, or agree ${project_finish_date as string} instead of ${must_finish_by as string}.`,
    }
  },
  find: ({ columns, prepared, result, days, choice }) => {
    const { input, timeline } = prepared
    const lateDays = result.projectFinish - input.mustFinish
    if (timeline === undefined || !(lateDays > EPSILON_DAYS)) return NO_HITS
    const last = finishingTasks(input, result.projectFinish, result.early)
    const [must, finish] = [timeline.finishDay(input.mustFinish), days.projectFinish]
    const late = inDays(lateDays, offsetBasis(choice.mode))
    return {
      ...hitsOf(Uint32Array.from(last)),
      detail: `It is ${late} late, ${spanText(must, finish)}, with ${tasksText(columns, last)}.`,
      evidence: {
        must_finish_by: dateOrNull(must),
        project_finish_date: dateOrNull(finish),
        late_days: roundHalfAway(lateDays, OFFSET_DECIMALS),
        day_basis: offsetBasis(choice.mode),
      },
    }
  },
}

/** Links that the dates do not keep: between finished tasks, or all others. Names the successors; counts links. */
const notKept = (areFinished: boolean): Pick<CpmRow, 'code' | 'find' | 'detail'> => ({
  code: 'CPM_VIOLATED_LINK',
  find: ({ columns, prepared: { input }, result, violated: { links, successors } }) => {
    if (links.length === 0) return NO_HITS
    const { network, constraint } = input
    const { task, type } = network
    // by how much the worst link of each is violated, in input order
    const worstDays = new Map<number, number>()
    const shown: ResultValue[] = []
    let count = 0
    let pinned = 0
    for (let n = 0; n < links.length; n++) {
      const k = links[n]
      const s = successors[n]
      if (isBetweenFinished(input, s, k) !== areFinished) continue
      if (isPin(constraint[s])) pinned++
      worstDays.set(s, Math.max(worstDays.get(s) ?? 0, -result.linkFloat[k]))
      if (count++ >= FINDING_TASKS_MAX) continue
      shown.push({
        predecessor: textAt(columns.id, task[k]),
        successor: textAt(columns.id, s),
        type: RELATION_TYPES[type[k]],
        relationship_float_days: roundHalfAway(result.linkFloat[k], OFFSET_DECIMALS),
      })
    }
    return {
      ...hitsOf(Uint32Array.from(worstDays.keys())),
      count,
      sizeOf: task => worstDays.get(task)!,
      evidence: { links: shown, pinned_successors: pinned },
    }
  },
  detail: (context, { count }) => {
    const { columns, prepared, result } = context
    const { network, constraint } = prepared.input
    const { task, type } = network
    const { links, successors } = context.violated
    let [worst, successor] = [-1, -1]
    for (let n = 0; n < links.length; n++) {
      const [k, s] = [links[n], successors[n]]
      if (isBetweenFinished(prepared.input, s, k) !== areFinished) continue
      const order =
        worst < 0
          ? -1
          : result.linkFloat[k] - result.linkFloat[worst] ||
            compareIds(columns.id, s, successor) ||
            compareIds(columns.id, task[k], task[worst])
      if (order < 0) [worst, successor] = [k, s]
    }
    const why = isPin(constraint[successor])
      ? `${taskText(columns, successor)} is pinned by ${constraintText(columns, successor)}`
      : `${taskText(columns, successor)} starts or started before what the link allows`
    return `${size(count, network.linkCount, 'link')} Worst: ${taskText(columns, task[worst])} to ${taskText(columns, successor)} (${RELATION_TYPES[type[worst]]}), relationship float ${inDays(result.linkFloat[worst], offsetBasis(context.choice.mode))}; ${why}.`
  },
})

export const violated: CpmRow = {
  severity: 'high',
  title: 'Links that the dates violate',
  description: count =>
    `${plural(count, 'link is', 'links are')} not kept: the successor is pinned, or starts earlier than its predecessor and the lag allow.`,
  advice: ({ evidence, count }) => {
    const { pinned_successors: pinned } = factsOf(evidence)
    if (pinned === 0) {
      return {
        title: 'Correct the lags after finished work',
        description: 'Shorten each lag to what was waited for, or correct the actual dates that it counts from.',
      }
    }
    const rest = pinned === count ? '' : ' Correct the lags or actual dates of the others.'
    return {
      title: 'Release the pins that break the logic',
      description: `Replace MSO and MFO by SNET or FNLT where the logic should decide.${rest}`,
    }
  },
  ...notKept(false),
}

export const violatedByActuals: CpmRow = {
  severity: 'info',
  title: 'Links that finished work did not keep',
  description: count =>
    `${plural(count, 'link between finished tasks is', 'links between finished tasks are')} not kept by the actual dates; the plan of what is left does not depend on it.`,
  advice: {
    title: 'Check the actual dates of finished work',
    description: 'Correct the dates that were reported wrongly, and leave the others as they are.',
  },
  ...notKept(true),
}

type DivergenceReason = (typeof DIVERGENCE_REASONS)[number]

const REASON_WORDS: Readonly<Record<DivergenceReason, string>> = {
  complete: 'finished',
  late_constraint: 'held by a late constraint',
  must_finish_by: 'held by must_finish_by',
  as_late_as_possible: 'moved as late as possible',
  critical_float_days_max: 'by the float that critical_float_days_max allows',
  calendars: 'between different calendars',
}

/** A date that lies after the finish takes no float, it gives some: to tasks that are on the longest path alone. */
const FLOAT_BY_DATE: Readonly<Partial<Record<DivergenceReason, { readonly words: string; readonly advice: string }>>> =
  {
    late_constraint: {
      words: 'with float up to a late constraint after the finish',
      advice:
        'Float that a late constraint after the finish gives is margin to that date: work on the longest path that slips still moves the finish.',
    },
    must_finish_by: {
      words: 'with float up to must_finish_by after the finish',
      advice:
        'Float up to must_finish_by after the finish is margin to that date: work on the longest path that slips still moves the finish.',
    },
  }

const withFloatIn = (reason: DivergenceReason): string => `${reason}_with_float`

/** Tasks by reason; those that a date gives float, of their reason once more. */
function divergenceSides({ divergence: { tasks, reason }, result }: FindingContext): Record<string, number> {
  const counts: Record<string, number> = { ...divergenceCounts({ reason }) }
  for (const [n, i] of tasks.entries()) {
    const name = DIVERGENCE_REASONS[reason[n]]!
    if (FLOAT_BY_DATE[name] === undefined || result.critical[i] === 1) continue
    counts[withFloatIn(name)] = (counts[withFloatIn(name)] ?? 0) + 1
  }
  return counts
}

/** Why a task is on one of the two critical paths alone, and what to do then. */
const DIVERGENCE_ADVICE: Readonly<Record<DivergenceReason, string>> = {
  complete: 'Finished work on it has no float any more and needs no action.',
  late_constraint:
    'Keep the late constraints that the contract sets, and remove the others: they make more tasks critical by float.',
  must_finish_by: 'Without must_finish_by, floats count to the computed finish and both paths are the same.',
  as_late_as_possible: 'Remove ALAP where the work need not wait: it spends the float of the task.',
  critical_float_days_max:
    'scheduling_options.critical_float_days_max calls another total float than 0 critical; the longest path does not read it.',
  calendars:
    'Tasks that follow each other in different calendars have float in the one alone: look at those on the longest path, whatever their float.',
}

export const divergence: CpmRow = {
  code: 'CPM_PATHS_DIVERGE',
  severity: 'info',
  title: 'Longest path and critical by float differ',
  description: count =>
    `${plural(count, 'task is', 'tasks are')} critical by float or on the longest path, but not both; see divergence.`,
  advice: ({ evidence }) => ({
    title: 'Report the longest path',
    description: [
      'It shows what drives the finish.',
      ...DIVERGENCE_REASONS.flatMap(reason => {
        const [all = 0, withFloat = 0] = [reason, withFloatIn(reason)].map(each => Number(factsOf(evidence)[each] ?? 0))
        return [
          ...(all > withFloat ? [DIVERGENCE_ADVICE[reason]] : []),
          ...(withFloat > 0 ? [FLOAT_BY_DATE[reason]!.advice] : []),
        ]
      }),
    ].join(' '),
  }),
  find: context =>
    context.divergence.tasks.length === 0
      ? NO_HITS
      : { ...hitsOf(context.divergence.tasks), evidence: divergenceSides(context) },
  detail: (context, { count }) => {
    const { prepared, result } = context
    const counts = divergenceSides(context)
    const reasons = DIVERGENCE_REASONS.flatMap(reason => {
      const withFloat = counts[withFloatIn(reason)] ?? 0
      const others = (counts[reason] ?? 0) - withFloat
      return [
        ...(others > 0 ? [`${others} ${REASON_WORDS[reason]}`] : []),
        ...(withFloat > 0 ? [`${withFloat} ${FLOAT_BY_DATE[reason]!.words}`] : []),
      ]
    })
    const none = result.critical.includes(1) ? '' : ' No task is critical by float.'
    return `${shareText(count, prepared.input.network.order.length, 'task')}: ${reasons.join(', ')}.${none}`
  },
}

/** An open task of the longest path whose drag was not computed. Only tasks of that path have one. */
const isLeftOut = ({ prepared, result, drag }: FindingContext, i: number): boolean =>
  result.onLongestPath[i] === 1 && prepared.input.state[i] !== COMPLETE && Number.isNaN(drag[i])

export const dragLeftOut: CpmRow = {
  code: 'CPM_DRAG_LEFT_OUT',
  severity: 'info',
  title: 'Drag not computed for every task',
  description: count =>
    `Drag was not computed for ${plural(count, 'unfinished task')} of the longest path: with calendars each task needs a pass of its own, and the number of passes is bounded.`,
  advice: {
    title: 'Begin with the tasks whose drag is known',
    description: 'They have the longest remaining durations of the path, so most can be gained there.',
  },
  find: context => {
    const { columns, prepared, paths } = context
    if (!paths.longest.some(i => isLeftOut(context, i))) return NO_HITS
    return {
      ...allHitsWhere(columns.taskCount, i => isLeftOut(context, i)),
      sizeOf: i => prepared.input.remainingDays[i],
    }
  },
  detail: ({ columns: { taskCount }, prepared, result }, { count }) =>
    `${shareText(
      count,
      countWhere(taskCount, i => result.onLongestPath[i] === 1 && prepared.input.state[i] !== COMPLETE),
      ['unfinished task of the longest path', 'unfinished tasks of the longest path'],
    )}.`,
}

export const reverseCritical: CpmRow = {
  code: 'CPM_REVERSE_CRITICAL',
  severity: 'info',
  title: 'Longer tasks would shorten the project',
  description: count =>
    `${plural(count, 'task has', 'tasks have')} a negative drag: FF or SF links make the project longer when such a task gets shorter.`,
  advice: {
    title: 'Check the FF and SF links of the reverse-critical tasks',
    description: 'Give each start a link of its own (SS or FS), so that shorter work does not begin later.',
  },
  find: ({ drag, paths }) =>
    paths.longest.some(i => drag[i] < -EPSILON_DAYS)
      ? { ...allHitsBelow(drag, -EPSILON_DAYS), sizeOf: i => -drag[i] }
      : NO_HITS,
  detail: (context, { count }) => {
    const { columns, drag, paths } = context
    const worst = least(context, drag)
    return `${shareText(count, paths.longest.length, ['task of the longest path', 'tasks of the longest path'])}. Most: ${taskText(columns, worst)}, drag ${inDays(drag[worst], offsetBasis(context.choice.mode))}.`
  },
}

export const differsFromSupplied: CpmRow = seekIn(SUPPLIED_ROWS.differsFromSupplied, ({ supplied }) => supplied)

export const differsLittleFromSupplied: CpmRow = seekIn(
  SUPPLIED_ROWS.differsLittleFromSupplied,
  ({ supplied }) => supplied,
)
