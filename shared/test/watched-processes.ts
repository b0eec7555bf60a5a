/** Memory and open files of processes while they work, and what of them grows. Linux. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Test } from 'tap'

const SAMPLE_MS = 5_000
/** What grows at the start has grown by then. */
const SETTLED_FROM_MINUTE = 10
/** A heap grows until it is collected as a whole, which at a low load takes minutes: a shorter look tells how full it is, not what stays. */
const SETTLED_MINUTES_MIN = 15
const SLOPE_MB_MAX = 1
/** Connections come and go: between the medians of the first and the last fifth. */
const FILES_MORE_MAX = 10

interface Sample {
  readonly minute: number
  readonly megabytes: number
  readonly files: number
}

interface WatchedProcesses {
  /** Stops looking, tells the figures, and asserts them once the process has been watched for 25 minutes. */
  assertSteady(t: Test): void
}

const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
const filesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Least squares, per minute. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: 'minute' | 'megabytes') => samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length
  const [x, y] = [mean('minute'), mean('megabytes')]
  const up = samples.reduce((sum, { minute, megabytes }) => sum + (minute - x) * (megabytes - y), 0)
  return up / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** pids: of processes that live as long as they are watched, by name. */
export function watchProcesses(t: Test, pids: Readonly<Record<string, number>>): WatchedProcesses {
  const startMs = performance.now()
  const samples = new Map(Object.keys(pids).map(name => [name, [] as Sample[]]))
  const look = (): void => {
    const minute = (performance.now() - startMs) / 60_000
    for (const [name, pid] of Object.entries(pids)) {
      try {
        samples.get(name)!.push({ minute, megabytes: megabytesOf(pid), files: filesOf(pid) })
      } catch {
        // it has ended, which its owner notices
      }
    }
  }
  look()
  const timer = setInterval(look, SAMPLE_MS)
  t.teardown(() => clearInterval(timer))
  return {
    assertSteady(t) {
      clearInterval(timer)
      for (const [name, all] of samples) {
        const settled = all.filter(({ minute }) => minute >= SETTLED_FROM_MINUTE)
        const isLong = (settled.at(-1)?.minute ?? 0) - SETTLED_FROM_MINUTE >= SETTLED_MINUTES_MIN
        const looked = isLong ? settled : all
        const fifth = Math.ceil(looked.length / 5)
        const [first, last] = [looked.slice(0, fifth), looked.slice(-fifth)].map(some =>
          median(some.map(({ files }) => files)),
        ) as [number, number]
        const perMinute = slope(looked)
        t.comment(
          `${name}: ${all[0]!.megabytes.toFixed(0)} to ${all.at(-1)!.megabytes.toFixed(0)} MB, ${perMinute.toFixed(2)} MB/min from minute ${looked[0]!.minute.toFixed(0)} to ${looked.at(-1)!.minute.toFixed(0)}; open files ${first} to ${last}`,
        )
        if (!isLong) continue
        t.ok(perMinute < SLOPE_MB_MAX, `memory of the ${name} stays`)
        t.ok(last - first <= FILES_MORE_MAX, `open files of the ${name} stay`)
      }
    },
  }
}
