/** Comments and texts of the code cite pages of methods by the path they are served under: each names a page, and a heading of it. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { METHOD_IDS } from '../../../shared/contract/catalogue/catalogue.ts'
import {
  DELIVERABLES_PAGE,
  DELIVERABLES_PAGE_FILE,
  METHOD_PAGES_PATH,
  methodName,
} from '../../../shared/contract/endpoint/method-pages.ts'
import { anchors, COMMON_PAGE, pageFile, readPage } from './pages.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const ROOMS = ['compute', 'deploy', 'gateway', 'loadtest', 'shared']
/** Texts that lie outside the repository, spelled so that this file names none of them. */
const ELSEWHERE = /ANALYSIS[_]REFERENCE|\bDECISION[S]\b/
/** With its anchor, if it has one; not a path that is made of parts. */
const CITATION = new RegExp(`${METHOD_PAGES_PATH}(/[a-z0-9-]+)?(#[a-z0-9-]+)?(?![\\w{$/#-])`, 'g')

const sources = ROOMS.flatMap(room =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(ts|mjs|lua|conf|md)$/.test(file) && !file.includes('node_modules'))
    .map(file => join(ROOT, room, file)),
)

function fault(page: string | undefined, anchor: string | undefined): string | undefined {
  const id = METHOD_IDS.find(each => methodName(each) === page)
  const isDeliverables = page === DELIVERABLES_PAGE
  if (page !== undefined && id === undefined && !isDeliverables) return 'no such method'
  const file = isDeliverables ? fileURLToPath(DELIVERABLES_PAGE_FILE) : id === undefined ? COMMON_PAGE : pageFile(id)
  return anchor === undefined || anchors(readPage(file)).has(anchor) ? undefined : 'no such heading'
}

t.test('no source cites a text that lies outside the repository', async t => {
  for (const file of sources) t.notMatch(readFileSync(file, 'utf8'), ELSEWHERE, file.slice(ROOT.length))
})

t.test('every page and heading that the code cites is there', async t => {
  let count = 0
  for (const file of sources) {
    for (const [citation, page, anchor] of readFileSync(file, 'utf8').matchAll(CITATION)) {
      count++
      const found = fault(page?.slice(1), anchor?.slice(1))
      if (found !== undefined) t.fail(`${file.slice(ROOT.length)}: ${citation}: ${found}`)
    }
  }
  t.ok(count > 50, `${count} citations`)
})
