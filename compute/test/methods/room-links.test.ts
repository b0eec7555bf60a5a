/** Pages at which somebody arrives are short, and no link of them or of another page for readers is dead. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { linkFaults, METHODS_FOLDER, readPage } from './pages.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** One screen of a wide window. */
const LINES_MAX = 66
/** The rules that it follows are the room: its page is read as a whole. */
const PAGE_OF_RULES = 'compute/engine/clock/ms-project/README.md'

const pagesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .map(file => join(ROOT, file))
    .filter(file => !file.startsWith(`${METHODS_FOLDER}/`) && !/node_modules|vendor/.test(file))

const rooms = pagesOf('{compute,deploy,gateway,loadtest,shared}/**/README.md')
/** The page of a package that callers install is no room's. */
const isRoom = (file: string): boolean => !file.startsWith(join(ROOT, 'gateway/clients/'))
const chapters = pagesOf('deploy/runbook/*.md')
const pages = [
  ...rooms,
  ...chapters,
  ...pagesOf('*.md'),
  ...pagesOf('{gateway,deploy,loadtest,shared,compute}/**/*.md'),
]

t.test('no link of a page for readers is dead', async t => {
  t.ok(pages.length > 10, `${pages.length} pages`)
  for (const file of new Set(pages)) t.strictSame(linkFaults(file), [], file)
})

t.test('the README of a room, the architecture and the front page of the runbook are one screen', async t => {
  const front = [join(ROOT, 'ARCHITECTURE.md'), join(ROOT, 'deploy/runbook.md')]
  for (const file of [...rooms.filter(isRoom), ...front]) {
    if (file === join(ROOT, PAGE_OF_RULES)) continue
    t.ok(readPage(file).split('\n').length <= LINES_MAX, file)
  }
})

t.test('the front page of the runbook links each of its chapters', async t => {
  const front = readPage(join(ROOT, 'deploy/runbook.md'))
  t.ok(chapters.length > 5)
  for (const chapter of chapters) t.ok(front.includes(`(runbook/${basename(chapter)}`), chapter)
})
