/**
 * Places in the stack of an error that happened in a bundle (bundles.mjs): where the line stands in the sources. The map of a bundle is read when
 * the first stack is asked for, and let go when memory is wanted.
 */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const maps = new Map()

function mapOf(file) {
  const known = maps.get(file)?.deref()
  if (known !== undefined) return known
  const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')))
  maps.set(file, new WeakRef(map))
  return map
}

/** `file:line:column` in the sources; undefined: of a package that has no place of ours. */
function placeOf(file, line, column, root) {
  const { originalSource, originalLine, originalColumn } = mapOf(file).findEntry(line - 1, column - 1)
  if (originalSource === undefined) return undefined
  // copies of our files lay below sources/ (bundles.mjs)
  const path = originalSource.replace(/^(\.\.\/)*sources\//, '')
  const source = path === originalSource ? new URL(originalSource, file) : new URL(path, root)
  return `${source.href}:${originalLine + 1}:${originalColumn + 1}`
}

/** Stacks tell places in the sources below `root` for what runs from `folder`; both are URLs. */
export function tellSourcePlaces(folder, root) {
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map(site => {
      const text = String(site)
      const file = site.getFileName()
      if (!file?.startsWith(folder)) return text
      try {
        const [line, column] = [site.getLineNumber(), site.getColumnNumber()]
        return text.replace(`${file}:${line}:${column}`, found => placeOf(file, line, column, root) ?? found)
      } catch {
        return text // the map is gone
      }
    })
    return [nameOf(error), ...lines.map(line => `    at ${line}`)].join('\n')
  }
}

function nameOf(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}
