/**
 * The project of a file with several that nobody chose one of. Exports of P6 bring the projects along that a schedule has links to, most of them
 * small: where one has three quarters of the activities, it is meant, and the others are reported as left out. Else the caller has to choose.
 */

const MAIN_SHARE_MIN = 0.75

/** undefined: none of them is the main one. */
export function mainProject<Project>(
  projects: readonly Project[],
  countOf: (project: Project) => number,
): Project | undefined {
  const total = projects.reduce((sum, project) => sum + countOf(project), 0)
  return projects.find(project => countOf(project) >= MAIN_SHARE_MIN * total)
}

export const MAIN_PROJECT_READ =
  'Only the project with most activities was read (at least three quarters of all); choose another by ?project=. Left out'
