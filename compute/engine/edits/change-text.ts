/** A change in words: what it names, and what becomes of it. */
import { CHANGED_FIELDS, type SentChange } from '../../../shared/contract/schedule/changes.ts'
import { cut } from '../../../shared/contract/schedule/text.ts'
import { listed } from '../wording/tasks.ts'

const VALUE_MAX = 60

const shown = (value: unknown): string => cut(typeof value === 'string' ? value : JSON.stringify(value), VALUE_MAX)

/** Ids of the tasks that a change names, once each. */
export function namedTasks(change: SentChange): readonly string[] {
  const links = [change.link, change.unlink, change.change_link]
  return [
    ...new Set(
      [
        change.task_id,
        (change.add_task as { readonly id?: string } | undefined)?.id,
        change.remove_task,
        ...links.flatMap(link => [link?.predecessor, link?.successor]),
      ].filter(id => typeof id === 'string'),
    ),
  ]
}

export function changeText(change: SentChange): string {
  const { task_id, add_task, remove_task, link, unlink, change_link, status_date } = change
  if (typeof task_id === 'string') {
    const given = CHANGED_FIELDS.filter(name => change[name] !== undefined && change[name] !== null)
    const cleared = (change.clear ?? []) as readonly string[]
    return `${task_id}: ${listed([...given.map(name => `${name} ${shown(change[name])}`), ...cleared.map(name => `no ${name}`)])}`
  }
  if (add_task) return `add ${(add_task as { readonly id: string }).id}`
  if (remove_task) return `remove ${remove_task}${change.reconnect === true ? ', its neighbours linked' : ''}`
  if (link) return `link ${link.predecessor} to ${link.successor} ${link.type ?? 'FS'}${lagText(link.lag_days)}`
  if (unlink) return `unlink ${unlink.predecessor} from ${unlink.successor}${unlink.type ? ` ${unlink.type}` : ''}`
  if (change_link)
    return `link ${change_link.predecessor} to ${change_link.successor}: ${change_link.to_type ?? change_link.type ?? 'same type'}${lagText(change_link.lag_days)}`
  if (status_date) return `status_date ${shown(status_date)}`
  return `calendar ${shown(change.calendar)}`
}

const lagText = (days: number | null | undefined): string =>
  days === null || days === undefined || days === 0 ? '' : ` ${days > 0 ? '+' : ''}${days} d`
