/** What can be wrong with a generated schedule, and how much of it an ordinary one has. */

/** Shares between 0 and 1; those of an ordinary schedule are in ORDINARY. */
export interface Defects {
  /** Work rows that lose their predecessors or their successors. */
  readonly openEnds: number
  /** Work rows that name a predecessor no task has. */
  readonly danglingIds: number
  /** Finish-to-start links with a lead. */
  readonly leads: number
  /** Work rows with MSO, MFO, SNLT or FNLT. */
  readonly hardConstraints: number
  /** Rows whose planned finish lies before their planned start. */
  readonly badDates: number
  /** Work rows started before their predecessors were done. */
  readonly outOfSequence: number
}

export const ORDINARY: Defects = {
  openEnds: 0,
  danglingIds: 0,
  leads: 0.01,
  hardConstraints: 0.005,
  badDates: 0,
  outOfSequence: 0,
}
