/**
 * POST /api/v1/forensics/as-planned-vs-as-built: what was planned against what was built (AACE 29R-03 MIP 3.1 and 3.2).
 * This file reads the request. compare-plan.ts computes; findings.ts and show-comparison.ts write the result.
 */

import { AsBuiltData } from '../../../../shared/contract/analysis/as-planned-vs-as-built/data.ts'
import type { AsPlannedVsAsBuiltRequest } from '../../../../shared/contract/analysis/as-planned-vs-as-built/request.ts'
import type { Refusal, ValidationFault } from '../../../../shared/contract/errors.ts'
import { findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { joinFindings, seriesFindings } from '../../compare/input-findings.ts'
import { saidFirst } from '../../compare/last-task.ts'
import { type SeriesItem, seriesOf } from '../../compare/series.ts'
import { cycleRefusal } from '../../graph/cycle-text.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { isInPasses } from '../../kind/participation.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { optionsOf, refuseInvalid } from '../../result/options.ts'
import type { Analyser, AnalysisInput, AnalysisResult } from '../../result/result.ts'
import { sectionDates, unknownSection } from '../delay-analysis/contract-dates.ts'
import { eventFindings } from '../delay-analysis/event-findings.ts'
import { eventsOf } from '../delay-analysis/events.ts'
import { comparePlan, type SectionRow } from './compare-plan.ts'
import { AS_BUILT_FINDING_ROWS, endText, ownFindings, summaryOf } from './findings.ts'
import { showComparison } from './show-comparison.ts'

export const asBuiltAnalyser: Analyser = (input, { checkpoint = () => {} }) => {
  const fieldset = fieldsetOf(input, AsBuiltData)
  if (!isFieldset(fieldset)) return fieldset
  const series = seriesOf(input)
  if ('code' in series) return series
  for (const columns of input.schedules.values()) {
    if (topologicalOrder(columns.taskCount, columns.links) === undefined) return cycleRefusal(columns)
  }
  const events = eventsOf(input, series.items)
  if ('code' in events) return events
  const sections = sectionsOf(input, series.items.at(-1)!)
  if ('code' in sections) return sections
  checkpoint()
  const comparison = comparePlan(input, series.items, events, sections, checkpoint)
  const advised = [
    ...ownFindings(comparison),
    ...eventFindings(input, events, series.items),
    ...joinFindings(seriesFindings(series.items)),
  ]
  const result: AnalysisResult = {
    summary: summaryOf(comparison),
    findings: findingsIn(advised),
    recommendations: withAdvice([], advised, null),
    skipped: comparison.skip !== undefined,
    data: keepFields(showComparison(comparison), fieldset),
  }
  return saidFirst(result, AS_BUILT_FINDING_ROWS.endChanged.code, endText(comparison))
}

/** Contract dates of sections, by the rows of their tasks. */
function sectionsOf(input: AnalysisInput, { columns }: SeriesItem): readonly SectionRow[] | Refusal {
  const sections: SectionRow[] = []
  const faults: ValidationFault[] = []
  for (const [n, date] of sectionDates(optionsOf<typeof AsPlannedVsAsBuiltRequest>(input)).entries()) {
    const [row] = tasksOfIds(columns, [date.taskId])
    if (row !== NO_MATCH && isInPasses(columns.taskType[row])) sections.push({ date, row })
    else faults.push(unknownSection(n, date, 'current_schedule'))
  }
  return faults.length > 0 ? refuseInvalid(faults) : sections
}
