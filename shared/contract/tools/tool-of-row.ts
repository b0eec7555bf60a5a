/** The tool of an analysis, by the id of its row. */
import type { EndpointId } from '../catalogue/catalogue.ts'
import { AGENT_TOOLS } from './agent-tools.ts'
import type { AnalysisTool } from './tool.ts'

const toolByRow = new Map<EndpointId, AnalysisTool>(AGENT_TOOLS.map(tool => [tool.row.id, tool]))

export function toolOf(rowId: EndpointId): AnalysisTool {
  const tool = toolByRow.get(rowId)
  if (tool === undefined) throw new Error(`no tool is made from ${rowId}`)
  return tool
}
