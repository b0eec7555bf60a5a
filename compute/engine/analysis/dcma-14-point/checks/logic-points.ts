/** Points 1 to 5: open ends, leads, lags, relation types, hard constraints. */

import { atLeast, bySize } from '../../../check/check.ts'
import { hitsOf, shareOf } from '../../../check/findings.ts'
import { NOUNS } from '../../../check/needs.ts'
import { cite, published } from '../../../check/source.ts'
import { namedTask } from '../../../check/worst.ts'
import { HARD_TYPES_TEXT, hardConstraintShare } from '../../../metrics/constraints.ts'
import { ENDS_EXEMPT, openEndsShare } from '../../../metrics/ends.ts'
import {
  LAGS,
  LEADS,
  type LinkFamily,
  linkShare,
  NOT_FS,
  relationCounts,
  withPointLinks,
} from '../../../metrics/links.ts'
import { FS } from '../../../passes/relation.ts'
import { linkHits } from '../../../population/live-links.ts'
import { summaryLinksOf } from '../../../population/summary-links.ts'
import { plural } from '../../../wording/numbers.ts'
import { type Dcma14Context, type Dcma14Row, pointCode } from './context.ts'

const SOURCE = published(cite('pam', 'section 4'), cite('winter', 'denominators'))
const T14 = 'Incomplete tasks: no milestones, summaries or level of effort.'
const L14 =
  'Predecessor links of incomplete tasks whose ends both take part in the network: no links into milestones or level of effort, none from or to summaries.'

/** Links of summaries are in none of these shares, also where they drive. */
function withSummaries({ columns }: Dcma14Context, message: string): string {
  const count = summaryLinksOf(columns, columns.taskType)?.count ?? 0
  return count === 0
    ? message
    : `${message} ${plural(count, 'link from or to a summary drives', 'links from or to summaries drive')} dates by the rules of Microsoft Project and ${count === 1 ? 'is' : 'are'} not counted here.`
}

const FAMILY = {
  populationOf: context => context.l14,
  evidenceOf: (_, { successors }) => ({ successor_count: successors.length }),
  say: (context, message, test) =>
    withSummaries(context, withPointLinks(context, context.network.live, context.l14, message, test)),
} satisfies LinkFamily<Dcma14Context>

export const LOGIC_POINTS = [
  {
    code: pointCode(1),
    title: 'Logic',
    severity: atLeast('high'),
    population: `${T14} ${ENDS_EXEMPT}`,
    formula: 'Those with no predecessor or no successor / incomplete tasks.',
    noun: NOUNS.openTasks,
    threshold: 5,
    operator: '<=',
    source: SOURCE,
    needs: [],
    ...openEndsShare<Dcma14Context>(context => context.t14),
  },
  {
    code: pointCode(2),
    title: 'Leads',
    severity: bySize,
    population: L14,
    threshold: 0,
    operator: '<=',
    source: SOURCE,
    needs: [],
    ...linkShare(FAMILY, LEADS),
  },
  {
    code: pointCode(3),
    title: 'Lags',
    severity: bySize,
    population: L14,
    threshold: 5,
    operator: '<=',
    source: SOURCE,
    needs: [],
    ...linkShare(FAMILY, LAGS),
  },
  {
    code: pointCode(4),
    title: 'Relationship types',
    severity: bySize,
    population: L14,
    formula: 'FS links / links.',
    unit: 'percent',
    threshold: 90,
    operator: '>=',
    source: SOURCE,
    needs: [],
    advice: NOT_FS.advice,
    worst: namedTask,
    noun: ['link finish-to-start', 'links finish-to-start'],
    run: context => {
      const { l14, columns } = context
      const { links } = columns
      const { count } = linkHits(links, l14, k => links.type[k] === FS)
      const others = linkHits(links, l14, NOT_FS.test(context))
      const message = FAMILY.say(context, NOT_FS.message(others.count, context), NOT_FS.test(context))
      return {
        ...shareOf({ tasks: [], count }, l14.count, message, { counts: relationCounts(links, l14) }),
        // the tasks concerned are those with another relation
        hits: hitsOf(others.successors, others.count),
      }
    },
  },
  {
    code: pointCode(5),
    title: 'Hard constraints',
    severity: bySize,
    population: T14,
    formula: `Those with ${HARD_TYPES_TEXT} / incomplete tasks. SNET and ALAP are not hard.`,
    noun: NOUNS.openTasks,
    threshold: 5,
    operator: '<=',
    source: SOURCE,
    needs: [],
    ...hardConstraintShare<Dcma14Context>(context => context.t14, true),
  },
] as const satisfies readonly Dcma14Row[]
