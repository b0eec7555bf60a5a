/**
 * The Python client without asyncio is made from the one with it, so that each method is written once. `npm run readme` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clientFolder } from './examples.ts'

const FIRST_LINE = '# Made from async_client.py by npm run readme: changes belong there.\n'

const CHANGES: readonly (readonly [RegExp | string, string])[] = [
  ['"""The client for asyncio: ', '"""The client: '],
  [
    '"""The same as ScheduleIntelligence, to be awaited."""',
    '"""SIS_URL and SIS_API_KEY of the environment stand in for what is not given."""',
  ],
  // in the order that ruff wants
  ['import AsyncIterator, Callable,', 'import Callable, Iterator,'],
  [/for (\w+) in (.*):\n +yield \1\n/g, 'yield from $2\n'],
  [/\basync def /g, 'def '],
  [/\bawait /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basyncio\.sleep/g, 'time.sleep'],
  [/^import asyncio\n/gm, ''],
  [/__a(enter|exit)__/g, '__$1__'],
  [/\baclose\b/g, 'close'],
]

const fileOf = (name: string): string => `${clientFolder('python')}src/schedule_intelligence/${name}`

export const CLIENT = fileOf('client.py')

export const clientWithoutAsync = (): string =>
  FIRST_LINE +
  CHANGES.reduce((text, [from, to]) => text.replace(from, to), readFileSync(fileOf('async_client.py'), 'utf8'))

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(CLIENT, clientWithoutAsync())
