/** Components of the logic audit about links: leads, lags, relation types, redundant links. */

import { RELATION_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import { LAGS_ADVICE, LEADS_ADVICE, RELATIONS_ADVICE } from '../../../check/advice.ts'
import type { Coded, Need } from '../../../check/check.ts'
import { needsCpm } from '../../../check/needs.ts'
import { bySize } from '../../../check/severity.ts'
import { basisOf, isLag, isLead, namedTask, worstLag } from '../../../check/worst.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { FS, SF } from '../../../passes/relation.ts'
import { plural } from '../../../wording/plural.ts'
import { WORDS } from '../words.ts'
import { LINK_BASE, type LinkTest, type LogicComponent, type LogicContext, SOURCE, shareOfBase } from './context.ts'
import { REDUNDANCY_LINKS_MAX } from './redundant-links.ts'

type Words = Pick<LogicComponent, 'code' | 'component' | 'title' | 'formula' | 'weight' | 'zero' | 'advice'> & {
  readonly threshold: number
  readonly needs?: readonly Need<LogicContext>[]
  readonly worst?: NonNullable<LogicComponent['worst']>
  readonly linkTest: (context: LogicContext) => LinkTest
  readonly message: (count: number) => string
  readonly evidence?: (context: LogicContext) => { readonly [name: string]: number | Record<string, number> }
}

const linkShare = <const Code extends string>({
  message,
  evidence,
  ...words
}: Coded<Words, Code>): Coded<LogicComponent, Code> => ({
  needs: [],
  worst: namedTask,
  ...words,
  severity: bySize,
  population: LINK_BASE,
  unit: 'percent',
  noun: ['link', 'links'],
  operator: '<=',
  source: SOURCE,
  run: context => shareOfBase(context, words.linkTest(context), message, evidence?.(context)),
})

const leads = linkShare({
  code: 'LA03',
  component: 'leads',
  title: WORDS.leads.title,
  formula: WORDS.leads.formula,
  weight: 12,
  threshold: 0,
  zero: 20,
  advice: LEADS_ADVICE,
  worst: worstLag<LogicContext>(context => context.base, isLead, basisOf),
  linkTest:
    ({ columns: { links } }) =>
    k =>
      links.lagDays[k] < 0,
  message: count => WORDS.leads.message(count),
})

const lags = linkShare({
  code: 'LA04',
  component: 'lags',
  title: WORDS.lags.title,
  formula: WORDS.lags.formula,
  weight: 8,
  threshold: 5,
  zero: 40,
  advice: LAGS_ADVICE,
  worst: worstLag<LogicContext>(context => context.base, isLag, basisOf),
  linkTest:
    ({ columns: { links } }) =>
    k =>
      links.lagDays[k] > 0,
  message: count => WORDS.lags.message(count),
})

/** Links of the base by relation type. */
export function relationCounts({ columns: { links }, base }: LogicContext): Record<string, number> {
  const counts = zeros(Uint32Array, RELATION_TYPES.length)
  for (let k = 0; k < base.marks.length; k++) if (base.marks[k] === 1) counts[links.type[k]]++
  return Object.fromEntries(RELATION_TYPES.map((type, code) => [type, counts[code]]))
}

const otherThanFs = linkShare({
  code: 'LA05',
  component: 'non_fs',
  title: WORDS.otherThanFs.title,
  formula: WORDS.otherThanFs.formula,
  weight: 6,
  threshold: 10,
  zero: 50,
  advice: RELATIONS_ADVICE,
  linkTest:
    ({ columns: { links } }) =>
    k =>
      links.type[k] !== FS,
  message: count => WORDS.otherThanFs.message(count),
  evidence: context => ({ counts: relationCounts(context) }),
})

const startToFinish = linkShare({
  code: 'LA06',
  component: 'sf',
  title: WORDS.startToFinish.title,
  formula: WORDS.startToFinish.formula,
  weight: 4,
  threshold: 0,
  zero: 5,
  advice: {
    title: WORDS.startToFinish.adviceTitle,
    description: WORDS.startToFinish.adviceDescription,
  },
  linkTest:
    ({ columns: { links } }) =>
    k =>
      links.type[k] === SF,
  message: count => `${plural(count, 'link is', 'links are')} start-to-finish.`,
})

const impliedLinks = linkShare({
  code: 'LA08',
  component: 'redundant',
  title: WORDS.impliedLinks.title,
  formula: WORDS.impliedLinks.formula,
  weight: 4,
  threshold: 5,
  zero: 50,
  needs: [needsCpm],
  advice: {
    title: WORDS.impliedLinks.adviceTitle,
    description: WORDS.impliedLinks.adviceDescription,
  },
  linkTest:
    ({ redundant: marks }) =>
    k =>
      marks?.[k] === 1,
  message: count => WORDS.impliedLinks.message(count),
})

/** A large schedule lacks no datum, so the component is not applicable there, not skipped. */
const redundant = {
  ...impliedLinks,
  run: (context: LogicContext) => {
    const outcome = impliedLinks.run(context)
    if (context.redundant !== undefined) return outcome
    return { ...outcome, value: null, message: WORDS.redundant.message(REDUNDANCY_LINKS_MAX) }
  },
} satisfies LogicComponent

export const LINK_COMPONENTS = [
  leads,
  lags,
  otherThanFs,
  startToFinish,
  redundant,
] as const satisfies readonly LogicComponent[]
