/** Components of the logic audit about ends and links, and all of them in the order of their codes; what it reports unscored: observations.ts. */

import type { Coded } from '../../../check/check.ts'
import { bySize } from '../../../check/check.ts'
import { allHitsWhere, shareOf } from '../../../check/findings.ts'
import { NOUNS, needsCpm } from '../../../check/needs.ts'
import { namedTask } from '../../../check/worst.ts'
import { HARD_TYPES_TEXT, hardConstraintShare } from '../../../metrics/constraints.ts'
import { ENDS_EXEMPT, openEndsShare } from '../../../metrics/ends.ts'
import { LAGS, LEADS, type LinkRule, linkShare, NOT_FS, relationCounts } from '../../../metrics/links.ts'
import { SF } from '../../../passes/relation.ts'
import { plural } from '../../../wording/numbers.ts'
import { DISCRETE, LINK_BASE, LINKS_OF_BASE, type LogicComponent, type LogicContext, SOURCE } from './context.ts'
import { NETWORK_COMPONENTS } from './network-components.ts'
import { REDUNDANCY_LINKS_MAX } from './redundant-links.ts'

type Words = Pick<LogicComponent, 'code' | 'component' | 'title' | 'weight' | 'zero'> &
  Partial<Pick<LogicComponent, 'needs' | 'formula'>> & { readonly threshold: number }

const component = <const Code extends string>(
  words: Coded<Words, Code>,
  rule: LinkRule<LogicContext>,
  family = LINKS_OF_BASE,
): Coded<LogicComponent, Code> => ({
  needs: [],
  ...linkShare(family, rule),
  ...words,
  severity: bySize,
  population: LINK_BASE,
  operator: '<=',
  source: SOURCE,
})

const impliedLinks = component(
  {
    code: 'LA08',
    component: 'redundant',
    title: 'Redundant links',
    weight: 4,
    threshold: 5,
    zero: 50,
    needs: [needsCpm],
  },
  {
    formula:
      'FS links without lag beside another path of live FS links, none of them with a lead, between the same tasks / links.',
    advice: {
      title: 'Remove the redundant links',
      description: 'Delete each link between two tasks that a longer path of FS links joins already.',
    },
    test:
      ({ redundant: marks }) =>
      k =>
        marks?.[k] === 1,
    message: count => `${plural(count, 'link follows', 'links follow')} from others.`,
  },
)

const LINK_COMPONENTS = [
  component({ code: 'LA03', component: 'leads', title: 'Leads', weight: 12, threshold: 0, zero: 20 }, LEADS),
  component({ code: 'LA04', component: 'lags', title: 'Lags', weight: 8, threshold: 5, zero: 40 }, LAGS),
  component(
    {
      code: 'LA05',
      component: 'non_fs',
      title: 'Links other than finish-to-start',
      formula: 'SS, FF and SF links / links.',
      weight: 6,
      threshold: 10,
      zero: 50,
    },
    NOT_FS,
    {
      ...LINKS_OF_BASE,
      evidenceOf: ({ columns, base }, { successors }) => ({
        successor_count: successors.length,
        counts: relationCounts(columns.links, base),
      }),
    },
  ),
  component(
    { code: 'LA06', component: 'sf', title: 'Start-to-finish links', weight: 4, threshold: 0, zero: 5 },
    {
      formula: 'SF links / links.',
      advice: {
        title: 'Turn the SF links round',
        description: 'Replace each by an FS link the other way round, or by an SS link where both begin together.',
      },
      test:
        ({ columns: { links } }) =>
        k =>
          links.type[k] === SF,
      message: count => `${plural(count, 'link is', 'links are')} start-to-finish.`,
    },
  ),
  {
    ...impliedLinks,
    /** A large schedule lacks no datum, so the component is not applicable there, not skipped. */
    run: (context: LogicContext) => {
      const outcome = impliedLinks.run(context)
      if (context.redundant !== undefined) return outcome
      return { ...outcome, value: null, message: `Not sought among more than ${REDUNDANCY_LINKS_MAX} live links.` }
    },
  },
] as const satisfies readonly LogicComponent[]

const countOf = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0)

const END_COMPONENTS = [
  {
    code: 'LA01',
    component: 'open_ends',
    title: 'Open ends',
    weight: 30,
    severity: bySize,
    population: `${DISCRETE} ${ENDS_EXEMPT}`,
    formula: 'Those with no predecessor or no successor / such tasks.',
    noun: NOUNS.openWork,
    threshold: 5,
    zero: 30,
    operator: '<=',
    source: SOURCE,
    needs: [],
    ...openEndsShare<LogicContext>(context => context.discrete),
  },
  {
    code: 'LA02',
    component: 'dangling',
    title: 'Dangling tasks',
    weight: 10,
    severity: bySize,
    population: DISCRETE,
    formula:
      'Those of a duration above 0, not open, with only FF and SF predecessors or only SS and SF successors / such tasks.',
    unit: 'percent',
    noun: NOUNS.openWork,
    threshold: 0,
    zero: 25,
    operator: '<=',
    source: SOURCE,
    needs: [],
    advice: {
      title: 'Tie down the dangling ends',
      description: 'Add the FS or SS link that starts the work, or the FS or FF link that needs its finish.',
    },
    worst: namedTask,
    run: ({ columns, discrete, dangling: ends }) => {
      const hits = allHitsWhere(columns.taskCount, i => ends.start[i] === 1 || ends.finish[i] === 1)
      const starts = countOf(ends.start)
      const finishes = countOf(ends.finish)
      const message = `${plural(hits.count, 'task dangles', 'tasks dangle')}: ${plural(starts, 'start')} that nothing holds, ${plural(finishes, 'finish', 'finishes')} that ${finishes === 1 ? 'drives' : 'drive'} nothing.`
      return shareOf(hits, discrete.count, message, {
        free_starts: starts,
        free_finishes: finishes,
        excluded_by_type: discrete.excludedByType,
      })
    },
  },
  {
    code: 'LA07',
    component: 'hard_constraints',
    title: 'Hard constraints',
    weight: 8,
    severity: bySize,
    population: DISCRETE,
    formula: `Those with ${HARD_TYPES_TEXT} / such tasks. SNET and ALAP are not hard.`,
    noun: NOUNS.openWork,
    threshold: 5,
    zero: 40,
    operator: '<=',
    source: SOURCE,
    needs: [],
    ...hardConstraintShare<LogicContext>(context => context.discrete, true),
  },
] as const satisfies readonly LogicComponent[]

export const LOGIC_COMPONENTS = [...END_COMPONENTS, ...LINK_COMPONENTS, ...NETWORK_COMPONENTS].sort((a, b) =>
  a.code < b.code ? -1 : 1,
) satisfies readonly LogicComponent[]
