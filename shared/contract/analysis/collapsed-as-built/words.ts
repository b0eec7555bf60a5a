/** Words of CollapsedAsBuiltData that the engine writes. */

export const COLLAPSE_METHODS = ['single', 'multi'] as const

/** What holds the start of a task in the as-built network, or stands out of sequence. */
export const LINK_ROLES = ['driving', 'out_of_sequence'] as const

/** What is looked at of an event. */
export const EXTRACTION_FLAGS = [
  'no_tasks',
  'task_not_in_as_built',
  'nothing_extracted',
  'fragnet_not_found',
  'same_work_and_time',
  'same_start',
  'counted_before',
  'ran_on',
] as const

export const COLLAPSE_POLICIES = ['literal', 'functional', 'dominant', 'apportion'] as const
