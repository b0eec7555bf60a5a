/** The project files under a folder, in the order of their paths. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { READ_EXTENSIONS } from '../../shared/contract/schedule/file-formats.ts'

/** Names of project files, also packed. */
const ENDINGS = READ_EXTENSIONS.flatMap(extension => [extension, `${extension}.gz`])

export const projectFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && ENDINGS.some(ending => entry.name.toLowerCase().endsWith(ending)))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
