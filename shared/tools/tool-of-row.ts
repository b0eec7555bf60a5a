/** The tool of an analysis, by the id of its row. */
import { AGENT_TOOLS } from './agent-tools.ts'
import type { AgentTool } from './tool.ts'

const toolByRow = new Map<string, AgentTool>(AGENT_TOOLS.map(tool => [tool.row.id, tool]))

export function toolOf(rowId: string): AgentTool {
  const tool = toolByRow.get(rowId)
  if (tool === undefined) throw new Error(`no tool is made from ${rowId}`)
  return tool
}
