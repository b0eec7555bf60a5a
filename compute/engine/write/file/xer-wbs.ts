/** Rows of the work breakdown structure out of the dotted codes of tasks: one for every beginning of a code, under one for the project. */
import { WBS_NAME_SEPARATOR } from '../../../../shared/contract/schedule/fields.ts'

interface WbsRow {
  readonly id: number
  readonly parent: number | null
  readonly shortName: string
  /** The short name where the schedule has none. */
  readonly name: string
}

const ROOT_ID = 100
/** Levels of a code; the rest of a deeper one is one level. */
const LEVELS_MAX = 50

/** Names of the levels of a path: those of a wbs_name with as many, else the last one for the last level. */
function namesOf(path: readonly string[], wbsName: string): readonly string[] {
  const names = wbsName.split(WBS_NAME_SEPARATOR)
  const known = names.length === path.length ? names : path.map((_, n) => (n === path.length - 1 ? names.at(-1)! : ''))
  return path.map((shortName, n) => known[n] || shortName)
}

/**
 * `codes` are distinct; entry n of `wbsNames` is that of code n, or empty. Their rows, parents first, and the row of each code; where all begin alike, that
 * is the project.
 */
export function wbsOf(
  codes: readonly string[],
  wbsNames: readonly string[],
  projectId: string | null,
): { rows: WbsRow[]; idOfCode: number[] } {
  const paths = codes.map(code => code.split('.', LEVELS_MAX))
  const names = paths.map((path, n) => namesOf(path, wbsNames[n]))
  const first = paths[0]?.[0] ?? ''
  const isRooted = first !== '' && paths.every(path => path[0] === first)
  const root = isRooted ? first : (projectId ?? 'PROJECT')
  const rows: WbsRow[] = [{ id: ROOT_ID, parent: null, shortName: root, name: isRooted ? names[0][0] : root }]
  const known = new Map<string, number>()
  const idOfCode = paths.map((path, n) => {
    let parent = ROOT_ID
    for (let level = isRooted ? 1 : 0; level < path.length; level++) {
      const shortName = path[level]
      const key = `${parent}.${shortName}`
      let id = known.get(key)
      if (id === undefined) {
        id = ROOT_ID + rows.length
        known.set(key, id)
        rows.push({ id, parent, shortName, name: names[n][level] })
      }
      parent = id
    }
    return parent
  })
  return { rows, idOfCode }
}
