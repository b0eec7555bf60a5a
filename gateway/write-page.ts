/** npm run page -- [FILE]: writes the page as one file that needs no service (page/one-file.ts). */
import { writeFileSync } from 'node:fs'
import { oneFile } from './page/one-file.ts'
import { FILE_FIXTURES } from './sandbox/fixtures.ts'

const path = process.argv[2] ?? 'sis.html'
const html = await oneFile(FILE_FIXTURES[0]!.bytes)
writeFileSync(path, html)
console.log(
  `${path}: ${(Buffer.byteLength(html) / 1e6).toFixed(2)} MB. Open it in a browser; it needs no service and no network.`,
)
