/** Makes a folder that somebody named, and those above it. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * mode: of the folders that are made. Throws the error of the system. The `recursive` of Node's own mkdir never ends where a folder exists and none can be
 * made in it (/proc).
 */
export function makeFolder(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (isFolder(path)) return
    if (code !== 'ENOENT' || isFolder(dirname(path))) throw error
    makeFolder(dirname(path), mode)
    makeFolder(path, mode)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
