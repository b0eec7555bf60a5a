/** `npm run loadtest` as it is typed, against a stand-in for the service; what it says and its exit code. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { readOptions } from '../options.ts'
import { markdownTable } from '../report.ts'
import { RESPONSE_BUDGETS } from '../scenarios/scenario.ts'
import { startService } from '../service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RUN = `${ROOT}loadtest/run.ts`

async function standIn(t: Test, answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => answer(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function run(words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [RUN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (err += chunk))
  const [code] = await once(child, 'close')
  return { code, out, err }
}

const QUICK = ['--runs', '2', '--calls', '40', '--rate', '400', '--warm', '0.05', '--key', 'k']

t.test('a service within its budgets: table, distribution, exit code 0', async t => {
  const seen = new Set<string>()
  const url = await standIn(t, (request, response) => {
    seen.add(`${request.method} ${request.url} ${request.headers['x-api-key']} ${request.headers['content-type']}`)
    response.end('{}')
  })
  // the widest budget, so that a busy machine does not decide this test
  const words = ['--sizes', '10000', '--url', url, ...QUICK, '--rate', '20', '--calls', '10']
  const { code, out, err } = await run(words)
  t.equal(code, 0, err)
  t.same([...seen], ['POST /api/v1/analysis/cpm k application/json'])
  t.match(err, /10000 tasks, \d+ links/, 'the distribution is printed first')
  const rows = out.split('\n').filter(line => /^\| +10000 \|/.test(line))
  t.equal(rows.length, 3, 'a row of one caller, then a row per run')
  for (const row of rows) t.match(row, /\| ok +\|$/)
  t.match(out, /Node v22/)
  t.match(out, /seed 1/)
})

t.test('a budget missed and a call refused are said, as JSON too, with exit code 1', async t => {
  const slow = await standIn(t, (_request, response) => void setTimeout(() => response.end('{}'), 30))
  const missed = await run(['--sizes', '100', '--json', '--url', slow, ...QUICK])
  t.equal(missed.code, 1)
  const json = JSON.parse(missed.out)
  t.equal(json.isMet, false)
  t.match(json.sections[0].rows[0].at(-1), /^missed by \d/)

  // clean until the open loop begins, which is when more sockets come than warm-up and capacity probe open together
  const sockets = new Set<unknown>()
  let count = 0
  const flaky = await standIn(t, (request, response) => {
    sockets.add(request.socket)
    if (sockets.size > 19 && count++ % 10 === 0) response.writeHead(500)
    setTimeout(() => response.end('{}'), 10)
  })
  const failed = await run(['--sizes', '100', '--url', flaky, ...QUICK, '--calls', '200', '--rate', '1000'])
  t.equal(failed.code, 1)
  t.match(failed.out, /failed: 200: \d+, 500: \d+/)

  const closed = await standIn(t, (_request, response) => void response.writeHead(401).end())
  const refused = await run(['--sizes', '100', '--url', closed, ...QUICK])
  t.equal(refused.code, 1)
  t.match(refused.err, /does not answer the calls: 401: /)
})

t.test('shedding is orderly only with a Retry-After', async t => {
  let isOver = false
  let headers: Record<string, string> = {}
  const url = await standIn(t, (_request, response) => {
    isOver = !isOver
    if (isOver) response.writeHead(503, headers)
    response.end()
  })
  const words = ['shed', '--seconds', '0.2', '--url', url, ...QUICK, '--json']
  const without = JSON.parse((await run(words)).out).sections[0].rows[0].at(-1)
  t.match(without, /failed: .*[1-9]\d* without Retry-After/)
  headers = { 'retry-after': '1' }
  t.notMatch(JSON.parse((await run(words)).out).sections[0].rows[0].at(-1), /failed/)
})

t.test('mistakes on the command line are sentences', async t => {
  const names = ['response-times', 'big-body']
  const mistake = (words: string[], pattern: RegExp) => t.throws(() => readOptions(words, names), { message: pattern })
  mistake(['--sizes', 'many'], /--sizes must be whole numbers above 0 with commas between them, not many/)
  mistake(['--runs', '1.5'], /--runs must be a whole number/)
  mistake(['--arrivals', 'bursts'], /--arrivals must be poisson or constant, not bursts/)
  mistake(['nothing'], /There is no scenario nothing, only response-times, big-body/)
  mistake(['--url', 'http://localhost:1'], /go together/)
  mistake(['--colour', '1'], /^--colour is no option\.$/)
  mistake(['--second', '1'], /^--second is no option\. Is --seconds meant\?$/)
  mistake(['--seconds'], /--seconds/)
  t.same(readOptions([], names).scenarios, ['response-times'])
  t.same(readOptions(['all'], names).scenarios, names)
  t.same(
    readOptions([], names).sizes,
    RESPONSE_BUDGETS.map(budget => budget.taskCountMax),
  )
  const { code, err } = await run(['--runs', '0'])
  t.equal(code, 2)
  t.match(err, /^--runs must be a whole number above 0, not 0\.\n\nnpm run loadtest/)
})

const MEASUREMENTS = ['loadtest/run.ts', 'loadtest/bench/peers.ts', 'loadtest/bench/urgent.ts', 'compute/bench/run.ts']

t.test('each measurement explains its options, a line each, and refuses what is none', async t => {
  for (const file of MEASUREMENTS) {
    const start = (word: string) =>
      spawnSync(process.execPath, [`${ROOT}${file}`, word], { encoding: 'utf8', timeout: 30_000 })
    const help = start('--help')
    t.equal(help.status, 0, file)
    t.equal(help.stderr, '')
    const [, about, ...lines] = help.stdout.trimEnd().split('\n')
    t.match(about, /\.$/)
    const options = lines.filter(line => line.startsWith('  --'))
    t.ok(options.length >= 4)
    for (const line of options) t.match(line, /^ {2}--[a-z-]+( \S+)? {2,}\S/)
    const mistake = start('--sed=1')
    t.equal(mistake.status, 2)
    t.equal(mistake.stdout, '')
    t.equal(
      mistake.stderr,
      `--sed is no option.${help.stdout.includes('--seed') ? ' Is --seed meant?' : ''}\n\n${help.stdout}`,
    )
  }
})

t.test('a service that cannot start says why', async t => {
  await t.rejects(startService({ env: { PORT: 'no port' } }), { message: /PORT/ })
})

t.test('a table has numbers flush right and words flush left', async t => {
  t.equal(
    markdownTable(
      ['n', 'verdict'],
      [
        [1, 'ok'],
        [1000, 'missed'],
      ],
    ),
    ['|    n | verdict |', '|-----:|---------|', '|    1 | ok      |', '| 1000 | missed  |'].join('\n'),
  )
})
