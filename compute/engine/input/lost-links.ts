/** The gate of a schedule of which links were lost, or read otherwise than they are written: its dates may lie anywhere before the true ones. */

import type { ReadFault, ReadFaultKind, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { joinHits } from '../check/findings.ts'
import { GATE_ROWS, LOST_SHARE_MAX } from '../check/gate-rows.ts'
import { type Gate, gateOf } from '../check/gates.ts'
import { plural } from '../wording/numbers.ts'
import { faultHits } from './context.ts'
import { givenLinkCount } from './link-checks.ts'

const LOST: readonly ReadFaultKind[] = ['unknown_predecessor', 'lost_link', 'unparsable_link']
/** Kinds of fault that make a link lose its lag or its type. */
const MISREAD: readonly ReadFaultKind[] = ['bad_number', 'unknown_enum']

/** The check of the input that counts a fault, whose advice settles the gate. */
const CODES: Readonly<Partial<Record<ReadFaultKind, string>>> = {
  unknown_predecessor: 'V101',
  lost_link: 'V101',
  unparsable_link: 'V010',
  bad_number: 'V011',
  unknown_enum: 'V008',
}

const isLost = ({ kind }: ReadFault): boolean => LOST.includes(kind)
const isMisread = ({ kind, field }: ReadFault): boolean => field === 'predecessors' && MISREAD.includes(kind)

export function lostLinkGate(columns: ScheduleColumns): Gate[] {
  const lost = faultHits(columns, isLost)
  const misread = faultHits(columns, isMisread)
  const total = givenLinkCount(columns)
  const count = Math.min(total, lost.count + misread.count)
  if (count === 0) return []
  return [
    gateOf(count > LOST_SHARE_MAX * total ? GATE_ROWS.lostLinks : GATE_ROWS.someLinksLost, {
      description: `${[
        ...(lost.count === 0 ? [] : [plural(lost.count, 'link was lost', 'links were lost')]),
        ...(misread.count === 0
          ? []
          : [`${plural(misread.count, 'link has', 'links have')} a type or a lag that could not be read`]),
      ].join(', ')}, of ${plural(total, 'link')} in all.`,
      hits: { ...joinHits([lost, misread]), count },
      earnedBy: [
        ...new Set(columns.faults.flatMap(fault => (isLost(fault) || isMisread(fault) ? CODES[fault.kind]! : []))),
      ],
      evidence: { links_lost: lost.count, links_misread: misread.count, links_total: total },
    }),
  ]
}
