/** Members of the object form of a link: each with its aliases, the first that is given counts. */
export const LINK_MEMBERS = {
  id: ['task_id', 'id', 'predecessor_id', 'predecessor'],
  type: ['type', 'relationship_type', 'dependency_type'],
  lagDays: ['lag_days', 'lag'],
  isElapsed: ['lag_elapsed'],
} as const
