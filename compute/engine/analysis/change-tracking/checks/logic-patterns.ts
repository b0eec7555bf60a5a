/** Patterns in links and constraints: CT04, CT06, CT11. */
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { counted } from '../../../check/findings.ts'
import { LINK_ADDED, LINK_LAG_CHANGED, LINK_REMOVED, LINK_RETYPED, NO_LINK } from '../../../compare/link-changes.ts'
import { NO_MATCH } from '../../../ids/match-ids.ts'
import { FS } from '../../../passes/relation.ts'
import { FINDING_TASKS_MAX, type ResultValue } from '../../../result/result.ts'
import { plural } from '../../../wording/numbers.ts'
import { relationText } from '../change-text.ts'
import { isOnLongestPath } from '../edits.ts'
import { isHeld } from '../find-changes.ts'
import {
  durationChange,
  hasDurations,
  hasLinks,
  hitsOfAfter,
  hitsOfIdentities,
  isOpen,
  matchedWhere,
  type PairContext,
  type PatternRow,
  patternRow,
} from './context.ts'
import { bridgedByLag, goneTasks } from './gone-tasks.ts'

/** The first of the changed links n, as relations before and after. */
function showLinks({ before, after, links }: PairContext, changed: readonly number[]): ResultValue {
  return changed.slice(0, FINDING_TASKS_MAX).map(n => {
    const [kb, ka] = [links.before[n], links.after[n]]
    const side = kb === NO_LINK ? after.columns : before.columns
    return {
      predecessor: textAt(side.id, side.links.task[kb === NO_LINK ? ka : kb]),
      successor: textAt(after.columns.id, links.successor[n]),
      before: kb === NO_LINK ? null : relationText(before.columns, kb),
      after: ka === NO_LINK ? null : relationText(after.columns, ka),
    }
  })
}

/** Outcome of changed links: hits are their successors, counted are the links. */
function linkOutcome(
  pair: PairContext,
  changed: readonly number[],
  denominator: number,
  message: string,
): CheckOutcome {
  const successors = changed.map(n => pair.afterIds[pair.links.successor[n]])
  return counted(hitsOfIdentities(successors, changed.length), denominator, message, {
    links: showLinks(pair, changed),
  })
}

const where = ({ links }: PairContext, test: (n: number) => boolean): number[] => {
  const found: number[] = []
  for (let n = 0; n < links.kind.length; n++) if (test(n)) found.push(n)
  return found
}

const criticalLogicRemoval = patternRow({
  code: 'CT04',
  title: 'Critical logic removed or weakened',
  severity: 'high',
  unit: 'links',
  population:
    'Driving links on the longest path of the earlier status between tasks that both statuses have, the successor incomplete in the later one.',
  formula: 'Those that are gone, turned from FS into another relation, or lost lag.',
  needs: [hasLinks],
  advice: {
    title: 'Justify the logic that left the longest path',
    description: 'Put the links back, or name the change of the work that made them untrue.',
  },
  run: pair => {
    const { before, after, beforeOf, afterOf, links } = pair
    const { start, task, type, lagDays } = before.columns.links
    let denominator = 0
    for (const i of matchedWhere(pair, at => isOpen(pair, at))) {
      const j = beforeOf[i]
      if (before.result.onLongestPath[j] === 0) continue
      for (let k = start[j]; k < start[j + 1]; k++) {
        if (task[k] >= 0 && afterOf[task[k]] !== NO_MATCH && isOnLongestPath(before, k, j)) denominator++
      }
    }
    const isWeaker = (n: number): boolean => {
      const kb = links.before[n]
      if (links.kind[n] === LINK_REMOVED) return true
      if (links.kind[n] === LINK_RETYPED) return type[kb] === FS
      return after.columns.links.lagDays[links.after[n]] < lagDays[kb] - EPSILON_DAYS
    }
    const found = where(pair, n => {
      const kb = links.before[n]
      const i = links.successor[n]
      return (
        kb !== NO_LINK &&
        afterOf[task[kb]] !== NO_MATCH &&
        isOpen(pair, i) &&
        isOnLongestPath(before, kb, beforeOf[i]) &&
        isWeaker(n)
      )
    })
    const message = `${plural(found.length, 'link of the earlier longest path was', 'links of the earlier longest path were')} removed or weakened before incomplete work.`
    return linkOutcome(pair, found, denominator, message)
  },
})

