/**
 * What an agent tool is: an analysis row as an agent sees it, or a row of service/. Types alone; the list of all tools is agent-tools.ts,
 * and what of a result an agent is shown is decided in compute/agent/.
 *
 * Arguments of the tool of an analysis are the request body of its row plus one member, `output`, which says how much of the result is wanted. It never
 * reaches the analysis: the reader takes it away, so that the same schedule gives the same result whichever way it came.
 */

import type { TSchema } from 'typebox'
import type { AnalysisRow } from '../analysis/analyses.ts'
import type { EndpointId } from '../catalogue/catalogue.ts'
import type { TierName } from '../tiers.ts'

/** Member of the arguments that says what is wanted of the result. */
export const OUTPUT_MEMBER = 'output'

export const TOOL_DETAILS = ['brief', 'compact', 'full'] as const
type ToolDetail = (typeof TOOL_DETAILS)[number]

/** Value of OUTPUT_MEMBER. full: lists of any length; without `fields` the result is byte for byte that of the endpoint. */
export interface ToolOutput {
  readonly detail?: ToolDetail
  /** Members of `data` that are wanted, or members of these: "tasks.id". */
  readonly fields?: readonly string[]
  /** Longest list of a compact answer, if that fits. */
  readonly max_items?: number
  /** Items of each list of `data` that a compact answer passes over: where its next page begins. */
  readonly offset?: number
}

/** Hints of the Model Context Protocol, the same in all its versions. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly openWorldHint: boolean
}

interface ToolBase {
  /** ^[A-Za-z0-9_.-]{1,128}$ */
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema that agents are shown; an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  /** JSON Schema of structuredContent, if the tool has one. */
  readonly outputSchema?: Readonly<Record<string, unknown>>
  readonly annotations: ToolAnnotations
  /** Address of the view that a client can show beside its result. */
  readonly app?: string
  /** What the worker reads and checks arguments by; of an analysis the request of the row with OUTPUT_MEMBER. */
  readonly request: TSchema
  /** Lowest tier that may call it. */
  readonly tier: TierName
  /** It takes a unit of the month and counts as an analysis; else it is a control call. */
  readonly isMetered: boolean
  /** What it is metered as. */
  readonly endpoint: { readonly id: EndpointId; readonly path: string }
}

export interface AnalysisTool extends ToolBase {
  readonly kind: 'analysis'
  readonly row: AnalysisRow
}

/** A tool that is no analysis (service/). */
export interface ServiceTool<Name extends string = string> extends ToolBase {
  readonly kind: 'service'
  readonly name: Name
  /** Its arguments without the members of a schedule. */
  readonly own: TSchema
}

export type AgentTool = AnalysisTool | ServiceTool
