/** READMEs of rooms are short, and no link of them or of another page for readers is dead. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { linkFaults, METHODS_FOLDER, readPage } from './pages.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Two screens of a wide window. */
const LINES_MAX = 110
/** It ends with the glossary, which is as long as it has words. */
const GLOSSARY = 'Glossary'

const pagesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .map(file => join(ROOT, file))
    .filter(file => !file.startsWith(`${METHODS_FOLDER}/`) && !/node_modules|vendor/.test(file))

const rooms = pagesOf('{compute,deploy,gateway,loadtest,shared}/**/README.md')
/** The page of a package that callers install is no room's. */
const isRoom = (file: string): boolean => !file.startsWith(join(ROOT, 'gateway/clients/'))
const pages = [...rooms, ...pagesOf('*.md'), ...pagesOf('{gateway,deploy,loadtest}/*.md')]

t.test('no link of a page for readers is dead', async t => {
  t.ok(pages.length > 10, `${pages.length} pages`)
  for (const file of new Set(pages)) t.strictSame(linkFaults(file), [], file)
})

t.test('the README of a room is at most two screens', async t => {
  for (const file of rooms.filter(isRoom)) {
    const text = readPage(file).split(`\n## ${GLOSSARY}`)[0]!
    t.ok(text.split('\n').length <= LINES_MAX, file)
  }
})
