/** The bodies that all sides of a comparison are sent. */
import { integerOf, type Stream, stream } from '../../schedule/draws.ts'

const idOf = (i: number): string => `A${1000 + i}`

/** Tasks without dates, linked from finish to start: what all of them compute alike. */
export function bodyOf(taskCount: number, seed: number): Uint8Array {
  const [near, far, duration] = ['near', 'far', 'duration'].map(name => stream(seed, `peers/${name}`)) as [
    Stream,
    Stream,
    Stream,
  ]
  const tasks = Array.from({ length: taskCount }, (_, i) => {
    const before = [i - integerOf(near(i), 1, 12), i - integerOf(far(i), 1, 40)].filter(each => each >= 0)
    return {
      id: idOf(i),
      name: `Activity ${i} of area ${i % 7}`,
      duration_days: integerOf(duration(i), 1, 20),
      predecessors: [...new Set(before)].map(idOf),
    }
  })
  return Buffer.from(JSON.stringify({ tasks }))
}
