/**
 * Names stand beside ids: what a member with the names of tasks is called, by the member that has their ids. Results add such members by
 * this rule (compute/engine/task-names.ts), and the schemas of data declare them by it (shared/contract/endpoint/data/named.ts).
 */

/** Members of results are far fewer. */
const KEYS_MAX = 1_000

function remembered(make: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return key => {
    let name = known.get(key)
    if (name === undefined) {
      name = make(key)
      if (known.size < KEYS_MAX) known.set(key, name)
    }
    return name
  }
}

/** id -> name, last_task_id -> last_task_name, held_by -> held_by_name. */
export const nameKeyOf = remembered(key => {
  if (key === 'id') return 'name'
  return key.endsWith('_id') ? `${key.slice(0, -'_id'.length)}_name` : `${key}_name`
})

/** The member of names beside a list of ids: task_ids -> task_names, critical_path -> critical_path_names. */
export const nameListKeyOf = remembered(key =>
  key.endsWith('_ids') ? `${key.slice(0, -'_ids'.length)}_names` : `${key}_names`,
)
