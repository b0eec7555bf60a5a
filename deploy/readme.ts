/**
 * What is made from other parts of the code, so that it is written once: tables between markers in pages for readers, env.example and the Python
 * client without asyncio. `npm run readme` writes them; tests compare. The figures of the benchmarks are copied from what `npm run bench` prints.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { catalogue } from '../shared/contract/catalogue/catalogue.ts'
import { TIER_NAMES, TIERS } from '../shared/contract/tiers.ts'
import { defaultOf, documentedSettings, ENV_EXAMPLE, envExample, type Setting } from './env-example.ts'

/** What rooms write that this one does not import: the tables of the pages of the methods, and the Python client without asyncio. */
const OTHER_WRITERS = ['../compute/test/methods/write.ts', '../gateway/test/clients/without-async.ts']
const ROOT = new URL('../', import.meta.url)

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

const count = (value: number | null): string => (value === null ? 'unlimited' : value.toLocaleString('en-US'))

/** In a cell of a table. */
function defaultCell(row: Setting): string {
  const known = defaultOf(row)
  if (known === undefined) return '-'
  return 'rule' in known ? known.rule : `\`${known.value}\``
}

const TABLES: Readonly<Record<string, () => string>> = {
  configuration: () =>
    table(
      ['variable', 'default', 'meaning'],
      documentedSettings().map(row => [`\`${row.env}\``, defaultCell(row), row.meaning]),
    ),
  tiers: () =>
    table(
      [
        'tier',
        'tasks per schedule',
        'calls per month',
        'calls per 60 s',
        'payload',
        'kept schedules',
        'processor time',
      ],
      TIER_NAMES.map(name => TIERS[name]).map(row => [
        row.name,
        count(row.taskCountMax),
        row.name === 'demo' ? `${row.callsPerMonth} in the key's life` : count(row.callsPerMonth),
        count(row.callsPerWindow),
        `${row.payloadMegabytesMax} MB`,
        `${count(row.keptScheduleCountMax)}, ${count(row.keptScheduleMegabytesMax)} MB`,
        `${row.threadShare * 100} %, ${row.threadBurstMs / 1000} s`,
      ]),
    ),
  endpoints: () =>
    table(
      ['call', 'what it does', 'state'],
      catalogue.flatMap(row =>
        row.kind === 'retired' ? [] : [[`\`${row.method} ${row.path}\``, row.summary, row.pending ? '501' : 'served']],
      ),
    ),
}

/** Which page has which tables. */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  'deploy/runbook/settings.md': ['configuration'],
  'gateway/interface.md': ['tiers', 'endpoints'],
}

export const readPage = (page: string): string => readFileSync(new URL(page, ROOT), 'utf8')

const markers = (name: string) => [`<!-- table: ${name} -->\n`, `\n<!-- end: ${name} -->`] as const

/** A page with its tables as the rows have them now. */
export function withTables(page: string): string {
  let text = readPage(page)
  for (const name of PAGES[page] ?? []) {
    const [begin, end] = markers(name)
    const from = text.indexOf(begin)
    const to = text.indexOf(end)
    if (from < 0 || to < from) throw new Error(`${page} has no place for the table ${name}`)
    text = text.slice(0, from + begin.length) + TABLES[name]!() + text.slice(to)
  }
  return text
}

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const page of Object.keys(PAGES)) writeFileSync(new URL(page, ROOT), withTables(page))
  writeFileSync(ENV_EXAMPLE, envExample())
  for (const writer of OTHER_WRITERS) {
    const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(writer, import.meta.url))], {
      stdio: 'inherit',
    })
    if (status !== 0) process.exitCode = status ?? 1
  }
}
