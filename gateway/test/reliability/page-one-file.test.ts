/**
 * The page as one file, opened from disk in a real Chromium whose network is cut: it says what it is, reads a file, gives every analysis the bytes of the
 * service (but the id and the time of the call), refuses as the service does, and can be given up. Over 20 project files where there are any.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { DELIVERABLES, deliverablePath } from '../../../shared/contract/endpoint/deliverable-formats.ts'
import { FIXTURES } from '../../sandbox/fixtures.ts'
import { pageInBrowser, SAMPLE } from './helpers/page-in-browser.ts'

t.setTimeout(600_000)

const FILE_BYTES_MAX = 1_500_000

const { service, page, visit } = await pageInBrowser(t)
const key = await service.key('government')
const served = await service.call('/sis.html')
const path = visit.file('sis.html', served.bytes)

/** A worker as the page has it, to be asked for the bytes of any call; what is sent is what a form of the page would be. */
const ASKING = `
  const unpacked = new Response(new Blob([packedBytes('engine')]).stream().pipeThrough(new DecompressionStream('gzip')))
  const script = URL.createObjectURL(new Blob([await unpacked.arrayBuffer()], { type: 'text/javascript' }))
  const worker = new Worker(script)
  let last = 0
  window.ask = async (path, parts, body) => {
    let sent = body
    if (parts !== undefined) {
      sent = new FormData()
      for (const [name, text] of parts)
        if (text === null) sent.append(name, document.getElementById('raw').files[0], 'schedule')
        else sent.append(name, text)
    }
    const packed = new Response(sent)
    const contentType = parts === undefined ? 'application/json' : packed.headers.get('content-type')
    const call = { path, method: 'POST', accept: '', contentType, body: new Uint8Array(await packed.arrayBuffer()) }
    const id = ++last
    const outcome = new Promise(resolve => worker.addEventListener('message', ({ data }) => data.id === id && resolve(data.outcome)))
    worker.postMessage({ kind: 'call', id, access: { base: '', key: '' }, call })
    const { status, chunks } = await outcome
    const text = await new Blob(chunks).text()
    const same = text.replace(/"request_id":"[^"]*"(,"processing_time_ms":\\d+)?/, '')
    const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(same))
    return [status, Array.from(new Uint8Array(sum), each => each.toString(16).padStart(2, '0')).join('')]
  }
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', id: 'raw', multiple: true, hidden: true })
  document.body.append(input)
`

await visit.open(pathToFileURL(path).href)
await page.command('Network.enable')
await page.command('Network.emulateNetworkConditions', {
  offline: true,
  latency: 0,
  downloadThroughput: 0,
  uploadThroughput: 0,
})

t.test('it is small, and says that it computes without a service', async t => {
  t.ok(statSync(path).size <= FILE_BYTES_MAX, `${statSync(path).size} bytes`)
  t.match(await visit.text('.where'), /without a service/)
  t.match(await visit.text('.access'), /No file leaves this machine/)
  t.equal(await page.value("fetch('http://127.0.0.1/').then(() => 'called', () => 'stopped')"), 'stopped')
  t.match(await visit.errors(), [/policy: connect-src/], 'the policy stopped it')
  await page.value('errors.length = 0')
})

t.test('a file is read, a check opens with its formula, and a report and a workbook are taken along', async t => {
  await page.value(
    "[...document.querySelectorAll('.start button')].find(each => each.textContent === 'Open a sample').click()",
  )
  await visit.analysed()
  t.equal(await page.value("document.querySelectorAll('.card').length"), 14)
  await page.value("document.querySelector('.card.fail details').open = true")
  await page.until("document.querySelectorAll('.detail dt').length >= 5")
  for (const view of ['Plots', 'Levelling']) {
    await visit.goTo(view)
    await page.until("document.querySelector('main svg, main table') && !document.querySelector('[aria-busy]')")
  }
  await visit.goTo('Deliver')
  await page.until("document.querySelector('.deliverables form tbody tr')")
  t.same(await visit.errors(), [])
  t.same(
    await page.value(
      "performance.getEntriesByType('resource').filter(each => !each.name.startsWith('blob:')).map(each => each.name)",
    ),
    [],
  )
})

