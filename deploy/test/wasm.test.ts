/** The modules of WebAssembly that are committed come from the sources that are here; compiling them is too slow for every day. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { wasmFile, wasmModules, wasmSourceSha256 } from '../wasm.ts'

t.test('each module was compiled from the sources that are here', async t => {
  t.ok(wasmModules().includes('scanner'))
  for (const module of wasmModules()) {
    const [, sha256] = /SOURCE_SHA256 = '([0-9a-f]*)'/.exec(readFileSync(wasmFile(module), 'utf8')) ?? []
    t.equal(sha256, wasmSourceSha256(module), `${module}; else: npm run wasm`)
  }
})
