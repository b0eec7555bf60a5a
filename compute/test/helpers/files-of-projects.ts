/**
 * The published project files that a test over all of them reads: of the updates of one project in one format the first and the last, which have no
 * other kinds of records between them. EVERY_FILE=1 reads all.
 */
import { basename, dirname } from 'node:path'
import { projectFilesIn } from '../../agreement/project-files.ts'

/** Files of one project by format: updates of a name, the rest alone. */
export function seriesOfFiles(folder: string): string[][] {
  const series = new Map<string, string[]>()
  for (const file of projectFilesIn(folder)) {
    const name = basename(file)
    const project = /^(six__.*)_(?:baseline|update)|^(nmo__)/.exec(name)
    const key = `${dirname(file)} ${project?.[1] ?? project?.[2] ?? name}`
    series.set(key, [...(series.get(key) ?? []), file])
  }
  return [...series.values()]
}

export function filesOfProjects(folder: string): string[] {
  const isEvery = process.env.EVERY_FILE !== undefined
  return seriesOfFiles(folder).flatMap(files => files.filter((_, i) => isEvery || i === 0 || i === files.length - 1))
}
