/**
 * The page as one file that needs no service: the same script and styles as the page at /, and the engine with the worker (compute/library has what the engine
 * uses of Node). Both scripts are packed in the markup. It is made when it is first asked for, and kept with the bundles of the sources.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { SERVICE_TITLE } from '../../shared/contract/envelope.ts'
import { engineScript } from '../../shared/platform/process/engine-bundle.ts'
import { keptBytes } from '../../shared/platform/process/kept-bytes.ts'
import { htmlText } from '../call/answers.ts'
import { BUNDLES_OF_TEXTS, pageBundles } from './bundle.ts'

const HASH_LENGTH = 16
const ROOM = fileURLToPath(new URL('../../compute/library/', import.meta.url))
const ENTRY = 'compute/library/page-engine.ts'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A text inside the markup ends at the name of its element alone. */
const inlined = (text: string): string => text.replaceAll(/<(?=\/script|\/style|!--)/gi, '\\x3c')

/** Of the sources that are watched by no bundle of the service (shared/platform/process/bundles.mjs). */
function ownHash(): string {
  const hash = createHash('sha256')
  for (const { plain } of Object.values(pageBundles())) hash.update(plain)
  for (const file of globSync('**/*.ts', { cwd: ROOM }).sort()) hash.update(readFileSync(`${ROOM}${file}`))
  return hash.digest('hex').slice(0, HASH_LENGTH)
}

/** Digits of bytes in the markup, five for four bytes: a sixteenth less than base64. None of them begins or ends markup. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=>?@[]^_{|'
const BYTES_EACH = 4
const DIGITS_EACH = 5

/** n bytes at the end, fewer than four, are n + 1 digits. */
export function inDigits(bytes: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil(bytes.length / BYTES_EACH) * BYTES_EACH)
  padded.set(bytes)
  const view = new DataView(padded.buffer)
  const digits = Buffer.alloc((padded.length / BYTES_EACH) * DIGITS_EACH)
  for (let at = 0, end = 0; at < padded.length; at += BYTES_EACH) {
    end += DIGITS_EACH
    for (let n = 1, rest = view.getUint32(at); n <= DIGITS_EACH; n++, rest = Math.floor(rest / DIGITS.length))
      digits[end - n] = DIGITS.charCodeAt(rest % DIGITS.length)
  }
  return digits.toString('latin1', 0, digits.length - (padded.length - bytes.length))
}

const packed = (text: string): string => inDigits(gzipSync(text, { level: 9 }))

/** Unpacks the script of the page; the policy has its hash, too. packedBytes: for the page (browser/one-file.ts). */
const UNPACK = inlined(`const digits = '${DIGITS}'
const values = new Uint8Array(128)
for (let n = 0; n < digits.length; n++) values[digits.charCodeAt(n)] = n
const packedBytes = id => {
  const text = document.getElementById(id).textContent
  const bytes = new Uint8Array(Math.floor((text.length * ${BYTES_EACH}) / ${DIGITS_EACH}))
  for (let at = 0, to = 0; to < bytes.length; ) {
    let value = 0
    for (const end = at + ${DIGITS_EACH}; at < end; at++)
      value = value * digits.length + (at < text.length ? values[text.charCodeAt(at)] : digits.length - 1)
    for (let shift = 24; shift >= 0 && to < bytes.length; shift -= 8) bytes[to++] = value >>> shift
  }
  return bytes
}
Object.assign(globalThis, { packedBytes })
try {
  const plain = new Blob([packedBytes('page')]).stream().pipeThrough(new DecompressionStream('gzip'))
  const script = document.createElement('script')
  script.type = 'module'
  script.textContent = await new Response(plain).text()
  document.body.append(script)
} catch {
  document.body.append(document.querySelector('noscript').textContent)
}`)

/** The engine alone, compressed: for the worker of the page at /, which loads it with the first change that is tried (browser/service/what-if.ts). */
export const keptEngine = (): Promise<Uint8Array> =>
  keptBytes(`engine-${ownHash()}.js.gz`, async () =>
    gzipSync(`"use strict";${await engineScript(ENTRY)}`, { level: 9 }),
  )

/** sample: what "Open a sample" opens. */
export const keptOneFile = (sample: Uint8Array): Promise<Uint8Array> =>
  keptBytes(`sis-${ownHash()}.html.gz`, async () => gzipSync(await oneFile(sample)))

export async function oneFile(sample: Uint8Array): Promise<string> {
  const bundles = pageBundles()
  const text = (name: keyof typeof bundles): string => Buffer.from(bundles[name].plain).toString()
  // each a script of its own: their names are those of no other
  const languages = Object.values(BUNDLES_OF_TEXTS).map(name => `(()=>{${text(name)}})();`)
  const script = [...languages, text('page.js')].join('\n')
  const style = text('page.css')
  // a script: of a page on a disk browsers start no worker that is a module, whose rules it has all the same
  const worker = `(()=>{"use strict";${await engineScript(ENTRY)}\n${text('worker.js')}})()`
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(UNPACK)} ${hashOf(script)} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${hashOf(style)}`,
    "connect-src 'none'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${htmlText(SERVICE_TITLE)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>This page computes in your browser: it needs its scripts, and a browser of 2024 or newer.</noscript>
<script type="text/plain" id="engine">${packed(worker)}</script>
<script type="text/plain" id="sample">${inDigits(sample)}</script>
<script type="text/plain" id="page">${packed(script)}</script>
<script type="module">${UNPACK}</script>
</body>
</html>
`
}
