/** A tool as agents are told of it: the Tool of the Model Context Protocol, in every revision and in GET /mcp/tools. */
import type { AgentTool } from './tool.ts'

export const toolListing = ({ name, title, description, inputSchema, outputSchema, annotations }: AgentTool) => ({
  name,
  title,
  description,
  inputSchema,
  ...(outputSchema === undefined ? {} : { outputSchema }),
  annotations,
})
