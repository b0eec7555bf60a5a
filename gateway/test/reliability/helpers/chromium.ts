/** A page in a real browser: Chromium of this machine, or Debian's unpacked into .tools by deploy/bootstrap.mjs. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

export const CHROMIUM_FLAGS = [
  '--headless=new',
  // as root, and in a container, there is none; the pages are our own
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--no-first-run',
]

export function chromium(): string {
  const program = process.env.CHROMIUM
  if (program) return program
  throw new Error('There is no Chromium: install it (Debian: apt-get install chromium) or name one in CHROMIUM.')
}

/** Opens the page and leaves it open to the end of the test; what comes of it the page tells whoever serves it. */
export function openPage(t: Test, url: string): void {
  const profile = mkdtempSync(join(tmpdir(), 'sis-chromium-'))
  const browser = spawn(chromium(), [...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, url], {
    // its settings and caches as well
    env: { ...process.env, HOME: profile, TMPDIR: profile, NODE_OPTIONS: '' },
    stdio: 'ignore',
  })
  const ended = new Promise<void>(resolve => {
    browser.on('exit', () => resolve())
    browser.on('error', () => resolve())
  })
  t.teardown(async () => {
    browser.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })
}
