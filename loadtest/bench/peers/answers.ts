/** Whether the services of a comparison answer alike, which comes before anything is measured. */
import type { Served } from '../call-cost.ts'

type Row = Readonly<Record<string, unknown>>
type Data = Readonly<Record<string, unknown>> & { readonly tasks: readonly Row[] }

export interface Answer {
  readonly data: Data
  /** Of the whole reply. */
  readonly bytes: number
}

/** One for each body. */
export const answersOf = ({ origin, calls }: Served): Promise<Answer[]> =>
  Promise.all(
    calls.map(async ({ path, headers, body }) => {
      const response = await fetch(origin + path, { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> })
      const bytes = await response.arrayBuffer()
      return { data: (JSON.parse(Buffer.from(bytes).toString()) as { data: Data }).data, bytes: bytes.byteLength }
    }),
  )

/** Throws unless all that a peer answers is equal to what we answer. */
export function checkEqual(name: string, ours: readonly Answer[], theirs: readonly Answer[]): void {
  for (const [i, { data }] of theirs.entries()) {
    const own = ours[i]!.data
    const { tasks, ...others } = data
    if (tasks.length !== own.tasks.length) throw new Error(`${name}: ${tasks.length} tasks`)
    for (const [of, wanted, given] of [['data', own, others], ...rowPairs(own.tasks, tasks)] as const) {
      for (const [member, value] of Object.entries(given)) {
        const [there, here] = [value, wanted[member]].map(each => JSON.stringify(each))
        if (there !== here) throw new Error(`${name}: ${member} of ${of} is ${there} instead of ${here}`)
      }
    }
  }
}

const rowPairs = (own: readonly Row[], tasks: readonly Row[]) =>
  tasks.map((row, place) => [`task ${place}`, own[place]!, row] as const)

/** Throws unless a peer answers every column of our table that is not the same in all of its rows. */
export function checkComplete(name: string, ours: readonly Answer[], theirs: readonly Answer[]): void {
  for (const [i, { data }] of ours.entries()) {
    const columns = Object.keys(data.tasks[0]!)
    const varied = columns.filter(column => new Set(data.tasks.map(row => JSON.stringify(row[column]))).size > 1)
    const missing = varied.filter(column => !(column in theirs[i]!.data.tasks[0]!))
    if (missing.length > 0) throw new Error(`${name} lacks ${missing.join(', ')}`)
  }
}
