/** What is given of a network as a whole, and what came out of it. */

export let taskCount: u32 = 0
/** Tasks that take part. */
export let rankCount: u32 = 0
export let dataDate: f64 = 0
/** Links into started tasks count for nothing. */
export let isOverride: bool = false
/** Ranks are tasks. */
export let isListedInOrder: bool = false

export function setNetwork(tasks: u32, ranks: u32, date: f64, overridden: bool, listedInOrder: bool): void {
  taskCount = tasks
  rankCount = ranks
  dataDate = date
  isOverride = overridden
  isListedInOrder = listedInOrder
}

/** P; undefined is NaN until the forward pass has ended. */
export let projectFinish: f64 = NaN
/** Late finish of whatever ends the project. */
export let lastFinish: f64 = NaN
/** Whether the complete tasks end the project, since none is incomplete. */
export let isAllComplete: bool = false

export function setFinish(finish: f64, last: f64, allComplete: bool): void {
  projectFinish = finish
  lastFinish = last
  isAllComplete = allComplete
}
