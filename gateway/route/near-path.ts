/**
 * Suggests the path that an unknown one was probably meant to be. It compares what follows /api/v1, where most mistakes are, and then the last
 * part alone: /cpm, /v1/analysis/cpm and /api/v1/analysis/cmp all lead to /api/v1/analysis/cpm.
 */
import { editsApart, nearestBy } from '../../shared/contract/did-you-mean.ts'

const VERSIONED = /^\/(?:api(?:\/|$))?(?:v\d{1,3}(?:\/|$))?/
/** A longer path is like none. */
const LENGTH_MAX = 200

const partsOf = (path: string): string[] => path.replace(VERSIONED, '').split('/')
const isParameter = (part: string): boolean => part.startsWith('{')

/** undefined: none is near. Of several equally near ones the first. */
export function nearPath(path: string, known: readonly string[]): string | undefined {
  if (path.length > LENGTH_MAX) return undefined
  const parts = partsOf(path.endsWith('/') ? path.slice(0, -1) : path)
  return (
    nearestBy(known, each => {
      const template = partsOf(each)
      if (template.length !== parts.length) return undefined
      // what stands for a parameter is of no interest
      const wanted = parts.map((part, i) => (isParameter(template[i]!) ? template[i] : part))
      return editsApart(wanted.join('/'), template.join('/'))
    }) ??
    nearestBy(known, each => {
      const last = partsOf(each).at(-1)!
      return isParameter(last) ? undefined : editsApart(parts.at(-1)!, last)
    })
  )
}
