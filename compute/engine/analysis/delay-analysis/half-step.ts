/**
 * The half-step of MIP 3.4 (/docs/methods/delay-analysis#windows): the tasks, links, durations and constraints of the earlier schedule
 * with the progress of the later one. Work in progress takes the remaining duration that the later schedule reports.
 */

import type { CpmInput } from '../../cpm/input.ts'
import { lagsLeft } from '../../cpm/lags.ts'
import { placeConstraints } from '../../cpm/prepare.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { copied } from '../../ids/short-arrays.ts'
import { NOT_STARTED } from '../../population/progress.ts'
import type { Pairing } from './pairing.ts'
import type { Status } from './status.ts'

export function halfStep(earlier: Status, later: Status, { toLater }: Pairing): CpmInput {
  const { columns, network, prepared } = earlier
  const before = prepared.input
  const now = later.prepared.input
  const state = copied(before.state)
  const remainingDays = copied(before.remainingDays)
  const reportedStart = copied(before.reportedStart)
  const reportedFinish = copied(before.reportedFinish)
  let firstStart = before.floor
  for (let i = 0; i < toLater.length; i++) {
    const j = toLater[i]
    if (j !== NO_MATCH) {
      state[i] = now.state[j]
      remainingDays[i] = state[i] === NOT_STARTED ? prepared.durationDays[i] : now.remainingDays[j]
      reportedStart[i] = now.reportedStart[j]
      reportedFinish[i] = now.reportedFinish[j]
    }
    if (network.takesPart[i] === 1 && reportedStart[i] < firstStart) firstStart = reportedStart[i]
  }
  const { timeline } = later.prepared
  const statusOffset = timeline === undefined ? firstStart : timeline.startOffset(later.statusDay)
  const dataDate = before.clock === undefined ? Math.max(firstStart, statusOffset) : now.dataDate
  const constraints = placeConstraints(columns, network, timeline, state)
  return {
    network,
    floor: firstStart,
    dataDate,
    state,
    remainingDays,
    reportedStart,
    reportedFinish,
    constraint: constraints.acting,
    constraintOffset: constraints.offset,
    lagDays: lagsLeft(network, { state, reportedStart, reportedFinish, dataDate, clock: before.clock }),
    mustFinish: before.mustFinish,
    override: before.override,
    clock: before.clock,
  }
}
