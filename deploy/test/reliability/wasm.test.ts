/** What is committed of WebAssembly is what its sources compile to, byte for byte. Installs the compiler. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { builtScanner, SCANNER_FILE } from '../../wasm.ts'

t.test('the scanner compiles to the bytes that are committed', async t => {
  t.equal(readFileSync(SCANNER_FILE, 'utf8'), builtScanner())
})
