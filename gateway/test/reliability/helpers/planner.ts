/** What a planner does on the page at /: opens it, gives it a file, goes to a view; and what went wrong in the browser meanwhile. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { DrivenPage } from './driven-page.ts'

/** Errors, and what the policy stopped, from the first script of the page on. */
export const WATCH = `window.errors = []
addEventListener('error', event => errors.push(event.message || 'a file did not load: ' + event.target?.outerHTML), true)
addEventListener('unhandledrejection', event => errors.push(String(event.reason)))
addEventListener('securitypolicyviolation', event => errors.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI))
const { error } = console
console.error = (...words) => (errors.push(words.join(' ')), error(...words))`

export async function planner(t: Test, page: DrivenPage) {
  const folder = mkdtempSync(join(tmpdir(), 'sis-planner-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  await page.command('DOM.enable')
  await page.command('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })
  const open = async (url: string): Promise<void> => {
    await page.open(url)
    await page.until("document.getElementById('file')")
  }
  const chooseAt = async (id: string, ...paths: string[]): Promise<void> => {
    const { result } = await page.command('Runtime.evaluate', { expression: `document.getElementById('${id}')` })
    const { objectId } = result as { objectId: string }
    await page.command('DOM.setFileInputFiles', { files: paths, objectId })
  }
  return {
    open,
    /** Chooses files of this machine; does not wait for what comes of them. */
    choose: (...paths: string[]) => chooseAt('file', ...paths),
    /** At the input of this id. */
    chooseAt,
    /** A file with this content. */
    file(name: string, content: string | Uint8Array): string {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    /** With its checks, which come behind the rest of a large one. */
    analysed: () => page.until("document.querySelector('.overview:not([aria-busy]), [role=alert]')"),
    async goTo(view: string): Promise<void> {
      await page.value(
        `[...document.querySelectorAll('nav button')].find(each => each.textContent === ${JSON.stringify(view)}).click()`,
      )
      await page.until(`document.querySelector('nav [aria-current]').textContent === ${JSON.stringify(view)}`)
    },
    text: (selector: string) =>
      page.value<string>(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`),
    /** What the browser complained about since the page was opened. */
    errors: () => page.value<string[]>('errors'),
    /** Hosts that anything was asked of. */
    hosts: () =>
      page.value<string[]>(
        "[...new Set(performance.getEntriesByType('resource').map(each => new URL(each.name).host))]",
      ),
    size: (width: number, height = 800) =>
      page.command('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 500 }),
    scheme: (value: 'light' | 'dark') =>
      page.command('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] }),
    async picture(): Promise<Buffer> {
      const { data } = await page.command('Page.captureScreenshot', { format: 'png' })
      return Buffer.from(String(data), 'base64')
    },
  }
}
