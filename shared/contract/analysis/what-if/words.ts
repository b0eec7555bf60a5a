/** Words of WhatIfData that the engine writes. */

export const LEVERS = ['overlap', 'crash', 'calendar', 'remove_constraint', 'resequence'] as const
export type Lever = (typeof LEVERS)[number]

/** Why a search ended. */
export const SEARCH_ENDS = ['target_met', 'no_gain', 'steps', 'work'] as const

/** What a computed date breaks. */
export const BROKEN_KINDS = ['constraint', 'secondary_constraint', 'deadline', 'must_finish_by'] as const
