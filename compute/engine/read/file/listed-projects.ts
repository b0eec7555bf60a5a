/** The projects of a file in words, for a refusal or a warning: what each is called, and how many tasks it has. */
import { plural } from '../../wording/plural.ts'

const PROJECTS_NAMED_MAX = 20

export function listedProjects<Project>(
  projects: readonly Project[],
  nameOf: (project: Project) => string,
  countOf: (project: Project) => number,
): string {
  const named = projects
    .slice(0, PROJECTS_NAMED_MAX)
    .map(project => `${nameOf(project)} (${plural(countOf(project), 'task')})`)
  const left = projects.length - named.length
  return named.join(', ') + (left > 0 ? ` and ${left} more` : '')
}
