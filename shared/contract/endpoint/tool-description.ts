/**
 * What a tool says of itself: what it answers, when to take it and when a neighbour, what it needs, what it returns. Written for an agent
 * that sees all of them and has to choose one; their names are those of the rows, which a test holds.
 */
export interface ToolDescription {
  readonly title: string
  readonly answers: string
  /** When to use it rather than its neighbours, which it names. */
  readonly use: string
  readonly needs: string
  /** Beside findings, recommendations and the summary, which all have. */
  readonly returns: string
  /** Fields of a task that the tool describes to agents. */
  readonly taskFields: readonly string[]
  /** Members of the request that are read, but change nothing of the answer, or that analysis_cpm is the place for. */
  readonly membersHidden?: readonly string[]
  /** Members that this tool describes although most tools hide them (HIDDEN of input-schema.ts). */
  readonly membersShown?: readonly string[]
  /** The rare types of a task mean something to it. */
  readonly showsAllTaskTypes?: true
  /** It reads the totals of money of a snapshot. */
  readonly showsTotals?: true
}
