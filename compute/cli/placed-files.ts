/** Which file goes to which place of the request of an analysis, by their order on the command line: the oldest first. */
import { closeSync, openSync, readSync } from 'node:fs'
import type { AnalysisId } from '../../shared/analysis/analyses.ts'
import { workRow } from '../../shared/catalogue/catalogue.ts'
import type { ReportId } from '../../shared/endpoint/report-path.ts'
import { planOf } from '../engine/read/body-plan.ts'
import { containersOf } from '../engine/read/file/containers.ts'
import type { SentFile } from './outcome.ts'
import { STANDARD_INPUT, standardInput } from './standard-input.ts'
import { UsageError } from './usage-error.ts'

export function placedFiles(id: AnalysisId | ReportId, paths: readonly string[]): SentFile[] {
  const names = containersOf(planOf(workRow(id).request).root).map(({ name }) => name)
  const [last] = paths.slice(-1)
  if (last === undefined) throw new UsageError(`${id} needs a file.`)
  const takesBaseline = names.includes('baseline_schedule')
  const isOfOne = names.includes('tasks')
  if (isOfOne && !takesBaseline) return ofOneSchedule(id, names, paths, last)
  if (paths.length === 1 && !isOfOne) {
    if (isJson(last)) return [{ part: null, path: last }]
    throw new UsageError(`${id} compares schedules: give at least two files, the oldest first.`)
  }
  const older = paths.slice(0, -1)
  return [
    ...older.map((path, i) => ({ part: takesBaseline && i === 0 ? 'baseline_schedule' : 'schedule_history', path })),
    { part: isOfOne ? 'tasks' : 'current_schedule', path: last },
  ]
}

function ofOneSchedule(
  id: AnalysisId | ReportId,
  names: readonly string[],
  paths: readonly string[],
  last: string,
): SentFile[] {
  const older = paths.slice(0, -1)
  if (older.length > 0 && !names.includes('schedule_history'))
    throw new UsageError(`${id} takes one file, not ${paths.length}.`)
  return [...older.map(path => ({ part: 'schedule_history', path })), { part: 'tasks', path: last }]
}

const HEAD_BYTES = 64

/** Whether the file begins as an object of JSON; a file that cannot be read is reported by its reader. */
function isJson(path: string): boolean {
  const isObject = (head: Buffer): boolean => /^(?:\ufeff)?\s*\{/.test(head.toString('utf8'))
  if (path === STANDARD_INPUT) return isObject(standardInput().subarray(0, HEAD_BYTES))
  try {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(HEAD_BYTES)
      return isObject(head.subarray(0, readSync(file, head)))
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}
