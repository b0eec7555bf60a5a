/** What to do about a failed check of analysis/validate, by its code. */

interface Advice {
  readonly title: string
  readonly description: string
}

export const ADVICE: Readonly<Record<string, Advice>> = {
  V001: {
    title: 'Give every task an id',
    description: 'Nothing can link to a task without one; positions count from 0.',
  },
  V002: { title: 'Make the ids unique', description: 'Links to a repeated id reach only the first task that has it.' },
  V003: { title: 'Remove links of tasks to themselves', description: 'No critical path exists while there is one.' },
  V004: {
    title: 'Break the cycles',
    description: 'Remove one link of each path printed; no critical path exists before.',
  },
  V005: { title: 'Correct the durations', description: 'Durations are finite numbers of days, 0 or more.' },
  V006: { title: 'Correct the percents', description: 'Percents lie between 0 and 100.' },
  V007: { title: 'Correct the dates', description: 'Write dates as YYYY-MM-DD; a time behind it is left aside.' },
  V008: { title: 'Use known types', description: 'See the lists of constraint types and relations in the schema.' },
  V009: {
    title: 'Correct the reversed dates',
    description: 'A finish is the last day of work, on or after its start.',
  },
  V010: {
    title: 'Rewrite the unreadable links',
    description: 'Write them as "A FS+2 d" or {task_id, type, lag_days}.',
  },
  V011: {
    title: 'Send every field in its type',
    description: 'See the schema of a task; other calls refuse these values.',
  },
  V101: {
    title: 'Complete the links',
    description: 'Send the missing tasks along, or put a constraint in place of the link.',
  },
  V102: { title: 'Remove the duplicate links', description: 'Keep the one with the lag that is meant.' },
  V103: {
    title: 'Complete the constraints',
    description: 'A constraint needs its date; only ASAP and ALAP have none.',
  },
  V104: {
    title: 'Say which tasks are milestones',
    description: 'A milestone has a duration of 0 and the type milestone.',
  },
  V105: {
    title: 'Reconcile durations and dates',
    description: 'Correct either, or name the calendar with its holidays.',
  },
  V106: { title: 'Move links to the tasks below', description: 'Links on summaries drive nothing.' },
  V107: {
    title: 'Reconcile progress and actual dates',
    description: 'Finished work has both actual dates and 100 percent.',
  },
  V108: { title: 'Use known words', description: 'An unknown task type is taken as task, the others are left aside.' },
  V109: { title: 'Rename the ambiguous ids', description: 'As predecessors they read like a link to another task.' },
  V110: {
    title: 'Supply durations',
    description: 'Send duration_days, or planned or baseline dates it can be taken from.',
  },
}
