/** A comment or a page that names a file of this repository names one that exists: a renamed file takes its mentions along. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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

t.test('alerts that pages name are there', async t => {
  const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  const named = pages.flatMap(page => readFileSync(join(root, page), 'utf8').match(/\bSis[A-Z]\w+/g) ?? [])
  t.ok(named.length > 10, `${named.length} names were looked for`)
  for (const name of new Set(named)) t.ok(alerts.includes(`- alert: ${name}\n`), name)
})
