/** The five components of the planning horizon, in the order of their codes. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import { NEAR_PACKAGES_ADVICE, openEndsAdvice } from '../../../check/advice.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import type { ComponentRow } from '../../../check/components.ts'
import { allHitsWhere, NO_HITS } from '../../../check/findings.ts'
import { LONG_DURATION_DAYS } from '../../../check/limits.ts'
import { shareOf } from '../../../check/outcomes.ts'
import { bySize } from '../../../check/severity.ts'
import { cite, ofThisService, published } from '../../../check/source.ts'
import { basisOf, longestTask, namedTask } from '../../../check/worst.ts'
import { participationOf } from '../../../kind/participation.ts'
import { isOpen } from '../../../population/open-ends.ts'
import { percentOf } from '../../../population/progress.ts'
import { isLoaded } from '../../../population/task-states.ts'
import type { ResultValue } from '../../../result/result.ts'
import { inDays } from '../../../wording/days.ts'
import { WORDS } from '../words.ts'
import { countWhere, type HorizonContext, isNear, isOpenPackage, needsWindows } from './context.ts'

export type HorizonComponent = ComponentRow<HorizonContext>

export const SOURCE = ofThisService(WORDS.source.message, cite('gao', 'rolling wave planning'))
export const NEAR = WORDS.near.message
const PACKAGES = WORDS.packages.message
/** A planning package this short should be a task. */
const SHORT_PACKAGE_DAYS = 1

export const isLong = ({ durations }: HorizonContext, i: number): boolean =>
  durations.days[i] > LONG_DURATION_DAYS + EPSILON_DAYS

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
  const message = all === 0 ? WORDS.keepingShare.message : words(hits.count)
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
  title: WORDS.nearDetail.title,
  weight: 40,
  severity: 'medium',
  population: NEAR,
  formula: WORDS.nearDetail.formula,
  noun: [WORDS.nearDetail.one, WORDS.nearDetail.many],
  unit: 'percent',
  threshold: 95,
  zero: 60,
  operator: '>=',
  source: SOURCE,
  needs: [needsWindows],
  advice: {
    title: WORDS.nearDetail.adviceTitle,
    description: WORDS.nearDetail.adviceDescription,
  },
  worst: longestTask,
  run: context =>
    keepingShare(
      context,
      i => context.near.marks[i] === 1,
      i => isLong(context, i),
      count => WORDS.nearDetail.message(count, inDays(LONG_DURATION_DAYS, basisOf(context))),
      {
        ...placing(context),
        missing_duration: countWhere(context.columns.taskCount, i => context.durations.missing[i] === 1),
      },
    ),
} as const satisfies HorizonComponent

const packageConversion = {
  code: 'PH02',
  component: 'pp_conversion',
  title: WORDS.packageConversion.title,
  weight: 25,
  severity: 'high',
  population: WORDS.packageConversion.population(PACKAGES),
  formula: WORDS.packageConversion.formula,
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
    const message = all === 0 ? WORDS.packageConversion.noPackages : WORDS.packageConversion.message(hits.count)
    return shareOf(hits, all, message, { undated: context.undatedCount })
  },
} as const satisfies HorizonComponent

const nearLogic = {
  code: 'PH03',
  component: 'near_logic',
  title: WORDS.nearLogic.title,
  weight: 15,
  severity: bySize,
  population: WORDS.nearLogic.population(NEAR),
  formula: WORDS.nearLogic.formula,
  noun: [WORDS.nearLogic.one, WORDS.nearLogic.many],
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
      found => WORDS.nearLogic.message(found),
      { missing_predecessor: count(open.start), missing_successor: count(open.finish), ...placing(context) },
    )
  },
} as const satisfies HorizonComponent

const nearResources = {
  code: 'PH04',
  component: 'near_resources',
  title: WORDS.nearResources.title,
  weight: 10,
  severity: bySize,
  population: WORDS.nearResources.population(NEAR),
  formula: WORDS.nearResources.formula,
  noun: [WORDS.nearResources.one, WORDS.nearResources.many],
  unit: 'percent',
  threshold: 90,
  zero: 10,
  operator: '>=',
  source: SOURCE,
  needs: [needsWindows],
  advice: {
    title: WORDS.nearResources.adviceTitle,
    description: WORDS.nearResources.adviceDescription,
  },
  worst: namedTask,
  run: context => {
    const { columns, tasks, near } = context
    const loaded = countWhere(columns.taskCount, i => tasks.leftOut[i] === 0 && isLoaded(columns, i))
    const isMember = (i: number): boolean => near.marks[i] === 1 && participationOf(tasks.kind[i]).demand
    if (loaded === 0) {
      const none = shareOf(NO_HITS, countWhere(columns.taskCount, isMember), WORDS.nearResources.notLoaded)
      return { ...none, value: null }
    }
    return keepingShare(
      context,
      isMember,
      i => !isLoaded(columns, i),
      count => WORDS.nearResources.message(count),
      { loaded_tasks: loaded, ...placing(context) },
    )
  },
} as const satisfies HorizonComponent

const packageIntegrity = {
  code: 'PH05',
  component: 'pp_integrity',
  title: WORDS.packageIntegrity.title,
  weight: 10,
  severity: bySize,
  population: WORDS.packageIntegrity.population(PACKAGES),
  formula: WORDS.packageIntegrity.formula(SHORT_PACKAGE_DAYS),
  unit: 'percent',
  threshold: 0,
  zero: 20,
  operator: '<=',
  source: published(cite('decm', '10A302b and 10A303a')),
  needs: [],
  advice: {
    title: WORDS.packageIntegrity.adviceTitle,
    description: WORDS.packageIntegrity.adviceDescription,
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
        ? WORDS.packageIntegrity.noPackages
        : WORDS.packageIntegrity.message(
            count(performs),
            count(isShort) === 0 ? '' : WORDS.packageIntegrity.shortOnes(count(isShort)),
          )
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
