import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { SERVICE_TITLE } from '../../../../shared/contract/envelope.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const SANDBOX = fileURLToPath(new URL('../../../sandbox/', import.meta.url))
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

t.test('a browser gets a page that says what this is and leads to the documentation', async t => {
  const { status, headers, bytes } = await service.call('/', { headers: BROWSER })
  t.equal(status, 200)
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  t.match(headers.vary, /accept/)
  t.match(headers['content-security-policy'], /^default-src 'none'; script-src 'self';.* frame-ancestors 'none'$/)
  const html = bytes.toString()
  t.match(html, `<h1>${SERVICE_TITLE}</h1>`)
  t.notMatch(html, /<script(?![^>]*\ssrc="page\/)|<style|style=|\son\w+=/)
  const links = [...html.matchAll(/(?:href|src|data-worker)="([^"]+)"/g)]
    .map(match => match[1]!)
    .filter(link => link !== 'data:,')
  t.ok(links.includes('docs'))
  for (const link of links) {
    t.notMatch(link, /^\/|:/, 'it holds behind a path prefix')
    t.equal((await service.call(`/${link}`)).status, 200, link)
  }
})

t.test('curl gets the same as text, and the lines for a shell work as they are printed', async t => {
  const { headers, bytes } = await service.call('/')
  t.equal(headers['content-type'], 'text/plain; charset=utf-8')
  const text = bytes.toString()
  t.match(text, `${service.url}/docs`)
  const lines = [...text.matchAll(/^ {2}((?:KEY=|curl ).+)$/gm)].map(match => match[1]!)
  t.equal(lines.length, 3)
  // the service runs in this very process, which must not wait for the shell; the last line sends the file that lies beside the sample project
  const { stdout } = await promisify(execFile)('sh', ['-c', lines.join('\necho\n')], { cwd: SANDBOX })
  const [, path, points] = stdout.split('\n')
  t.same(JSON.parse(path!).data.critical_path, ['A', 'B', 'D'])
  t.equal(JSON.parse(points!).data.checks_total, 14)
})

t.test('what a caller writes into Host never becomes markup', async t => {
  const { bytes } = await service.call('/', { headers: { ...BROWSER, host: 'a"><script>alert(1)</script>' } })
  t.notMatch(bytes.toString(), 'alert(1)</script')
})
