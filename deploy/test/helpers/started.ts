/** What the start script prints until the service runs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Started {
  readonly child: ChildProcess
  readonly output: string
  readonly url: string
  readonly env: NodeJS.ProcessEnv
}

/** On a data directory of its own. Ends with the test. */
export async function started(
  t: Test,
  command: string,
  words: readonly string[],
  settings: Record<string, string> = {},
): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sis-start-'))
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings }
  const child = spawn(command, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Ctrl-C')) break
  }
  return { child, output, url: /address\s+(\S+)/.exec(output)?.[1] ?? '', env }
}
