/**
 * What the checks of work that is not complete count, in a message: two checks with one title may count other tasks (the health score counts milestones, the 14 points leave them out), and each
 * message says which. The whole rule of a population is in the text of its row.
 */
type Noun = readonly [one: string, many: string]

export const NOUNS = {
  openWork: ['open task or milestone', 'open tasks and milestones'],
  openTasks: ['open task (no milestones)', 'open tasks (no milestones)'],
} as const satisfies Record<string, Noun>

/** E', as the health score and DECM name it. */
export const OPEN_WORK = 'Incomplete tasks and milestones without level of effort and summaries'
