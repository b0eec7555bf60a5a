/** Hard constraints, rationale of high float, the tool's critical path: 06A209a, 211a, 401a. */

import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../../calendar/snap.ts'
import { bySize } from '../../../check/check.ts'
import { allHitsWhere, counted, shareOf } from '../../../check/findings.ts'
import { NOUNS, needsCpm, needsPredecessors } from '../../../check/needs.ts'
import { basisOf } from '../../../check/worst.ts'
import { computeCpm } from '../../../cpm/cpm.ts'
import { withoutHardConstraints } from '../../../cpm/input.ts'
import { hardConstraintShare, isHardInItsTool } from '../../../metrics/constraints.ts'
import { HIGH_FLOAT_CAUSES, HIGH_FLOAT_DAYS, isHighFloat, mostFloat, needsFloats } from '../../../metrics/floats.ts'
import { COMPLETE } from '../../../population/progress.ts'
import { inDays } from '../../../wording/days.ts'
import { plural, roundHalfAway } from '../../../wording/numbers.ts'
import { someOf } from '../../../wording/shares.ts'
import { type DecmContext, type DecmRow, DISCRETE, decmRow, INCOMPLETE, profiles } from './context.ts'

const hardConstraints = decmRow({
  code: '06A209a',
  title: 'Hard constraints',
  severity: bySize,
  population: `${INCOMPLETE}.`,
  formula:
    'Those with MSO or MFO, in a schedule that is not by the rules of P6 also SNLT or FNLT / all such. In P6 only mandatory start and mandatory finish are hard.',
  noun: NOUNS.openWork,
  profiles: profiles(0, 0),
  needs: [],
  ...hardConstraintShare<DecmContext>(context => context.incomplete, false, isHardInItsTool),
})

const needsFloat = needsFloats<DecmContext>(context => context.floating)

const highFloat = decmRow({
  code: '06A211a',
  title: 'Rationale of high float',
  severity: bySize,
  population: `${DISCRETE}, without schedule margin; of them those with high float where rationales are given.`,
  formula: `Where custom_field_map gives float_rationale or float_justification: high-float tasks (total float above ${HIGH_FLOAT_DAYS}) without one / high-float tasks. Else, as a proxy: high-float tasks / all such. The official test is manual.`,
  unit: 'percent',
  noun: NOUNS.openWork,
  profiles: profiles(20, 5),
  needs: [needsFloat],
  advice: { title: 'Explain or link the high float', causes: HIGH_FLOAT_CAUSES },
  worst: mostFloat,
  run: context => {
    const { columns, floating, floats } = context
    const { taskCount, floatRationale } = columns
    const isKnown = (i: number): boolean => floating.marks[i] === 1 && !Number.isNaN(floats.days[i])
    const isHigh = (i: number): boolean => isKnown(i) && isHighFloat(floats.days[i])
    const high = allHitsWhere(taskCount, isHigh)
    const known = allHitsWhere(taskCount, isKnown)
    const isRationale = floatRationale.includes(1)
    const hits = isRationale ? allHitsWhere(taskCount, i => isHigh(i) && floatRationale[i] === 0) : high
    const bound = `a total float above ${inDays(HIGH_FLOAT_DAYS, basisOf(context))}`
    const words = isRationale ? `${bound} and no rationale for it` : bound
    return shareOf(
      hits,
      isRationale ? high.count : known.count,
      `${plural(hits.count, 'task has', 'tasks have')} ${words}.`,
      {
        method: isRationale ? 'rationale' : 'proxy',
        high_float: high.count,
        float_source: floats.source,
        unknown_float: floating.count - known.count,
        excluded_by_type: floating.excludedByType,
      },
    )
  },
})

const criticalPath = decmRow({
  code: '06A401a',
  title: "Critical path of the schedule's tool",
  severity: bySize,
  population:
    'Incomplete tasks of the longest path of the test network, which has no hard constraint and no must-finish date; the rate is per incomplete task.',
  formula:
    "Those not on the tool's path: supplied total float above the least supplied one of the longest path as scheduled, and above 0; without supplied floats the computed ones, likewise.",
  unit: 'tasks',
  profiles: profiles(0, 0),
  needs: [needsPredecessors, needsCpm],
  advice: {
    title: 'Reconcile the critical path',
    description: 'Recalculate the schedule, then compare calendars and constraints.',
  },
  worst: mostFloat,
  run: ({ columns, incomplete, network }) => {
    const { prepared, result } = network.cpm!
    const { totalFloatDays } = columns
    const { input, removed } = withoutHardConstraints(prepared.input)
    const { onLongestPath } = removed === 0 ? result : computeCpm(input)
    const isOpen = (i: number): boolean => incomplete.marks[i] === 1 && prepared.input.state[i] !== COMPLETE
    const isOnPath = (i: number): boolean => isOpen(i) && onLongestPath[i] === 1
    const path = allHitsWhere(columns.taskCount, isOnPath).all!
    // the tool's path has the least float of the path as scheduled
    const asScheduled = allHitsWhere(columns.taskCount, i => isOpen(i) && result.onLongestPath[i] === 1).all!
    const isSupplied = (i: number): boolean => !Number.isNaN(totalFloatDays[i])
    const supplied = path.filter(isSupplied)
    const isDegraded = supplied.length === 0
    const floatOf = isDegraded ? result.totalFloat : totalFloatDays
    const measured = isDegraded ? asScheduled : asScheduled.filter(isSupplied)
    // floats that count to a must-finish date after the finish are above 0 on the path, too
    const least = (measured.length === 0 ? supplied : measured).reduce(
      (min, i) => Math.min(min, floatOf[i]),
      Number.POSITIVE_INFINITY,
    )
    const bound = path.length === 0 || least === Number.POSITIVE_INFINITY ? 0 : Math.max(0, least)
    const hits = allHitsWhere(columns.taskCount, i => isOnPath(i) && floatOf[i] > bound + EPSILON_DAYS)
    const message = `${someOf(hits.count, path.length, 'task on the longest path', ['is', 'are'], 'tasks on the longest path')} not critical by ${isDegraded ? 'computed' : 'supplied'} float.`
    return counted(hits, incomplete.count, message, {
      longest_path_tasks: path.length,
      constraints_removed: removed,
      with_supplied_float: supplied.length,
      float_bound: roundHalfAway(bound, OFFSET_DECIMALS),
      degraded: isDegraded,
    })
  },
})

export const DECM_PATH_CHECKS = [hardConstraints, highFloat, criticalPath] as const satisfies readonly DecmRow[]
