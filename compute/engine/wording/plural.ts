/** Counts in sentences. */
import { figure } from './figure.ts'

/** "1 task has", "2 tasks have"; `many` may be left out where it is `one` with an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  const shown = figure(count)
  return `${shown} ${Math.abs(shown) === 1 ? one : many}`
}
