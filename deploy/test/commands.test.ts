/** deploy/commands.md explains every npm command, and no other. */
import { readFileSync } from 'node:fs'
import t from 'tap'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

t.test('each script of package.json has its line in the table of commands', async t => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
  const firstCells = read('deploy/commands.md')
    .split('\n')
    .flatMap(line => /^\| (`npm .*?`) \|/.exec(line)?.[1] ?? [])
  const named = firstCells.flatMap(cell => [...cell.matchAll(/`npm (?:run )?([\w:-]+)`/g)].map(([, name]) => name!))
  t.same(named.sort(), Object.keys(scripts).sort())
})
