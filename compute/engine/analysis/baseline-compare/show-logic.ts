/** The blocks about logic: drift of the links, and progress out of sequence. */
import { LINK_CHANGE_KINDS } from '../../../../shared/contract/analysis/baseline-compare/words.ts'
import type { LinkColumns } from '../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { ComputedStatus } from '../../compare/computed-status.ts'
import { compareLinks, type LinkChanges, type LogicDrift } from '../../compare/link-changes.ts'
import type { TaskMatch } from '../../compare/match-tasks.ts'
import { LINK_DRIVING } from '../../cpm/float.ts'
import { earlyDates, finishOf } from '../../cpm/forward.ts'
import { withOverride } from '../../cpm/input.ts'
import { holdingLinks } from '../../cpm/out-of-sequence.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { type ResultValue, Table, type TableColumn } from '../../result/result.ts'
import { roundHalfAway, roundScore } from '../../wording/numbers.ts'
import type { Comparison } from './context.ts'

/** What progress out of sequence does to the finish: retained logic less progress override. */
export interface OosImpact {
  /** Offsets of the project finish. */
  readonly retained: number
  readonly override: number
  /**
   * Started tasks whose remaining work waits for unfinished predecessors, and finished ones whose successors do, in input
   * order.
   */
  readonly tasks: Int32Array
  /** The predecessor that holds each longest, and the days of its calendar that it waits. */
  readonly waitsFor: Int32Array
  readonly waitDays: Float64Array
}

function oosImpact({ columns, prepared, result }: ComputedStatus): OosImpact {
  const { input } = prepared
  const { links, successors, waitDays } = holdingLinks(input, result.early, columns)
  const tasks: number[] = []
  const waitsFor: number[] = []
  const held: number[] = []
  // the links of one successor stand together
  links.forEach((k, n) => {
    const last = tasks.length - 1
    if (tasks[last] !== successors[n]) {
      tasks.push(successors[n])
      waitsFor.push(input.network.task[k])
      held.push(waitDays[n])
    } else if (waitDays[n] > held[last] + EPSILON_DAYS) {
      waitsFor[last] = input.network.task[k]
      held[last] = waitDays[n]
    }
  })
  return {
    retained: result.projectFinish,
    override:
      tasks.length === 0 ? result.projectFinish : finishOf(withOverride(input), earlyDates(input.network.taskCount)),
    tasks: Int32Array.from(tasks),
    waitsFor: Int32Array.from(waitsFor),
    waitDays: Float64Array.from(held),
  }
}

/**
 * Links of the baseline's longest path that are gone (/docs/methods/baseline-compare#logic): the two tasks are joined by no
 * link any more, or one of them was deleted. The drift itself is ../link-changes.ts. O(n + m).
 */
interface RemovedLinks {
  /** Tasks of the baseline schedule. */
  readonly predecessor: Int32Array
  readonly successor: Int32Array
}

function removedDrivingLinks(current: ComputedStatus, baseline: ComputedStatus, match: TaskMatch): RemovedLinks {
  const { network, result } = baseline
  const { links, taskCount } = current.columns
  const predecessor: number[] = []
  const successor: number[] = []
  // current task i is a predecessor of the successor at hand when its entry is that successor + 1
  const leadsTo = zeros(Uint32Array, taskCount)
  for (let j = 0; j < network.taskCount; j++) {
    if (result.onLongestPath[j] === 0) continue
    const i = match.currentOf[j]
    if (i !== NO_MATCH) {
      for (let k = links.start[i]; k < links.start[i + 1]; k++) if (links.task[k] >= 0) leadsTo[links.task[k]] = i + 1
    }
    for (let k = network.start[j]; k < network.start[j + 1]; k++) {
      const q = network.task[k]
      if (result.onLongestPath[q] === 0 || (result.linkMarks[k] & LINK_DRIVING) === 0) continue
      const p = match.currentOf[q]
      if (i !== NO_MATCH && p !== NO_MATCH && leadsTo[p] === i + 1) continue
      if (predecessor.at(-1) === q && successor.at(-1) === j) continue
      predecessor.push(q)
      successor.push(j)
    }
  }
  return { predecessor: Int32Array.from(predecessor), successor: Int32Array.from(successor) }
}

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
