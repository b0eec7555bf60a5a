/** What is committed of WebAssembly is what its sources compile to, byte for byte. Installs the compiler. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { builtWasm, installCompiler, wasmFile, wasmModules } from '../../wasm.ts'

t.test('each module compiles to the bytes that are committed', async t => {
  installCompiler()
  for (const module of wasmModules()) t.equal(readFileSync(wasmFile(module), 'utf8'), builtWasm(module), module)
})
