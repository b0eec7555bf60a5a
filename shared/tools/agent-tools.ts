/** The fourteen agent tools (DECISIONS 30), made from the analysis rows. */
import { analyses } from '../endpoint/catalogue.ts'
import type { AnalysisRow } from '../endpoint/row.ts'
import { toolRequest } from './output.ts'
import type { AgentTool } from './tool.ts'

function agentTool(row: AnalysisRow): AgentTool {
  const title = row.summary
  return {
    name: row.tool,
    row,
    title,
    description: row.description ?? row.summary,
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    request: toolRequest(row.request),
  }
}

/** In the order of the catalogue, which never changes between two calls. */
export const AGENT_TOOLS: readonly AgentTool[] = Object.freeze(analyses.map(agentTool))

const toolByName = new Map(AGENT_TOOLS.map(tool => [tool.name, tool]))

export const toolNamed = (name: string): AgentTool | undefined => toolByName.get(name)

const toolByRow = new Map(AGENT_TOOLS.map(tool => [tool.row.id, tool]))

export function toolOf(rowId: string): AgentTool {
  const tool = toolByRow.get(rowId)
  if (tool === undefined) throw new Error(`no tool is made from ${rowId}`)
  return tool
}
