/** Resources of a dataset and what tasks have of them: hours and costs. Quantities of material, dates and rates have no place in the format. */
import type { ResourceType, SentResource } from '../../../../../shared/contract/schedule/resources.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import type { AssignmentFloat } from '../../growing-assignments.ts'
import { type FileResource, FileResources, reportTaskless, reportUnknownResources } from '../file-resources.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { type JsonRecord, numberOf, textOf } from './spd-values.ts'

const AMOUNTS: readonly (readonly [field: string, name: AssignmentFloat])[] = [
  ['Budget_AtCompletion_Dollars', 'budgetedCost'],
  ['Budget_AtCompletion_Hours', 'budgetedUnits'],
  ['Actual_ToDate_Dollars', 'actualCost'],
  ['Actual_ToDate_Hours', 'actualUnits'],
  ['Estimate_ToComplete_Dollars', 'remainingCost'],
  ['Estimate_ToComplete_Hours', 'remainingUnits'],
]

/** What has hours works; other direct costs may be machines or money. */
function typeOf(element: string, hasHours: boolean): ResourceType {
  if (element === 'MATERIAL') return 'material'
  if (element === 'OTHER_DIRECT_COSTS') return hasHours ? 'nonlabour' : 'cost'
  return element === 'SUBCONTRACT' && !hasHours ? 'cost' : 'labour'
}

const hoursOf = (record: JsonRecord): boolean =>
  AMOUNTS.some(([field]) => field.endsWith('_Hours') && !Number.isNaN(numberOf(record[field])))

interface ResourceTables {
  readonly resources: readonly JsonRecord[]
  readonly assignments: readonly JsonRecord[]
}

/** Assignments to the columns; returns the resources that tasks name, as the container has them. */
export function setResources(
  { resources, assignments }: ResourceTables,
  rowOf: ReadonlyMap<string, number>,
  builder: ColumnsBuilder,
  warnings: ImportWarnings,
): readonly SentResource[] {
  const list = new FileResources()
  const worked = new Set(assignments.filter(hoursOf).map(({ ResourceID }) => textOf(ResourceID)))
  const byId = new Map<string, FileResource>()
  const names = new Map<string, string>()
  for (const { ID, Name, ElementOfCostID } of resources) {
    const [id, name] = [textOf(ID), textOf(Name)]
    if (id === '' || byId.has(id)) continue
    byId.set(id, list.add(id, '', typeOf(textOf(ElementOfCostID), worked.has(id)), ''))
    if (name !== '' && name !== id) names.set(id, name)
  }
  const found: (readonly [at: number, resource: FileResource])[] = []
  let [unknown, taskless] = [0, 0]
  for (const record of assignments) {
    const row = rowOf.get(textOf(record.TaskID))
    const resource = byId.get(textOf(record.ResourceID))
    if (row === undefined) taskless++
    else if (resource === undefined) unknown++
    else {
      resource.isNamed = true
      // the resource gets its code when all that work are known
      const at = builder.assignments.add(row, 0)
      found.push([at, resource])
      for (const [field, name] of AMOUNTS) {
        const value = numberOf(record[field])
        if (value >= 0) builder.assignments.set(at, name, value)
      }
    }
  }
  list.settle(builder)
  for (const [at, resource] of found) builder.assignments.setResource(at, resource.code)
  reportUnknownResources(warnings, unknown)
  reportTaskless(warnings, taskless)
  const named = list.member(() => false).resources ?? []
  return named.map(each => (names.has(each.id) ? { ...each, name: names.get(each.id)! } : each))
}
