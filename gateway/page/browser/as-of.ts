/** Up to when a file reports its progress, which orders files and tells two updates of one name apart. */
import type { AssumedFrom } from '../../../shared/contract/schedule/import-report.ts'
import type { LoadedFile } from './loaded.ts'
import { minutesOf } from './schedule/moment.ts'
import { readingOf } from './service/read-as.ts'

interface AsOf {
  /** null: it has no place in the order. */
  readonly date: string | null
  /** The service finds the same by itself. */
  readonly isStated: boolean
  /** What stands for a data date that the file does not have. */
  readonly from?: AssumedFrom
}

/** Its data date, or the one that was set here; else what the service takes for it; else what its progress says. */
export function asOf({ file, analysed: { cpm } }: LoadedFile): AsOf {
  const { date, source } = cpm.data.data_date
  const report = cpm.metadata.import?.[0]
  if (readingOf(file).statusDate !== '') return { date, isStated: false }
  if (report?.data_date != null) return { date, isStated: true }
  if (report?.assumed_date !== undefined) return { ...report.assumed_date, isStated: false }
  return { date, isStated: date === null, ...(source === 'none' && { from: 'project_start' }) }
}

const isDated = ({ file, analysed: { cpm } }: LoadedFile): boolean =>
  readingOf(file).statusDate !== '' || cpm.data.data_date.source === 'status_date'

/** NaN: it has none. */
export const asOfMinutes = (of: LoadedFile): number => minutesOf(asOf(of).date)

const NAMED_BASELINE = /base ?-?_?line|(?:^|[^a-z])bl(?:[^a-z]|$)/i

const hasBegun = ({ schedule: { state } }: LoadedFile): boolean => state.some(each => each !== 0)

/** A file that says so, and in which no work has begun. */
export const isBaseline = (of: LoadedFile): boolean => NAMED_BASELINE.test(of.name) && !hasBegun(of)

/** A plan: the baseline, or what has neither a data date nor actual dates. It goes before the updates, whatever its date. */
const isPlan = (of: LoadedFile): boolean => isBaseline(of) || !(hasBegun(of) || isDated(of))

/** By data date, the earliest first, of one date as they were opened; plans, and those without a date, before all others. */
export const inOrder = (files: readonly LoadedFile[]): LoadedFile[] => {
  const rank = (of: LoadedFile): number => (isPlan(of) ? 0 : 1)
  return files.toSorted((a, b) => rank(a) - rank(b) || (asOfMinutes(a) || 0) - (asOfMinutes(b) || 0))
}

/** Dates in the order of the files: a plan is not dated later than what comes behind it. */
export function datesInOrder(files: readonly LoadedFile[]): AsOf[] {
  const dates: AsOf[] = []
  let next: AsOf | undefined
  for (const each of files.toReversed()) {
    const own = asOf(each)
    const isLate = next !== undefined && isPlan(each) && !(minutesOf(own.date) <= minutesOf(next.date))
    next = isLate ? { date: next!.date, isStated: false, from: 'project_start' } : own
    dates.unshift(next)
  }
  return dates
}

/** Below these shares of tasks in common files are of two projects: IDs alone meet by chance where a tool counts rows, names alone where trades are the same. */
const SHARE_OF_TASKS = 0.05
const SHARE_OF_NAMES = 0.3
const TASKS_MIN = 5

/** Files that are added have next to no task of those that are open. */
export function isOtherProject(open: readonly LoadedFile[], added: readonly LoadedFile[]): boolean {
  const tasksOf = (files: readonly LoadedFile[], of: (id: string, name: string) => string): Set<string> =>
    new Set(files.flatMap(({ schedule: { ids, names } }) => ids.map((id, i) => of(id, names[i]!))).filter(Boolean))
  const share = (of: (id: string, name: string) => string): number => {
    const [before, now] = [tasksOf(open, of), tasksOf(added, of)]
    if (Math.min(before.size, now.size) < TASKS_MIN) return 1
    return [...now].filter(each => before.has(each)).length / Math.min(before.size, now.size)
  }
  return share((id, name) => `${id} ${name}`) < SHARE_OF_TASKS && share((_, name) => name) < SHARE_OF_NAMES
}
