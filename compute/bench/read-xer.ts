/** How long an XER takes to become columns, medians: `node compute/bench/read-xer.ts`. */
import { readXer } from '../engine/read/file/xer/read-xer.ts'
import { largeXer } from './xer-schedule.ts'

const SIZES = [1_000, 20_000, 100_000]
const RUNS = 21

for (const taskCount of SIZES) {
  const body = largeXer(taskCount)
  const times = Array.from({ length: RUNS }, () => {
    const begun = performance.now()
    const read = readXer(body)
    if ('code' in read) throw new Error(JSON.stringify(read))
    return performance.now() - begun
  }).sort((a, b) => a - b)
  const megabytes = (body.length / 2 ** 20).toFixed(1)
  console.log(
    `${taskCount} activities, ${megabytes} MB: ${times[10]!.toFixed(1)} ms (first quartile ${times[5]!.toFixed(1)})`,
  )
}
