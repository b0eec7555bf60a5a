/** READMEs of rooms are short, and no link of theirs is dead. */
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

const files = globSync('{compute,shared}/**/README.md', { cwd: ROOT })
  .map(file => join(ROOT, file))
  .filter(file => !file.startsWith(METHODS_FOLDER) && !file.includes('node_modules'))

t.test('no link of the README of a room is dead', async t => {
  t.ok(files.length > 5, `${files.length} READMEs`)
  for (const file of files) t.strictSame(linkFaults(file), [], file)
})

t.test('the README of a room is at most two screens', async t => {
  for (const file of files) {
    const text = readPage(file).split(`\n## ${GLOSSARY}`)[0]!
    t.ok(text.split('\n').length <= LINES_MAX, file)
  }
})
