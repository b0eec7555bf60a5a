/** Analyser by the id of its row, with what is common to all: findings about the request, names beside ids, and the form of tables. */
import { type AnalysisId, analyses } from '../../shared/contract/analysis/analyses.ts'
import type { WorkId } from '../../shared/contract/catalogue/catalogue.ts'
import { DELIVERABLES, type DeliverableId, deliverableId } from '../../shared/contract/endpoint/deliverable-formats.ts'
import { allocate } from './analysis/allocate/analyser.ts'
import { convert } from './analysis/convert/analyser.ts'
import { deliverable } from './deliverables/deliverable.ts'
import { validateDeliverable } from './deliverables/validate/validate.ts'
import { withInputFindings } from './input/request-findings.ts'
import { METHODS } from './methods.ts'
import type { Analyser } from './result/result.ts'
import { plannedRefusal, plannedUnits, reportAnalyser } from './several-analyses/report-analyser.ts'
import { withTableForm } from './table-form.ts'
import { withTaskNames } from './task-names.ts'

const ofAnalyses = Object.fromEntries(
  analyses.map(({ id, columns, taskTables = [] }) => [
    id,
    withTableForm(withTaskNames(withInputFindings(METHODS[id], columns)), taskTables),
  ]),
) as Record<AnalysisId, Analyser>

const ofDeliverables = Object.fromEntries(
  DELIVERABLES.map(({ name }) => [deliverableId(name), withTaskNames(deliverable(name))]),
) as Record<DeliverableId, Analyser>

export const analysers: Readonly<Record<WorkId, Analyser>> = {
  ...ofAnalyses,
  ...ofDeliverables,
  'deliverables.validate': validateDeliverable,
  'reports.create': reportAnalyser(ofAnalyses),
  'resources.allocate': allocate,
  'schedules.convert': convert,
  'schedules.create': convert,
}

/** Units of a report that is to be a job. */
export const unitsOfReport = plannedUnits(ofAnalyses)
/** What an analysis that is to be a job would be refused for. */
export const refusalOfJob = plannedRefusal(ofAnalyses)
