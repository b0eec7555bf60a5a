/** Rows of the work breakdown structure out of the dotted codes of tasks: one for every beginning of a code, under one for the project. */

export interface WbsRow {
  readonly id: number
  readonly parent: number | null
  readonly shortName: string
}

const ROOT_ID = 100
/** Levels of a code; the rest of a deeper one is one level. */
const LEVELS_MAX = 50

/** `codes` are distinct. Their rows, parents first, and the row of each code; where all begin alike, that is the project. */
export function wbsOf(codes: readonly string[], projectId: string | null): { rows: WbsRow[]; idOfCode: number[] } {
  const paths = codes.map(code => code.split('.', LEVELS_MAX))
  const first = paths[0]?.[0] ?? ''
  const isRooted = first !== '' && paths.every(path => path[0] === first)
  const rows: WbsRow[] = [{ id: ROOT_ID, parent: null, shortName: isRooted ? first : (projectId ?? 'PROJECT') }]
  const known = new Map<string, number>()
  const idOfCode = paths.map(path => {
    let parent = ROOT_ID
    for (const name of isRooted ? path.slice(1) : path) {
      const key = `${parent}.${name}`
      let id = known.get(key)
      if (id === undefined) {
        id = ROOT_ID + rows.length
        known.set(key, id)
        rows.push({ id, parent, shortName: name })
      }
      parent = id
    }
    return parent
  })
  return { rows, idOfCode }
}
