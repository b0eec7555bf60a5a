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

/** The same for GET /mcp/tools: the registry of the analyses, and apart from it the tools that are none. */
export const registryFor = (tier: TierName): string => {
  const [tools, more] = (['analysis', 'service'] as const).map(kind =>
    toolsFor(tier)
      .filter(tool => tool.kind === kind)
      .map(toolListing),
  )
  return JSON.stringify({ tools, more_tools: more })
}
