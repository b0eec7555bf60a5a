/** What is said of changes that cannot be made, and of changes in words. */
import { listed } from '../wording/tasks.ts'

const quoted = (text: string): string => JSON.stringify(text)

export const WORDS = {
  kinds: (given: readonly string[], kinds: readonly string[]) =>
    given.length === 0
      ? `A change has exactly one of ${listed(kinds)}.`
      : `A change has exactly one of ${listed(kinds)}, not ${listed(given)}: write one change for each.`,
  unknownTask: (id: string) => `No task has the id ${quoted(id)} at this point of the changes.`,
  knownTask: (id: string) => `A task has the id ${quoted(id)} already.`,
  nothing: (id: string) => `The change of ${quoted(id)} names no member of the task; name one, or one in clear.`,
  cleared: (name: string) => `${name} cannot be both given and cleared.`,
  unread: (name: string, kind: string) => `${name} means nothing beside ${kind}.`,
  unknownCalendar: (id: string) => `No calendar of the schedule has the id ${quoted(id)}.`,
  oneCalendar: 'The schedule has calendars of its own: change calendar_id of tasks.',
  selfLink: (id: string) => `${quoted(id)} cannot be linked with itself.`,
  noLink: (predecessor: string, successor: string, type: string) =>
    `No ${type}link leads from ${quoted(predecessor)} to ${quoted(successor)} at this point of the changes.`,
  severalLinks: (types: readonly string[]) => `Several links lead there (${listed(types)}): name the type of one.`,
  sameLink: (type: string) => `There is a ${type} link between the two already: unlink one of them.`,
  unparsable: (text: string) => `${quoted(text)} names a task, but its relation or lag cannot be read.`,
  spent:
    'What this request has computed takes too many steps for its size: the schedule is computed again for each alternative, effect and event. Send some of them in a request of their own.',
  tooMuch: 'The changes take too many steps: they remove or reconnect tasks with very many links.',
  cycle: (text: string) => `The changes make a cycle: ${text}`,
  noTasks: 'The changes remove every task.',
} as const