const constraints = patternRow({
  code: 'CT06',
  title: 'Hard constraints added, or removed under negative float',
  severity: ({ evidence }) => ((evidence as { added: number }).added > 0 ? 'high' : 'medium'),
  population: 'Tasks of both statuses, no summaries, incomplete in the later one.',
  formula:
    'Those with a dated hard constraint (MSO, MFO, SO, FO, SNLT, FNLT) that they had not before (high), or that lost theirs while total float was below 0 (medium).',
  needs: [],
  advice: {
    title: 'Justify the hard constraints',
    description: 'Replace each by the link that sets the date, or name the contract date that it stands for.',
  },
  run: pair => {
    const { before, after } = pair
    const open = matchedWhere(pair, i => isOpen(pair, i))
    const was = (i: number): boolean => isHeld(before.columns, pair.beforeOf[i])
    const is = (i: number): boolean => isHeld(after.columns, i)
    const added = open.filter(i => is(i) && !was(i))
    const relieved = open.filter(i => was(i) && !is(i) && before.result.totalFloat[pair.beforeOf[i]] < -EPSILON_DAYS)
    const message = `${plural(added.length, 'hard constraint was', 'hard constraints were')} added${relieved.length === 0 ? '' : `, ${relieved.length} removed while float was negative`}.`
    return counted(hitsOfAfter(pair, [...added, ...relieved]), open.length, message, {
      added: added.length,
      removed: relieved.length,
    })
  },
})

const lagLaundering = patternRow({
  code: 'CT11',
  title: 'Lag in place of work',
  severity: 'medium',
  unit: 'links',
  population: 'Links of the later status into incomplete tasks that are new or have more lag than before.',
  noun: ['new or longer link', 'new or longer links'],
  formula:
    'Those with a positive lag inserted or raised where an incomplete task at either end was shortened, or where the link takes the place of a removed task.',
  needs: [hasLinks, hasDurations],
  advice: {
    title: 'Replace the lags by work',
    description: 'Put the shortened work back, or make each lag a task with progress, resource and owner.',
  },
  run: pair => {
    const { before, after, beforeOf, links } = pair
    const isShortened = (i: number): boolean =>
      beforeOf[i] !== NO_MATCH && isOpen(pair, i) && durationChange(pair, i) < -EPSILON_DAYS
    const raised = where(pair, n => {
      if (!isOpen(pair, links.successor[n])) return false
      if (links.kind[n] === LINK_ADDED) return true
      if (links.kind[n] !== LINK_LAG_CHANGED && links.kind[n] !== LINK_RETYPED) return false
      return after.columns.links.lagDays[links.after[n]] > before.columns.links.lagDays[links.before[n]] + EPSILON_DAYS
    })
    const gone = goneTasks(pair)
    const found = raised.filter(n => {
      const k = links.after[n]
      if (!(after.columns.links.lagDays[k] > EPSILON_DAYS)) return false
      const [p, s] = [after.columns.links.task[k], links.successor[n]]
      return isShortened(p) || isShortened(s) || bridgedByLag(pair, gone, p, s)
    })
    const message = `${plural(found.length, 'positive lag was', 'positive lags were')} inserted or raised where work was shortened or removed.`
    return linkOutcome(pair, found, raised.length, message)
  },
})

export const LOGIC_PATTERNS = [
  criticalLogicRemoval,
  constraints,
  lagLaundering,
] as const satisfies readonly PatternRow[]
