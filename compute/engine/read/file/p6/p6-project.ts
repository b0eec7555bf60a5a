/**
 * Which project of a file of P6 is read: the requested one, else the only one that has activities, else the only one of these that was exported, else the
 * one with three quarters of all activities: exports bring small projects along that a schedule has links to. Else the caller has to choose.
 */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { plural } from '../../../wording/numbers.ts'
import { refuseFile } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import type { P6Words } from './p6-words.ts'

export interface FileProject {
  /** What it may be requested by; the first is how people call it. */
  readonly names: readonly string[]
  /** For people: its name and key. */
  readonly shown: string
  readonly taskCount: number
  readonly isExported: boolean
}

const MAIN_SHARE_MIN = 0.75
const PROJECTS_NAMED_MAX = 20

/** There is a project at least. `hidden`: those that are read where they are asked for alone. */
export function chooseProject<Project extends FileProject>(
  projects: readonly Project[],
  hidden: readonly Project[],
  wanted: string | undefined,
  words: P6Words,
  warnings: ImportWarnings,
): Project | Refusal {
  const withTasks = projects.filter(({ taskCount }) => taskCount > 0)
  if (wanted !== undefined && wanted !== '') {
    const isWanted = ({ names }: Project): boolean => names.includes(wanted)
    const same = wanted.trim().toLowerCase()
    const named = projects.filter(isWanted)
    const found =
      named.find(({ taskCount }) => taskCount > 0) ??
      named[0] ??
      projects.find(({ names }) => names[0]?.trim().toLowerCase() === same) ??
      hidden.find(isWanted)
    if (found !== undefined) return found
    const text = `No project of the file has the ${words.projectIds} ${JSON.stringify(wanted.slice(0, 100))}; it has ${listedProjects(withTasks.length > 0 ? withTasks : projects)}.`
    return refuseFile(['query', 'project'], 'enum', text)
  }
  if (withTasks.length <= 1) return withTasks[0] ?? projects[0]!
  const exported = withTasks.filter(({ isExported }) => isExported)
  const main = exported.length === 1 ? undefined : mainProject(exported.length > 1 ? exported : withTasks)
  const chosen = exported.length === 1 ? exported[0] : main
  if (chosen === undefined) {
    const text = `The file has several projects; choose one by ?project=: ${listedProjects(withTasks)}.`
    return refuseFile(['query', 'project'], 'missing', text)
  }
  const others = listedProjects(withTasks.filter(project => project !== chosen))
  warnings.add(
    'projects_left_out',
    main === undefined
      ? `Only the project that was exported was read; left out: ${others}.`
      : `Only the project with most activities was read (at least three quarters of all); choose another by ?project=. Left out: ${others}.`,
  )
  return chosen
}

/** undefined: none of them has three quarters of the activities. */
function mainProject<Project extends FileProject>(projects: readonly Project[]): Project | undefined {
  const total = projects.reduce((sum, { taskCount }) => sum + taskCount, 0)
  return projects.find(({ taskCount }) => taskCount >= MAIN_SHARE_MIN * total)
}

/** In words: what each is called, and how many tasks it has. */
export function listedProjects(projects: readonly FileProject[]): string {
  const named = projects
    .slice(0, PROJECTS_NAMED_MAX)
    .map(({ shown, taskCount }) => `${shown} (${plural(taskCount, 'task')})`)
  const left = projects.length - named.length
  return named.join(', ') + (left > 0 ? ` and ${left} more` : '')
}
