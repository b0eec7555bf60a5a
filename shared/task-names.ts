/**
 * Names stand beside ids: what a member with the names of tasks is called, by the member that has their ids. Results add such members by
 * this rule (compute/engine/task-names.ts), and the schemas of data declare them by it (shared/endpoint/data/named.ts).
 */

/** id -> name, last_task_id -> last_task_name, held_by -> held_by_name. */
export function nameKeyOf(key: string): string {
  if (key === 'id') return 'name'
  return key.endsWith('_id') ? `${key.slice(0, -'_id'.length)}_name` : `${key}_name`
}

/** Of a list: task_ids -> task_names, critical_path -> critical_path_names. */
export const nameListKeyOf = (key: string): string =>
  key.endsWith('_ids') ? `${key.slice(0, -'_ids'.length)}_names` : `${key}_names`
