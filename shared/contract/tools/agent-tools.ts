/** All agent tools: those made from the analysis rows, and those of service/. */
import { type AnalysisRow, analyses } from '../analysis/analyses.ts'
import type { EndpointId } from '../catalogue/catalogue.ts'
import type { ToolDescription } from '../endpoint/tool-fields.ts'
import { APP_URI } from '../mcp/protocol.ts'
import { admits, type TierName } from '../tiers.ts'
import { inputSchemaOf } from './input-schema.ts'
import { toolRequest } from './output.ts'
import { OUTPUT_SCHEMA } from './output-schema.ts'
import { NAMES_ARE_DATA } from './service/service-tool.ts'
import { SERVICE_TOOLS } from './service-tools.ts'
import type { AgentTool, AnalysisTool } from './tool.ts'

/** A part of a sentence that leads to a neighbour ends with one of these. */
const CLAUSE_END = /(?<=[;.]) /
const TOOL_NAME = /\b(?:health|analysis|forensics)_\w+/g
/** The first letter of a sentence that is no name of a tool. */
const SENTENCE_START = /(?<=\. )[a-z](?![a-z0-9]*_)/g

/** When to use a tool, without the neighbours that a caller does not see. */
function useBeside(use: string, seen: ReadonlySet<string>): string {
  const clauses = use.split(CLAUSE_END).filter(clause => (clause.match(TOOL_NAME) ?? []).every(name => seen.has(name)))
  return clauses
    .join(' ')
    .replace(/;$/, '.')
    .replace(SENTENCE_START, letter => letter.toUpperCase())
}

function describe({ answers, use, needs, returns }: ToolDescription, seen: ReadonlySet<string>): string {
  return [answers, useBeside(use, seen), `Needs ${needs}`, `Returns ${returns}`, NAMES_ARE_DATA]
    .filter(part => part !== '')
    .join(' ')
}

const EVERY_NAME: ReadonlySet<string> = new Set(analyses.map(row => row.tool))

function agentTool(row: AnalysisRow): AnalysisTool {
  return {
    kind: 'analysis',
    name: row.tool,
    row,
    title: row.toolDescription.title,
    description: describe(row.toolDescription, EVERY_NAME),
    inputSchema: inputSchemaOf(row),
    outputSchema: OUTPUT_SCHEMA,
    // what changes nothing is neither destructive nor repeated in vain: these hints mean nothing then
    annotations: { readOnlyHint: true, openWorldHint: false },
    request: toolRequest(row.request),
    tier: row.tier,
    isMetered: true,
    endpoint: row,
    ...(row.id === 'analysis.cpm' && { app: APP_URI }),
  }
}

/** The analyses, in the order of the catalogue, which never changes between two calls. */
export const AGENT_TOOLS: readonly AnalysisTool[] = Object.freeze(analyses.map(agentTool))

/** Every tool: first those that take in schedules, last those with further questions. */
const ALL_TOOLS: readonly AgentTool[] = Object.freeze([
  ...SERVICE_TOOLS.slice(0, 2),
  ...AGENT_TOOLS,
  ...SERVICE_TOOLS.slice(2),
])

const toolByName = new Map(ALL_TOOLS.map(tool => [tool.name, tool]))

export const toolNamed = (name: string): AgentTool | undefined => toolByName.get(name)

/** The tools that a tier may call, in the same order, described without the others. */
function toolsOf(tier: TierName): readonly AgentTool[] {
  const called = ALL_TOOLS.filter(tool => admits(tool.tier, tier))
  const seen = new Set(called.map(({ name }) => name))
  return called.map(tool =>
    tool.kind === 'service' ? tool : { ...tool, description: describe(tool.row.toolDescription, seen) },
  )
}

const toolsByTier = new Map<TierName, readonly AgentTool[]>()

export function toolsFor(tier: TierName): readonly AgentTool[] {
  const known = toolsByTier.get(tier) ?? toolsOf(tier)
  toolsByTier.set(tier, known)
  return known
}

/** The description of a tool for agents: the Tool of the Model Context Protocol, in every revision and in GET /mcp/tools. */
export const toolListing = ({ name, title, description, inputSchema, outputSchema, annotations, app }: AgentTool) => ({
  name,
  title,
  description,
  inputSchema,
  ...(outputSchema === undefined ? {} : { outputSchema }),
  annotations,
  ...(app === undefined ? {} : { _meta: { ui: { resourceUri: app } } }),
})

const listings = new Map<TierName, string>()

/** The tools that a tier may call, as JSON. */
export function listingFor(tier: TierName): string {
  const known = listings.get(tier) ?? JSON.stringify(toolsFor(tier).map(toolListing))
  listings.set(tier, known)
  return known
}

/** What GET /mcp/tools tells: the registry of the analyses that the specification names, and apart from it the tools that are none of those. */
export const registryFor = (tier: TierName): string => {
  const isNamed = (tool: AgentTool): boolean => tool.kind === 'analysis' && tool.row.isFurther !== true
  const [tools, more] = [true, false].map(named => toolsFor(tier).filter(tool => isNamed(tool) === named))
  return JSON.stringify({ tools: tools!.map(toolListing), more_tools: more!.map(toolListing) })
}

const toolByRow = new Map<EndpointId, AnalysisTool>(AGENT_TOOLS.map(tool => [tool.row.id, tool]))

/** The tool of an analysis, by the id of its row. */
export function toolOf(rowId: EndpointId): AnalysisTool {
  const tool = toolByRow.get(rowId)
  if (tool === undefined) throw new Error(`no tool is made from ${rowId}`)
  return tool
}
