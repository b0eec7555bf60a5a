/** A process of its own: a stored result (JSON) into a workbook, and what it took. Arguments: file of the JSON, file of the workbook. */
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import { sheetPlan } from '../../../engine/forms/result-form.ts'
import { writeWorkbook } from '../../../engine/write/xlsx/workbook.ts'

const CHUNK_BYTES = 256 * 1024
const MEGABYTE = 2 ** 20

const [, , from, to] = process.argv

let peakBytes = 0
const look = (): void => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
}

/** The file is read as it is needed, as a stored result is. */
function* chunks(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES)
    const bytes = readSync(file, chunk)
    look()
    if (bytes === 0) break
    yield chunk.subarray(0, bytes)
  }
  closeSync(file)
}

const plan = sheetPlan('analysis.cpm')
const idleBytes = process.memoryUsage.rss()
const startedMs = performance.now()
const startedCpu = process.cpuUsage()
const pieces = writeWorkbook(chunks(from!), plan)
const ms = performance.now() - startedMs
const cpu = process.cpuUsage(startedCpu)
look()
writeFileSync(to!, Buffer.concat(pieces))
const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
process.stdout.write(
  JSON.stringify({
    ms,
    cpuMs: (cpu.user + cpu.system) / 1000,
    overIdleMegabytes: (peakBytes - idleBytes) / MEGABYTE,
    megabytes: bytes / MEGABYTE,
  }),
)
