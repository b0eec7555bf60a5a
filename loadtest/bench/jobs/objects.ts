/** Objects of jobs in a folder: how many, and their bytes. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Objects {
  readonly count: number
  readonly bytes: number
}

/** Names begin with the id of their job and with what they are. */
export function objectsOf(folder: string, jobIds: ReadonlySet<string>, kind: 'frame' | 'result'): Objects {
  if (!existsSync(folder)) return { count: 0, bytes: 0 }
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => {
      const [jobId = '', rest] = basename(path).split(`-${kind}-`)
      return rest !== undefined && jobIds.has(jobId)
    })
    .map(path => statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0)
  return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