t.test('a search of levelling shows its best so far, which stays when it is ended', async t => {
  const tasks = Array.from({ length: 150 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1 + ((i * 7) % 5),
    predecessors: i < 10 || i % 3 === 0 ? [] : [`T${i - 7}`],
    resources: [['Crane', 'Crew', 'Welder'][i % 3]],
  }))
  await visit.open(pathToFileURL(path).href)
  await visit.choose(visit.file('search.json', JSON.stringify({ status_date: '2026-03-02', tasks })))
  await visit.analysed()
  await visit.goTo('Levelling')
  await page.until("document.querySelector('#finish-after') && document.querySelector('.running').textContent === ''")
  await page.value(`(() => {
    const select = [...document.querySelectorAll('.controls select')].find(each => [...each.options].some(option => option.value === 'best'))
    select.value = 'best'
    select.dispatchEvent(new Event('change'))
  })()`)
  const keep =
    "[...document.querySelectorAll('.running button:not([hidden])')].find(each => /keep the best/.test(each.textContent))"
  await page.until(`/best of \\d+ schedule/.test(document.querySelector('.running').textContent) && ${keep}`)
  await page.value(`${keep}.click()`)
  await page.until(
    "document.querySelector('.running').textContent === '' && document.querySelector('.levelling .stale, .levelling [aria-busy]') === null",
  )
  t.match(await visit.text('.levelling'), /schedules? (?:was|were) made/)
  t.equal(await page.value("document.querySelectorAll('#take-levelled .button').length > 3"), true)
  t.same(await visit.errors(), [])
})

const HASHED = /"request_id":"[^"]*"(,"processing_time_ms":\d+)?/
const hashOf = (text: string): string => createHash('sha256').update(text.replace(HASHED, '')).digest('hex')

const BUSY = 503
const SECOND_MS = 1_000

/** A service that has no thread free in time says when to come again; a page that computes for itself never does. */
async function ofService(path: string, body: FormData | string): Promise<[number, string]> {
  const headers = { 'x-api-key': key, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) }
  for (;;) {
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (answer.status !== BUSY) return [answer.status, hashOf(text)]
    await pause(SECOND_MS * Number(answer.headers.get('retry-after') ?? 1))
  }
}

/** Parts of a form of one file; for analyses of several it is its own earlier status, too. */
function partsOf(request: object): [name: string, text: string | null][] {
  const { properties } = request as { properties: Record<string, unknown> }
  if (properties.current_schedule === undefined) return [['schedule', null]]
  const parts: [string, string | null][] = [['current_schedule', null]]
  if (properties.baseline_schedule !== undefined) parts.push(['baseline_schedule', null])
  if (properties.schedule_history !== undefined)
    parts.push(['schedule_history', null], ['schedule_history.0.snapshot_date', '1999-01-04'])
  return parts
}

const TOO_MANY_AT_ONCE = 413
let tooMany = 0

/** Compares what both say of a file; returns how many analyses answered. */
async function compareFile(
  t: Test,
  name: string,
  content: Uint8Array,
  rows: readonly { readonly id: string; readonly path: string; readonly request: object }[] = analyses,
): Promise<number> {
  await visit.chooseAt('raw', visit.file('compared', content))
  let answered = 0
  for (const { id, path, request } of rows) {
    const parts = partsOf(request)
    const form = new FormData()
    for (const [part, text] of parts)
      text === null ? form.append(part, new Blob([new Uint8Array(content)]), 'schedule') : form.append(part, text)
    const [here, there] = await Promise.all([
      page.value<[number, string]>(`ask(${JSON.stringify(path)}, ${JSON.stringify(parts)})`),
      ofService(path, form),
    ])
    // a service makes a job of so many tasks
    if (there[0] === TOO_MANY_AT_ONCE) tooMany++
    else if (here.join() !== there.join()) t.same(here, there, `${name}: ${id}`)
    if (there[0] === 200) answered++
  }
  return answered
}

