/** What the planning horizon reports beside its score: packages that are due or overdue, work not broken down, or too early. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import { NEAR_PACKAGES_ADVICE } from '../../../check/advice.ts'
import type { CheckOutcome, CheckRow, Coded } from '../../../check/check.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { LONG_DURATION_DAYS } from '../../../check/limits.ts'
import { needsStatusDate } from '../../../check/needs.ts'
import { shareOf } from '../../../check/outcomes.ts'
import { basisOf, longestTask, namedTask, worstTask } from '../../../check/worst.ts'
import { NOT_STARTED } from '../../../population/progress.ts'
import { dateText, inDays } from '../../../wording/days.ts'
import { figure } from '../../../wording/figure.ts'
import { WORDS } from '../words.ts'
import { isLong, NEAR, SOURCE } from './components.ts'
import { type HorizonContext, isNear, isOpenPackage, needsWindows } from './context.ts'
import { remainingDaysOf, workShares } from './windows.ts'

export interface HorizonObservation extends CheckRow<HorizonContext> {
  /** Code of the component that reports the same when it fails: then the finding is its own. */
  readonly reportedBy?: string
}

/** Tasks this short in the far window are detail that cannot be known yet. */
const SHORT_FAR_DAYS = 20
/** Share of all work from which that is worth telling. */
const SHORT_FAR_PERCENT = 30
const PACKAGE = ['planning package', 'planning packages'] as const
const OPEN_PACKAGES = WORDS.openPackages.message

type Words = Omit<HorizonObservation, 'unit' | 'threshold' | 'operator' | 'source'>

const observation = <const Code extends string>(words: Coded<Words, Code>): Coded<HorizonObservation, Code> => ({
  ...words,
  unit: 'percent',
  threshold: null,
  operator: null,
  source: SOURCE,
})

const shareOfPackages = (
  context: HorizonContext,
  test: (task: number) => boolean,
  words: (count: number) => string,
): CheckOutcome => {
  const hits = allHitsWhere(context.columns.taskCount, i => isOpenPackage(context, i) && test(i))
  const none = WORDS.shareOfPackages.none
  return shareOf(hits, context.openPackageCount, context.openPackageCount === 0 ? none : words(hits.count))
}

export const HORIZON_OBSERVATIONS = [
  observation({
    code: 'PH06',
    title: WORDS.nearPackages.title,
    severity: 'high',
    worst: namedTask,
    advice: NEAR_PACKAGES_ADVICE,
    population: OPEN_PACKAGES,
    noun: PACKAGE,
    formula: WORDS.nearPackages.formula,
    needs: [needsWindows],
    reportedBy: 'PH02',
    run: context =>
      shareOfPackages(
        context,
        i => isNear(context, i),
        count => WORDS.nearPackages.message(count),
      ),
  }),
  observation({
    code: 'PH07',
    title: WORDS.overduePackages.title,
    severity: 'critical',
    worst: worstTask<HorizonContext>(
      ({ dates, statusDay }, i) => statusDay - dates.start[i],
      ({ dates, statusDay }, i) =>
        WORDS.overduePackages.worst(
          dateText(dates.start[i]),
          inDays(statusDay - dates.start[i], 'calendar'),
          dateText(statusDay),
        ),
    ),
    advice: {
      title: WORDS.overduePackages.adviceTitle,
      description: WORDS.overduePackages.adviceDescription,
    },
    population: OPEN_PACKAGES,
    noun: PACKAGE,
    formula: WORDS.overduePackages.formula,
    needs: [needsStatusDate, needsWindows],
    run: context =>
      shareOfPackages(
        context,
        i => {
          const start = context.dates.start[i]
          return context.tasks.state[i] === NOT_STARTED && start !== DAY_ABSENT && start < context.statusDay
        },
        count => WORDS.overduePackages.message(count),
      ),
  }),
  observation({
    code: 'PH08',
    title: WORDS.longNearTasks.title,
    severity: 'medium',
    worst: longestTask,
    advice: {
      title: WORDS.longNearTasks.adviceTitle,
      description: WORDS.longNearTasks.adviceDescription,
    },
    population: NEAR,
    noun: ['near task', 'near tasks'],
    formula: WORDS.longNearTasks.formula,
    needs: [needsWindows],
    reportedBy: 'PH01',
    run: context => {
      const hits = allHitsWhere(context.columns.taskCount, i => context.near.marks[i] === 1 && isLong(context, i))
      const words = WORDS.longNearTasks.message(hits.count, inDays(LONG_DURATION_DAYS, basisOf(context)))
      return shareOf(hits, context.near.count, context.near.count === 0 ? WORDS.longNearTasks.none : words)
    },
  }),
  observation({
    code: 'PH09',
    title: WORDS.farDetail.title,
    severity: 'low',
    worst: namedTask,
    advice: {
      title: WORDS.farDetail.adviceTitle,
      description: WORDS.farDetail.adviceDescription,
    },
    population: WORDS.farDetail.population,
    formula: WORDS.farDetail.formula(SHORT_FAR_DAYS, SHORT_FAR_PERCENT),
    isSizeless: true,
    needs: [needsWindows],
    run: context => {
      const { columns, durations, packageCount } = context
      const { far, total } = workShares(context)
      const isShort = (i: number): boolean => far[i] === 1 && durations.days[i] <= SHORT_FAR_DAYS + EPSILON_DAYS
      let days = 0
      for (let i = 0; i < columns.taskCount; i++) if (isShort(i)) days += remainingDaysOf(context, i)
      const percent = total > 0 ? (100 * days) / total : 0
      const isReported = packageCount === 0 && percent > SHORT_FAR_PERCENT + EPSILON_DAYS
      const hits = allHitsWhere(columns.taskCount, i => isReported && isShort(i))
      const message =
        packageCount > 0
          ? WORDS.farDetail.hasPackages
          : WORDS.farDetail.message(figure(percent), inDays(SHORT_FAR_DAYS, basisOf(context)), SHORT_FAR_PERCENT)
      const value = packageCount > 0 || total === 0 ? null : percent
      return { numerator: hits.count, denominator: context.work.count, value, message, hits }
    },
  }),
] as const satisfies readonly HorizonObservation[]
