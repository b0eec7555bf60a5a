/** Components on links and constraints: what follows from the predecessors alone, without a network. */

import { allHitsWhere, shareOf } from '../../../check/findings.ts'
import { NOUNS } from '../../../check/needs.ts'
import { HARD_TYPES, hardConstraintShare } from '../../../metrics/constraints.ts'
import { firstOpen, openEndsAdvice, SUMMARIES_CLOSE, withoutSummaries } from '../../../metrics/ends.ts'
import {
  LAGS,
  LEADS,
  type LinkFamily,
  linkShare,
  NOT_FS,
  relationCounts,
  withPointLinks,
} from '../../../metrics/links.ts'
import { NO_TASK } from '../../../population/terminals.ts'
import { plural } from '../../../wording/numbers.ts'
import { limitText, percentText } from '../../../wording/shares.ts'
import { component, DISCRETE, type HealthContext, type HealthRow, L14 } from './context.ts'

const isOpenStart = ({ discrete, live }: HealthContext, i: number): boolean =>
  discrete.marks[i] === 1 && live.hasPredecessor[i] === 0
const isOpenFinish = ({ discrete, live }: HealthContext, i: number): boolean =>
  discrete.marks[i] === 1 && live.hasSuccessor[i] === 0

const NO_EXEMPT = { exemptStart: NO_TASK, exemptFinish: NO_TASK }

/** A project begins and ends somewhere: one open start and one open finish are taken for that. */
const beyondOne = (count: number): number => Math.max(0, count - 1)

const OPEN_PERCENT_MAX = 5

/** "5 open ends beyond those in 99 tasks, 5.1 %, limit 5 %" */
export const openEndsText = (count: number, tasks: number, limitPercent: number): string =>
  [
    `${plural(count, 'open end')} beyond those in ${plural(tasks, 'task')}`,
    percentText(count, tasks, limitPercent),
    limitText({ operator: '<=', value: limitPercent, unit: ' %' }),
  ]
    .filter(each => each !== undefined)
    .join(', ')

/** Name of the component that a gate looks at. */
export const LOGIC_COVERAGE = 'logic_coverage'

const logicCoverage = component({
  component: LOGIC_COVERAGE,
  code: 'HS01',
  title: 'Logic coverage',
  weight: 25,
  threshold: OPEN_PERCENT_MAX,
  zero: 30,
  // a task may have two open ends, so they are no share of the tasks
  isSizeless: true,
  population: `${DISCRETE}. A link to or from level of effort or an unknown id does not count as a predecessor or a successor. ${SUMMARIES_CLOSE}`,
  formula: '(open starts - 1, at least 0) + (open finishes - 1, at least 0), per task of the population.',
  advice: openEndsAdvice,
  worst: firstOpen(context => context.live),
  run: context => {
    const { columns, discrete } = context
    const starts = allHitsWhere(columns.taskCount, i => isOpenStart(context, i)).count
    const finishes = allHitsWhere(columns.taskCount, i => isOpenFinish(context, i)).count
    const open = allHitsWhere(columns.taskCount, i => isOpenStart(context, i) || isOpenFinish(context, i))
    const count = beyondOne(starts) + beyondOne(finishes)
    const { text, evidence } = withoutSummaries(context.live, i => discrete.marks[i] === 1, NO_EXEMPT)
    const size = openEndsText(count, discrete.count, OPEN_PERCENT_MAX)
    const message = `${plural(starts, 'task has', 'tasks have')} no predecessor, ${finishes} no successor; one of each is the project's own. ${size}.${text}`
    return shareOf({ ...open, count }, discrete.count, message, {
      open_starts: starts,
      open_finishes: finishes,
      ...evidence,
      excluded_by_type: discrete.excludedByType,
    })
  },
})

const FAMILY: LinkFamily<HealthContext> = {
  populationOf: context => context.l14,
  say: (context, message, test) => withPointLinks(context, context.live, context.l14, message, test),
}

export const LOGIC_COMPONENTS = [
  logicCoverage,
  component({
    component: 'leads',
    code: 'HS02',
    title: 'Leads',
    weight: 8,
    threshold: 0,
    zero: 20,
    population: `${L14}.`,
    ...linkShare(FAMILY, LEADS),
  }),
  component({
    component: 'lags',
    code: 'HS03',
    title: 'Lags',
    weight: 5,
    threshold: 5,
    zero: 40,
    population: `${L14}.`,
    ...linkShare(FAMILY, LAGS),
    formula: 'Links with a positive lag / links.',
  }),
  component({
    component: 'relationship_mix',
    code: 'HS04',
    title: 'Relationship mix',
    weight: 4,
    threshold: 10,
    zero: 50,
    population: `${L14}.`,
    ...linkShare(
      { ...FAMILY, evidenceOf: ({ columns, l14 }) => ({ counts: relationCounts(columns.links, l14) }) },
      NOT_FS,
    ),
  }),
  component({
    component: 'hard_constraints',
    code: 'HS05',
    title: 'Hard constraints',
    weight: 8,
    threshold: 5,
    zero: 40,
    population: `${DISCRETE}.`,
    noun: NOUNS.openWork,
    formula: `${HARD_TYPES.join(', ')} / tasks of the population.`,
    ...hardConstraintShare<HealthContext>(context => context.discrete),
  }),
] as const satisfies readonly HealthRow[]
