/**
 * What the checks of open work count, in a message: two checks with one title may count other tasks (the health score counts milestones, the 14 points leave them out), and each
 * message says which. The whole rule of a population is in the text of its row.
 */
type Noun = readonly [one: string, many: string]

export const NOUNS = {
  openWork: ['incomplete task or milestone', 'incomplete tasks and milestones'],
  openTasks: ['incomplete task (no milestones)', 'incomplete tasks (no milestones)'],
} as const satisfies Record<string, Noun>
