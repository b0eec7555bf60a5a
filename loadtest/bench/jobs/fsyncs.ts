/** How often a second the disk keeps what was appended: redis-server does it once for all that came meanwhile. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BYTES = 4096

export function measureFsyncs(ms: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'sis-fsync-'))
  const file = openSync(join(folder, 'appended'), 'a')
  try {
    const bytes = Buffer.alloc(BYTES, 1)
    const startMs = performance.now()
    let count = 0
    for (; performance.now() - startMs < ms; count++) {
      writeSync(file, bytes)
      fdatasyncSync(file)
    }
    return (count * 1000) / (performance.now() - startMs)
  } finally {
    closeSync(file)
    rmSync(folder, { recursive: true })
  }
}
