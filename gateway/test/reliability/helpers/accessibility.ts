/** What stands against WCAG 2.2 at level AA on a page, found by axe in the browser. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { DrivenPage } from './driven-page.ts'

const AXE = 'axe-core@4.14.1'
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** load: once per page that was opened; found: as often as wanted after that. */
export function accessibility(t: Test, page: DrivenPage) {
  const scratch = mkdtempSync(join(tmpdir(), 'axe-'))
  t.teardown(() => rmSync(scratch, { recursive: true, force: true }))
  execFileSync('npm', ['i', '--prefix', scratch, '--no-audit', '--no-fund', '--ignore-scripts', AXE], {
    stdio: 'ignore',
  })
  const axe = readFileSync(join(scratch, 'node_modules/axe-core/axe.min.js'), 'utf8')
  return {
    load: () => page.value(`${axe};0`),
    violations: () =>
      page.value<
        string[]
      >(`axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(RULES)} }).then(found =>
        found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ' ' + html.slice(0, 200) + failureSummary)))`),
  }
}
