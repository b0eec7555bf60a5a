/** The description of a tool for agents: the Tool of the Model Context Protocol, in every revision and in GET /mcp/tools. */
import type { TierName } from '../tiers.ts'
import { toolsFor } from './agent-tools.ts'
import type { AgentTool } from './tool.ts'

export const toolListing = ({ name, title, description, inputSchema, outputSchema, annotations }: AgentTool) => ({
  name,
  title,
  description,
  inputSchema,
  ...(outputSchema === undefined ? {} : { outputSchema }),
  annotations,
})

const listings = new Map<TierName, string>()

/** The tools that a tier may call, as JSON. */
export function listingFor(tier: TierName): string {
  const known = listings.get(tier) ?? JSON.stringify(toolsFor(tier).map(toolListing))
  listings.set(tier, known)
  return known
}

/** The same for GET /mcp/tools: the registry of the analyses that the specification names, and apart from it the tools that are none of those. */
export const registryFor = (tier: TierName): string => {
  const isNamed = (tool: AgentTool): boolean => tool.kind === 'analysis' && tool.row.isFurther !== true
  const [tools, more] = [true, false].map(named => toolsFor(tier).filter(tool => isNamed(tool) === named))
  return JSON.stringify({ tools: tools!.map(toolListing), more_tools: more!.map(toolListing) })
}
