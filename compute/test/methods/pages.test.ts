/** The pages of the methods: one each, built alike, true to the rows, without a dead link, and with examples that run. */
import t from 'tap'
import { METHOD_IDS, type WorkId, workRow } from '../../../shared/contract/catalogue/catalogue.ts'
import { METHOD_PAGES_PATH, methodPath } from '../../../shared/contract/endpoint/method-pages.ts'
import { analysers } from '../../engine/analysers.ts'
import { checkCatalogue } from '../../engine/catalogue.ts'
import { DOCUMENTS } from '../../engine/check/source.ts'
import { NO_LIMITS, readRequest } from '../../engine/read/read-request.ts'
import { isRefusal } from '../../engine/result/result.ts'
import { spliceTail, writeData, writeEnvelope } from '../../engine/write/envelope.ts'
import { TODAY } from '../helpers/analyse.ts'
import { differences } from './excerpt.ts'
import { generatedParts, withParts } from './generated.ts'
import { anchors, COMMON_PAGE, examplesOf, headings, linkFaults, pageFile, readPage, SECTIONS } from './pages.ts'

const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }

const files = [COMMON_PAGE, ...METHOD_IDS.map(pageFile)]

/** The answer to a body as a client reads it, a refusal as { code, detail }. */
function answerTo(id: WorkId, body: object): unknown {
  const row = workRow(id)
  const input = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  const result = 'schedules' in input ? analysers[id](input, { today: TODAY }) : input
  if (isRefusal(result)) return JSON.parse(JSON.stringify(result))
  const chunks = row.isEnvelope
    ? [...writeEnvelope(result, FACTS, 'application/json').chunks, spliceTail('application/json', REPLY)]
    : writeData(result, 'application/json')
  return JSON.parse(Buffer.concat([...chunks]).toString())
}

t.test('the sections of every page are the same, in the same order', async t => {
  for (const id of METHOD_IDS) {
    const found = headings(readPage(pageFile(id)))
    t.equal(found.filter(({ level }) => level === 1).length, 1, `${id} has one title`)
    t.strictSame(
      found.flatMap(({ level, title }) => (level === 2 ? [title] : [])),
      SECTIONS,
      id,
    )
  }
})

t.test('the tables of the pages say what the rows say', async t => {
  for (const [file, parts] of generatedParts()) {
    const page = readPage(file)
    t.ok(withParts(page, parts) === page, `${file}: run \`npm run readme\``)
  }
})

t.test('every reply of a worked example is what the service answers to the request before it', async t => {
  for (const id of METHOD_IDS) {
    const examples = examplesOf(pageFile(id))
    t.ok(examples.length > 0, `${id} has an example`)
    for (const { request, reply } of examples) t.strictSame(differences(reply, answerTo(id, request)), [], id)
  }
})

t.test('no link of a page is dead, and none cites a text that is not public', async t => {
  for (const file of files) {
    t.strictSame(linkFaults(file), [], file)
    t.notMatch(readPage(file), /ANALYSIS[_]REFERENCE|DECISION[S]|\bOWN\b/, file)
  }
})

t.test('every document of the list is cited by the source of a check or on a page', async t => {
  const pages = METHOD_IDS.map(id => readPage(pageFile(id)).replace(/\s+/g, ' ')).join('\n')
  const common = readPage(COMMON_PAGE)
  for (const { name } of Object.values(DOCUMENTS)) {
    t.ok(pages.includes(name), `${name} on a page`)
    t.ok(common.includes(`| ${name} |`), `${name} in the list`)
  }
})

t.test('the source of every check is a public document or the place of its definition on a page', async t => {
  for (const { analysis, code, source } of checkCatalogue().checks) {
    t.notMatch(source, /ANALYSIS[_]REFERENCE|DECISION[S]|\bOWN\b/i, `${analysis} ${code}`)
    const place = new RegExp(`${METHOD_PAGES_PATH}/[^ ,;#]+#[^ ,;]+`).exec(source)?.[0]
    if (place === undefined) continue
    const [path, anchor = ''] = place.split('#')
    t.equal(path, methodPath(analysis))
    t.ok(anchors(readPage(pageFile(analysis))).has(anchor), place)
  }
})
