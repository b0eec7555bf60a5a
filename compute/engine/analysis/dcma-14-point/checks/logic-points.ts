/** Points 1 to 5: open ends, leads, lags, relation types, hard constraints. */

import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import {
  HARD_CONSTRAINTS_ADVICE,
  LAGS_ADVICE,
  LEADS_ADVICE,
  openEndsAdvice,
  RELATIONS_ADVICE,
} from '../../../check/advice.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { allHitsWhere, hitsOf } from '../../../check/findings.ts'
import { hardConstraintsOf } from '../../../check/hard-constraints.ts'
import { shareOf } from '../../../check/outcomes.ts'
import { NOUNS } from '../../../check/population-nouns.ts'
import { atLeast, bySize } from '../../../check/severity.ts'
import { cite, published } from '../../../check/source.ts'
import {
  basisOf,
  firstConstraint,
  firstTask,
  isLag,
  isLead,
  namedTask,
  openText,
  worstLag,
} from '../../../check/worst.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { FS } from '../../../passes/relation.ts'
import { type LinkHits, linkHits } from '../../../population/live-links.ts'
import { isOpen, openEndsOf } from '../../../population/open-ends.ts'
import { summaryLinksOf } from '../../../population/summary-links.ts'
import { NO_TASK } from '../../../population/terminals.ts'
import { WORDS } from '../words.ts'
import { type Dcma14Context, type Dcma14Row, pointCode } from './context.ts'

const SOURCE = published(cite('pam', 'section 4'), cite('winter', 'denominators'))
const T14 = WORDS.t14.message
const L14 = WORDS.l14.message

const idOf = ({ id }: ScheduleColumns, task: number): string | null => (task === NO_TASK ? null : textAt(id, task))

const openEnds = {
  code: pointCode(1),
  title: WORDS.openEnds.title,
  severity: atLeast('high'),
  population: WORDS.openEnds.population(T14),
  formula: WORDS.openEnds.formula,
  unit: 'percent',
  noun: NOUNS.openTasks,
  threshold: 5,
  operator: '<=',
  source: SOURCE,
  needs: [],
  advice: openEndsAdvice,
  worst: firstTask((context, i) => openText(context.network.live, i)),
  run: ({ columns, t14, network: { live, terminals } }) => {
    const { exemptStart, exemptFinish } = terminals
    const open = openEndsOf(t14.marks, live, terminals)
    const starts = allHitsWhere(columns.taskCount, i => open.start[i] === 1)
    const finishes = allHitsWhere(columns.taskCount, i => open.finish[i] === 1)
    const hits = allHitsWhere(columns.taskCount, i => isOpen(open, i))
    const message = WORDS.openEnds.message(hits.count, starts.count, finishes.count)
    return shareOf(hits, t14.count, message, {
      missing_predecessor: starts.count,
      missing_successor: finishes.count,
      exempt_start: idOf(columns, exemptStart),
      exempt_finish: idOf(columns, exemptFinish),
      excluded_by_type: t14.excludedByType,
    })
  },
} as const satisfies Dcma14Row

/** Share of L14; the hits are its links, named by their successors. */
function shareOfLinks(context: Dcma14Context, hits: LinkHits, message: string, evidence: object = {}): CheckOutcome {
  const { count, successors } = hits
  return shareOf(hitsOf(successors, count), context.l14.count, withSummaries(context, message), {
    successor_count: successors.length,
    ...evidence,
  })
}

/** Links of summaries are in none of these shares, also where they drive. */
function withSummaries({ columns }: Dcma14Context, message: string): string {
  const count = summaryLinksOf(columns, columns.taskType)?.count ?? 0
  return count === 0 ? message : `${message} ${WORDS.l14.ofSummaries(count)}`
}

const lagOf = ({ columns, l14 }: Dcma14Context, test: (lagDays: number) => boolean): LinkHits =>
  linkHits(columns.links, l14, k => test(columns.links.lagDays[k]))

const leads = {
  code: pointCode(2),
  title: WORDS.leads.title,
  severity: bySize,
  population: L14,
  formula: WORDS.leads.formula,
  unit: 'percent',
  threshold: 0,
  operator: '<=',
  source: SOURCE,
  needs: [],
  advice: LEADS_ADVICE,
  noun: ['link', 'links'],
  worst: worstLag<Dcma14Context>(context => context.l14, isLead, basisOf),
  run: context => {
    const hits = lagOf(context, lag => lag < 0)
    return shareOfLinks(context, hits, WORDS.leads.message(hits.count))
  },
} as const satisfies Dcma14Row

const lags = {
  code: pointCode(3),
  title: WORDS.lags.title,
  severity: bySize,
  population: L14,
  formula: WORDS.lags.formula,
  unit: 'percent',
  threshold: 5,
  operator: '<=',
  source: SOURCE,
  needs: [],
  advice: LAGS_ADVICE,
  noun: ['link', 'links'],
  worst: worstLag<Dcma14Context>(context => context.l14, isLag, basisOf),
  run: context => {
    const hits = lagOf(context, lag => lag > 0)
    return shareOfLinks(context, hits, WORDS.lags.message(hits.count))
  },
} as const satisfies Dcma14Row

const relationTypes = {
  code: pointCode(4),
  title: WORDS.relationTypes.title,
  severity: bySize,
  population: L14,
  formula: WORDS.relationTypes.formula,
  unit: 'percent',
  threshold: 90,
  operator: '>=',
  source: SOURCE,
  needs: [],
  advice: RELATIONS_ADVICE,
  worst: namedTask,
  noun: ['link finish-to-start', 'links finish-to-start'],
  run: context => {
    const { l14 } = context
    const { links } = context.columns
    const { count } = linkHits(links, l14, k => links.type[k] === FS)
    const others = linkHits(links, l14, k => links.type[k] !== FS)
    const counts = zeros(Uint32Array, RELATION_TYPES.length)
    for (let k = 0; k < l14.marks.length; k++) if (l14.marks[k] === 1) counts[links.type[k]]++
    const message = withSummaries(context, WORDS.relationTypes.message(others.count))
    return {
      ...shareOf({ tasks: [], count }, l14.count, message, {
        counts: Object.fromEntries(RELATION_TYPES.map((type, code) => [type, counts[code]])),
      }),
      // the tasks concerned are those with another relation
      hits: hitsOf(others.successors, others.count),
    }
  },
} as const satisfies Dcma14Row

const hardConstraints = {
  code: pointCode(5),
  title: WORDS.hardConstraints.title,
  severity: bySize,
  population: T14,
  formula: WORDS.hardConstraints.formula,
  unit: 'percent',
  noun: NOUNS.openTasks,
  threshold: 5,
  operator: '<=',
  source: SOURCE,
  needs: [],
  advice: HARD_CONSTRAINTS_ADVICE,
  worst: firstConstraint,
  run: ({ columns, t14 }) => hardConstraintsOf(columns, t14),
} as const satisfies Dcma14Row

export const LOGIC_POINTS = [
  openEnds,
  leads,
  lags,
  relationTypes,
  hardConstraints,
] as const satisfies readonly Dcma14Row[]
