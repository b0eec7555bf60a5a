/** The five components of the planning horizon, in the order of their codes. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import type { Advice, CheckOutcome } from '../../../check/check.ts'
import { bySize } from '../../../check/check.ts'
import type { ComponentRow } from '../../../check/components.ts'
import { allHitsWhere, shareOf } from '../../../check/findings.ts'
import { cite, ofThisService, published } from '../../../check/source.ts'
import { basisOf, namedTask } from '../../../check/worst.ts'
import { participationOf } from '../../../kind/participation.ts'
import { isLongDuration, LONG_DURATION_DAYS, longestTask } from '../../../metrics/durations.ts'
import { openEndsAdvice, SUMMARIES_CLOSE } from '../../../metrics/ends.ts'
import { loadedCount, notLoaded, unloadedText } from '../../../metrics/load.ts'
import { isOpen } from '../../../population/open-ends.ts'
import { percentOf } from '../../../population/progress.ts'
import { isLoaded } from '../../../population/task-states.ts'
import type { ResultValue } from '../../../result/result.ts'
import { inDays } from '../../../wording/days.ts'
import { plural } from '../../../wording/numbers.ts'
import { countWhere, type HorizonContext, isNear, isOpenPackage, needsWindows } from './context.ts'

export type HorizonComponent = ComponentRow<HorizonContext>

export const SOURCE = ofThisService(
  'The guide asks for detail in the near term and says how long that usually is; it gives neither shares nor weights.',
  cite('gao', 'rolling wave planning'),
)
export const NEAR =
  'Near tasks: incomplete work of a duration above 0, begun or starting by the end of the near window, overdue work included; no planning packages, level of effort, summaries and milestones.'
const PACKAGES = 'Planning packages and summary level planning packages'
/** A planning package this short should be a task. */
const SHORT_PACKAGE_DAYS = 1

export const isLong = ({ durations }: HorizonContext, i: number): boolean => isLongDuration(durations.days[i])

/** Share of the members that keep the rule; the hits are those that break it. */
function keepingShare(
  { columns }: HorizonContext,
  isMember: (task: number) => boolean,
  breaks: (task: number) => boolean,
  words: (count: number) => string,
  evidence: ResultValue,
): CheckOutcome {
  const all = countWhere(columns.taskCount, isMember)
  const hits = allHitsWhere(columns.taskCount, i => isMember(i) && breaks(i))
  const keeping = all - hits.count
  const message = all === 0 ? 'No task lies in the near window.' : words(hits.count)
  return {
    ...shareOf(hits, all, message, evidence),
    numerator: keeping,
    value: all === 0 ? null : (100 * keeping) / all,
  }
}

const placing = ({ undatedCount, near }: HorizonContext) => ({
  undated: undatedCount,
  excluded_by_type: near.excludedByType,
})

const nearDetail = {
  code: 'PH01',
  component: 'near_detail',
  title: 'Detail of the near term',
  weight: 40,
  severity: 'medium',
  population: NEAR,
  formula: `Near tasks of ${LONG_DURATION_DAYS} days or less / near tasks.`,
  noun: ['near task short enough', 'near tasks short enough'],
  unit: 'percent',
  threshold: 95,
  zero: 60,
  operator: '>=',
  source: SOURCE,
  needs: [needsWindows],
  advice: {
    title: 'Detail the near term',
    description: 'Break down the long work of the near window into tasks that progress can be measured by.',
  },
  worst: longestTask,
  run: context =>
    keepingShare(
      context,
      i => context.near.marks[i] === 1,
      i => isLong(context, i),
      count =>
        `${plural(count, 'near task is', 'near tasks are')} longer than ${inDays(LONG_DURATION_DAYS, basisOf(context))}.`,
      {
        ...placing(context),
        missing_duration: countWhere(context.columns.taskCount, i => context.durations.missing[i] === 1),
      },
    ),
} as const satisfies HorizonComponent

export const BY_END_OF_NEAR = 'Those begun or starting by the end of the near window / those.'

export const NEAR_PACKAGES_ADVICE: Advice = {
  title: 'Convert the planning packages of the near term',
  description: 'Replace each by detailed tasks with their own links before its work begins.',
}

const packageConversion = {
  code: 'PH02',
  component: 'pp_conversion',
  title: 'Conversion of planning packages',
  weight: 25,
  severity: 'high',
  population: `${PACKAGES}, incomplete.`,
  formula: BY_END_OF_NEAR,
  unit: 'percent',
  threshold: 10,
  zero: 60,
  operator: '<=',
  source: published(cite('decm', '29A601a')),
  needs: [needsWindows],
  advice: NEAR_PACKAGES_ADVICE,
  noun: ['planning package', 'planning packages'],
  worst: namedTask,
  run: context => {
    const hits = allHitsWhere(context.columns.taskCount, i => isOpenPackage(context, i) && isNear(context, i))
    const all = context.openPackageCount
    const message =
      all === 0
        ? 'The schedule has no open planning packages.'
        : `${plural(hits.count, 'planning package is', 'planning packages are')} due within the near window.`
    return shareOf(hits, all, message, { undated: context.undatedCount })
  },
} as const satisfies HorizonComponent

