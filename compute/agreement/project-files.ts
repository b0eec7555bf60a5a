/** The project files under a folder, in the order of their paths. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const PROJECT_FILE = /\.(?:xer|xml)(?:\.gz)?$/i

export const projectFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && PROJECT_FILE.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
