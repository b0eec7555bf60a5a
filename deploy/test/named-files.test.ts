/** A comment or a page that names a file of this repository names one that exists: a renamed file takes its mentions along. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = '{shared,compute,gateway,loadtest,deploy}/**/*.{ts,mjs,lua,md,py}'
/** What others wrote, or a run leaves behind. */
const FOREIGN = /(^|\/)(node_modules|vendor|\.tools)\//

const files = globSync(SOURCES, { cwd: root }).filter(file => !FOREIGN.test(file))
const pages = [...files.filter(file => file.endsWith('.md')), 'README.md', 'ARCHITECTURE.md', 'SECURITY.md']

/** One or more folders may stand before the name; a pattern such as `{queue,object}-gauges.ts` is none. */
const NAME = /(?<![\w./*{}<>-])(?:[\w-]+\/)*[\w-]+\.(?:ts|mjs|lua)\b/g
const COMMENT_LINE = /^\s*(?:\/?\*|\/\/|--|#)/

const namesIn = (file: string): string[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter(line => file.endsWith('.md') || COMMENT_LINE.test(line))
    .flatMap(line => line.match(NAME) ?? [])

t.test('files that comments and pages name exist', async t => {
  const known = new Set(files.map(file => basename(file)))
  const paths = files.map(file => `/${file}`)
  const exists = (name: string): boolean =>
    name.includes('/') ? paths.some(path => path.endsWith(`/${name}`)) : known.has(name)
  let count = 0
  for (const file of new Set([...files, ...pages])) {
    const names = namesIn(file)
    count += names.length
    const missing = names.filter(name => !exists(name))
    t.same(missing, [], file)
  }
  t.ok(count > 500, `${count} names were looked for`)
})

/** Folders of sources; one of tests is named with `test/`. */
const folders = [...new Set([...files, ...globSync('{deploy,gateway/page}/**/*', { cwd: root })].map(dirname))]
  .filter(folder => !FOREIGN.test(`${folder}/`))
  .flatMap(folder => folder.split('/').map((_, n, steps) => `/${steps.slice(0, n + 1).join('/')}/`))
/** Folders that whoever installs the service makes. */
const NOT_HERE = ['client/']

t.test('folders that pages name exist', async t => {
  const known = new Set(folders)
  const isThere = (name: string): boolean =>
    [...known].some(folder => folder.endsWith(`/${name}`) && (name.includes('test/') || !folder.includes('/test/')))
  let count = 0
  for (const page of pages) {
    const names = readFileSync(join(root, page), 'utf8').match(/(?<=`)[a-z][\w-]*\/(?:[\w-]+\/)*(?=`)/g) ?? []
    count += names.length
    t.same(
      names.filter(name => !isThere(name) && !NOT_HERE.includes(name)),
      [],
      page,
    )
  }
  t.ok(count > 100, `${count} folders were looked for`)
})

t.test('alerts that pages name are there', async t => {
  const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  const named = pages.flatMap(page => readFileSync(join(root, page), 'utf8').match(/\bSis[A-Z]\w+/g) ?? [])
  t.ok(named.length > 10, `${named.length} names were looked for`)
  for (const name of new Set(named)) t.ok(alerts.includes(`- alert: ${name}\n`), name)
})