const nearLogic = {
  code: 'PH03',
  component: 'near_logic',
  title: 'Logic of the near term',
  weight: 15,
  severity: bySize,
  population: `${NEAR} One open start and one open finish of the schedule are exempt as the ends of the project. ${SUMMARIES_CLOSE}`,
  formula: 'Near tasks with a predecessor and a successor / near tasks.',
  noun: ['near task linked at both ends', 'near tasks linked at both ends'],
  unit: 'percent',
  threshold: 95,
  zero: 50,
  operator: '>=',
  source: SOURCE,
  needs: [needsWindows],
  advice: openEndsAdvice,
  worst: namedTask,
  run: context => {
    const { open, near } = context
    const count = (marks: Uint8Array): number => countWhere(marks.length, i => marks[i] === 1)
    return keepingShare(
      context,
      i => near.marks[i] === 1,
      i => isOpen(open, i),
      found => `${plural(found, 'near task has', 'near tasks have')} an open end.`,
      { missing_predecessor: count(open.start), missing_successor: count(open.finish), ...placing(context) },
    )
  },
} as const satisfies HorizonComponent

const nearResources = {
  code: 'PH04',
  component: 'near_resources',
  title: 'Resources of the near term',
  weight: 10,
  severity: bySize,
  population: `${NEAR} Schedule margin and visibility tasks carry no resources and are left out.`,
  formula: 'Near tasks with a resource or a budget / near tasks; not applicable where no task of the schedule has any.',
  noun: ['near task with a resource or a budget', 'near tasks with a resource or a budget'],
  unit: 'percent',
  threshold: 90,
  zero: 10,
  operator: '>=',
  source: SOURCE,
  needs: [needsWindows],
  advice: {
    title: 'Assign the near term',
    description: 'Name the resource or the budget of each before it starts, beginning with what starts first.',
  },
  worst: namedTask,
  run: context => {
    const { columns, tasks, near } = context
    const loaded = loadedCount(columns, tasks)
    const isMember = (i: number): boolean => near.marks[i] === 1 && participationOf(tasks.kind[i]).demand
    if (loaded === 0) return notLoaded(countWhere(columns.taskCount, isMember))
    return keepingShare(
      context,
      isMember,
      i => !isLoaded(columns, i),
      count => unloadedText(count, 'near task', 'near tasks'),
      { loaded_tasks: loaded, ...placing(context) },
    )
  },
} as const satisfies HorizonComponent

const packageIntegrity = {
  code: 'PH05',
  component: 'pp_integrity',
  title: 'Integrity of planning packages',
  weight: 10,
  severity: bySize,
  population: `${PACKAGES}, complete ones included.`,
  formula: `Those with percent complete, actual dates or (options.include_ev_validation) earned value, or of ${SHORT_PACKAGE_DAYS} day or less / those.`,
  unit: 'percent',
  threshold: 0,
  zero: 20,
  operator: '<=',
  source: published(cite('decm', '10A302b and 10A303a')),
  needs: [],
  advice: {
    title: 'Plan before you perform',
    description: 'Turn packages that earn progress, or last a day, into tasks.',
  },
  noun: ['planning package', 'planning packages'],
  worst: namedTask,
  run: context => {
    const { columns, packages, durations, withEarnedValue } = context
    const { actualStart, actualFinish, earnedValue } = columns
    const performs = (i: number): boolean =>
      percentOf(columns, i) > 0 ||
      actualStart[i] !== DAY_ABSENT ||
      actualFinish[i] !== DAY_ABSENT ||
      (withEarnedValue && earnedValue[i] > 0)
    const isShort = (i: number): boolean => durations.days[i] <= SHORT_PACKAGE_DAYS + EPSILON_DAYS
    const isOne = (i: number): boolean => packages[i] === 1
    const count = (test: (i: number) => boolean): number => countWhere(columns.taskCount, i => isOne(i) && test(i))
    const hits = allHitsWhere(columns.taskCount, i => isOne(i) && (performs(i) || isShort(i)))
    const message =
      context.packageCount === 0
        ? 'The schedule has no planning packages.'
        : `${plural(count(performs), 'planning package has', 'planning packages have')} progress${count(isShort) === 0 ? '' : `, ${plural(count(isShort), 'lasts', 'last')} a day or less`}.`
    return shareOf(hits, context.packageCount, message, {
      with_progress: count(performs),
      a_day_or_less: count(isShort),
      missing_duration: count(i => durations.missing[i] === 1),
      earned_value_read: withEarnedValue,
    })
  },
} as const satisfies HorizonComponent

export const HORIZON_COMPONENTS = [
  nearDetail,
  packageConversion,
  nearLogic,
  nearResources,
  packageIntegrity,
] as const satisfies readonly HorizonComponent[]
