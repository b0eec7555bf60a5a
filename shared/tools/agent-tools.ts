/** The fourteen agent tools (DECISIONS 30), made from the analysis rows. */
import { analyses } from '../endpoint/catalogue.ts'
import type { AnalysisRow } from '../endpoint/row.ts'
import { TIERS } from '../tiers.ts'
import { inputSchemaOf } from './input-schema.ts'
import { toolRequest } from './output.ts'
import { OUTPUT_SCHEMA } from './output-schema.ts'
import { TASK_FIELDS_TOLD } from './task-fields.ts'
import type { AgentTool } from './tool.ts'
import { TOOL_WORDS, type ToolWords } from './words.ts'

const EVERYONE: AnalysisRow['tier'] = 'demo'

function describe({ answers, use, needs, returns }: ToolWords, row: AnalysisRow): string {
  const tier = row.tier === EVERYONE ? '' : ` Tier ${TIERS[row.tier].displayName} or higher.`
  return `${answers} ${use} Needs ${needs} Returns ${returns}${tier}`
}

function agentTool(row: AnalysisRow): AgentTool {
  const words = TOOL_WORDS[row.id]!
  const fieldNames = TASK_FIELDS_TOLD[row.id]!
  const { title } = words
  return {
    name: row.tool,
    row,
    title,
    description: describe(words, row),
    inputSchema: inputSchemaOf(row, fieldNames),
    outputSchema: OUTPUT_SCHEMA,
    // what changes nothing is neither destructive nor repeated in vain: these hints mean nothing then
    annotations: { readOnlyHint: true, openWorldHint: false },
    request: toolRequest(row.request),
  }
}

/** In the order of the catalogue, which never changes between two calls. */
export const AGENT_TOOLS: readonly AgentTool[] = Object.freeze(analyses.map(agentTool))

const toolByName = new Map(AGENT_TOOLS.map(tool => [tool.name, tool]))

export const toolNamed = (name: string): AgentTool | undefined => toolByName.get(name)
