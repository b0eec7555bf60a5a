/** A folder for the servers of a test, gone when the test has ended. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** Ask for it before the servers are started: what is to be torn down ends in reverse order. */
export function dataFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'sis-test-'))
  // a redis-server that rewrites its file while it is killed leaves a child that writes for a moment longer
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}
