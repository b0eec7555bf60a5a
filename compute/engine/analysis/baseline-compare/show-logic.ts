/** The blocks about logic: drift of the links, and progress out of sequence. */
import { LINK_CHANGE_KINDS } from '../../../../shared/contract/analysis/baseline-compare/words.ts'
import type { LinkColumns } from '../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { compareLinks, type LinkChanges, type LogicDrift } from '../../compare/link-changes.ts'
import { type ResultValue, Table, type TableColumn } from '../../result/result.ts'
import { roundHalfAway, roundScore } from '../../wording/round.ts'
import type { Comparison } from './context.ts'
import { type RemovedLinks, removedDrivingLinks } from './logic-drift.ts'
import { type OosImpact, oosImpact } from './oos-impact.ts'

export interface DriftBlock {
  readonly drift: LogicDrift
  readonly removed: RemovedLinks
  readonly block: ResultValue
}

export function driftBlock({ current, baseline, match }: Comparison): DriftBlock {
  const { baselineOf, currentOf } = match
  const sides = { before: baseline.columns, after: current.columns, beforeOf: baselineOf, afterOf: currentOf }
  const { changes, drift } = compareLinks(sides)
  const removed = removedDrivingLinks(current, baseline, match)
  const ids = baseline.columns.id
  return {
    drift,
    removed,
    block: {
      drift_pct: roundScore(drift.percent),
      added: drift.added,
      removed: drift.removed,
      changed: drift.changed,
      union: drift.union,
      removed_from_longest_path: new Table(removed.successor.length, {
        predecessor: { kind: 'reference', values: removed.predecessor, into: ids },
        successor: { kind: 'reference', values: removed.successor, into: ids },
      }),
      changes: new Table(changes.kind.length, {
        successor: { kind: 'reference', values: Int32Array.from(changes.successor), into: current.columns.id },
        change: { kind: 'label', values: Uint8Array.from(changes.kind), labels: LINK_CHANGE_KINDS },
        ...linkColumns('baseline', changes.before, baseline.columns),
        ...linkColumns('current', changes.after, current.columns),
      }),
    },
  }
}

/** Predecessor, relation and lag of the links; null where there is none. */
function linkColumns(
  side: string,
  links: LinkChanges['before'],
  { id, links: all }: { readonly id: Comparison['current']['columns']['id']; readonly links: LinkColumns },
): Record<string, TableColumn> {
  const none = RELATION_TYPES.length
  return {
    [`${side}_predecessor`]: {
      kind: 'reference',
      values: Int32Array.from(links, k => (k < 0 ? -1 : all.task[k])),
      into: id,
    },
    [`${side}_type`]: {
      kind: 'label',
      values: Uint8Array.from(links, k => (k < 0 ? none : all.type[k])),
      labels: [...RELATION_TYPES, null],
    },
    [`${side}_lag_days`]: {
      kind: 'number',
      values: Float64Array.from(links, k => (k < 0 ? Number.NaN : all.lagDays[k])),
      decimals: OFFSET_DECIMALS,
    },
  }
}

export function oosBlock({ current }: Comparison): { readonly impact: OosImpact; readonly block: ResultValue } {
  const impact = oosImpact(current)
  const { retained, override, tasks, waitsFor, waitDays } = impact
  const offset = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)
  const into = current.columns.id
  return {
    impact,
    block: {
      impact_days: offset(retained - override),
      retained_finish: offset(retained),
      override_finish: offset(override),
      tasks: new Table(tasks.length, {
        id: { kind: 'reference', values: tasks, into },
        waits_for: { kind: 'reference', values: waitsFor, into },
        wait_days: { kind: 'number', values: waitDays, decimals: OFFSET_DECIMALS },
      }),
    },
  }
}
