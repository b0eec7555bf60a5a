/** Counts in sentences. */

/** "1 task has", "2 tasks have"; `many` may be left out where it is `one` with an s. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${Math.abs(count) === 1 ? one : many}`

export const inDays = (days: number): string => plural(days, 'day')