t.test('every analysis of our own files is that of the service, byte for byte', async t => {
  await page.value(`(async () => {${ASKING}})()`)
  let answered = 0
  for (const { name, requests } of FIXTURES) {
    for (const { id, path } of analyses) {
      const body = JSON.stringify(requests[id])
      const here = await page.value<[number, string]>(
        `ask(${JSON.stringify(path)}, undefined, ${JSON.stringify(body)})`,
      )
      t.same(here, await ofService(path, body), `${name}: ${id}`)
      if (here[0] === 200) answered++
    }
  }
  t.equal(answered, FIXTURES.length * analyses.length)
  t.ok((await compareFile(t, basename(SAMPLE), readFileSync(SAMPLE))) >= 14)
  const files = DELIVERABLES.map(({ name }) => ({ id: name, path: deliverablePath(name), request: { properties: {} } }))
  t.equal(await compareFile(t, 'files for authorities', readFileSync(SAMPLE), files), files.length)
})

t.test('a hostile body is refused with the words of the service', async t => {
  const cpm = '/api/v1/analysis/cpm'
  const bodies = [
    '',
    '{"tasks":[',
    '{"tasks":[{"id":"A","duration_days":-3}]}',
    '{"tasks":[{"id":"A","predecessors":["B"]},{"id":"B","predecessors":["A"]}]}',
    `{"tasks":[${'['.repeat(100_000)}`,
    `{"tasks":[{"id":"A","name":"${'x'.repeat(100_000)}"}]}`,
    '{"schedule_id":"sch_00000000000000000000000000000000"}',
  ]
  for (const body of bodies) {
    const here = await page.value(`ask('${cpm}', undefined, ${JSON.stringify(body)})`)
    t.same(here, await ofService(cpm, body), body.slice(0, 60))
  }
  for (const content of [
    '',
    '%PDF-1.7 and so on',
    'PK\x03\x04',
    'ERMHDR\t19.12\n%T\tTASK\n%F\ttask_id\n%R',
    '<Project><Tasks><Task>',
  ]) {
    await compareFile(t, content, Buffer.from(content, 'latin1'))
  }
})

const REAL_FILES = fileURLToPath(new URL('../../../../shared/data/project_files/', import.meta.url))
const FILES = 20
const sizeOf = (file: string): number => statSync(join(REAL_FILES, file)).size
/** Some of each kind, the smaller ones of it; with ALL_FILES=1 all of them. */
const files = existsSync(REAL_FILES)
  ? ['xer/*.xer', 'mspdi/*.xml', 'mspdi/*.xml.gz', 'pmxml/*.xml.gz'].flatMap((pattern, _, patterns) => {
      const found = globSync(pattern, { cwd: REAL_FILES }).sort((a, b) => sizeOf(a) - sizeOf(b) || (a < b ? -1 : 1))
      const perKind = FILES / patterns.length
      return process.env.ALL_FILES === '1' ? found : found.slice(0, 2 * perKind).filter((_, i) => i % 2 === 1)
    })
  : []
const FOURTEEN = analyses.filter(({ isFurther }) => !isFurther)

t.test(
  'so is every analysis of project files',
  { skip: files.length === 0 && 'there are no project files' },
  async t => {
    let answered = 0
    for (const file of files) {
      const packed = readFileSync(join(REAL_FILES, file))
      answered += await compareFile(t, file, file.endsWith('.gz') ? gunzipSync(packed) : packed, FOURTEEN)
    }
    t.comment(
      `${files.length} files, ${FOURTEEN.length} analyses each: ${answered} answered, ${tooMany} are jobs of a service, the others were refused alike`,
    )
    t.ok(answered >= 0.6 * FOURTEEN.length * files.length)
    t.same(await visit.errors(), [])
  },
)

t.test('what takes long is given up at once, and the next file is read', async t => {
  const tasks = Array.from({ length: 60_000 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1,
    predecessors: i === 0 ? [] : [`T${i - 1}`, `T${i >> 1}`],
  }))
  await visit.open(pathToFileURL(path).href)
  await visit.choose(visit.file('long.json', JSON.stringify({ status_date: '2026-03-02', tasks })))
  await page.until("document.querySelector('progress')")
  await page.value("[...document.querySelectorAll('button')].find(each => each.textContent === 'Cancel').click()")
  await page.until("document.querySelector('[role=alert]')")
  t.match(await visit.text('[role=alert]'), 'You cancelled it.')
  await page.value("document.querySelector('[role=alert] button').click()")
  await visit.choose(SAMPLE)
  await page.until("document.querySelectorAll('.card').length === 14")
  t.same(await visit.errors(), [])
})
