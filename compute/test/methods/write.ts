/** `npm run readme`: writes the generated parts of the pages of the methods, and records the results of a new engine version. */
import { existsSync, writeFileSync } from 'node:fs'
import { recordResults } from '../engine/write/recorded-results.ts'
import { generatedParts, withParts } from './generated.ts'
import { readPage } from './pages.ts'

for (const [file, parts] of generatedParts())
  if (existsSync(file)) writeFileSync(file, withParts(readPage(file), parts))
recordResults()
