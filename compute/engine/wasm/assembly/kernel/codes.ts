/** Codes and bounds of the engine, which declares them: compute/test/engine/cpm/kernel.test.ts compares them, and fails when one is missing here. */

/** Relation types. */
export const FS: u8 = 0
export const SS: u8 = 1
export const FF: u8 = 2
export const SF: u8 = 3
/** The highest relation type of rules.ts. The binding leaves networks with a higher one to TypeScript. */
export const RELATION_CODE_MAX: u8 = SF

/** States. */
export const NOT_STARTED: u8 = 0
export const IN_PROGRESS: u8 = 1
export const COMPLETE: u8 = 2

/** Constraints. */
export const NO_CONSTRAINT: u8 = 0
export const ASAP: u8 = 1
export const ALAP: u8 = 2
export const SNET: u8 = 3
export const SNLT: u8 = 4
export const FNET: u8 = 5
export const FNLT: u8 = 6
export const MSO: u8 = 7
export const MFO: u8 = 8
export const SO: u8 = 9
export const FO: u8 = 10
/** The highest constraint of rules.ts, as RELATION_CODE_MAX. */
export const CONSTRAINT_CODE_MAX: u8 = FO

/** Kinds of task that are a point by their type. */
export const START_MILESTONE: u8 = 9
export const FINISH_MILESTONE: u8 = 10

/** Marks of a link. */
export const LINK_DRIVING: u8 = 1
export const LINK_VIOLATED: u8 = 2

export const EPSILON_DAYS: f64 = 1e-6
export const GRID_PER_DAY: f64 = 1e6
export const SNAP_DAYS: f64 = 1e-8
