/** Components of the logic audit about links: leads, lags, relation types, redundant links. */

import type { Coded } from '../../../check/check.ts'
import { needsCpm } from '../../../check/needs.ts'
import { bySize } from '../../../check/severity.ts'
import { SF } from '../../../kind/relation-types.ts'
import { LAGS, LEADS, type LinkRule, linkShare, NOT_FS, relationCounts } from '../../../metrics/links.ts'
import { plural } from '../../../wording/plural.ts'
import { LINK_BASE, LINKS_OF_BASE, type LogicComponent, type LogicContext, SOURCE } from './context.ts'
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

export const LINK_COMPONENTS = [
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
