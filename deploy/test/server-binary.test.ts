/** The binary that parses all HTTP: its bytes are those of SECURITY.md, and it offers what the public source registers, in that order. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const require = createRequire(import.meta.url)
const read = (path: string): Buffer => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))
const page = read('SECURITY.md').toString()
const binary = read('node_modules/uWebSockets.js/uws.node')

/** As src/addon.cpp of uNetworking/uWebSockets.js registers them. */
const EXPORTS =
  `App SSLApp H3App getString setString getInteger setInteger incInteger lock unlock getIntegerKeys getStringKeys
  deleteString deleteInteger deleteStringCollection deleteIntegerCollection setTimeout clearTimeout arm _cfg getParts
  us_listen_socket_close us_socket_local_port DISABLED SHARED_COMPRESSOR SHARED_DECOMPRESSOR DEDICATED_DECOMPRESSOR
  DEDICATED_COMPRESSOR DEDICATED_COMPRESSOR_3KB DEDICATED_COMPRESSOR_4KB DEDICATED_COMPRESSOR_8KB
  DEDICATED_COMPRESSOR_16KB DEDICATED_COMPRESSOR_32KB DEDICATED_COMPRESSOR_64KB DEDICATED_COMPRESSOR_128KB
  DEDICATED_COMPRESSOR_256KB DEDICATED_DECOMPRESSOR_32KB DEDICATED_DECOMPRESSOR_16KB DEDICATED_DECOMPRESSOR_8KB
  DEDICATED_DECOMPRESSOR_4KB DEDICATED_DECOMPRESSOR_2KB DEDICATED_DECOMPRESSOR_1KB DEDICATED_DECOMPRESSOR_512B
  LIBUS_LISTEN_EXCLUSIVE_PORT`.split(/\s+/)

/** Imported by no part of it: they would start a program or load a library. */
const NEVER = [
  'execve',
  'execv',
  'execvp',
  'fork',
  'vfork',
  'system',
  'popen',
  'posix_spawn',
  'dlopen',
  'dlsym',
  'ptrace',
]

t.test('its digests are those of the page', async t => {
  t.match(page, `sha256    ${createHash('sha256').update(binary).digest('hex')}`)
  const blob = createHash('sha1').update(`blob ${binary.length}\0`).update(binary).digest('hex')
  t.match(page, `git blob  ${blob}`)
})

t.test('the lock pins it by its integrity', async t => {
  const { packages } = JSON.parse(read('package-lock.json').toString())
  const { version, integrity, name } = packages['node_modules/uWebSockets.js']
  t.match(page, `${name}\` ${version}`)
  t.match(integrity, /^sha512-/)
})

t.test('it exports what the public source registers', async t => {
  t.same(Object.keys(require('uWebSockets.js/uws.node')), EXPORTS)
})

/** Names that the file takes from others: entries of its dynamic symbols without a section (ELF, 64 bits). */
function importsOf(file: Buffer): Set<string> {
  const SYMBOLS = 11
  const number = (at: number): number => Number(file.readBigUInt64LE(at))
  const [table, entryBytes, count] = [number(40), file.readUInt16LE(58), file.readUInt16LE(60)]
  const section = (n: number) => {
    const at = table + n * entryBytes
    return {
      type: file.readUInt32LE(at + 4),
      at: number(at + 24),
      bytes: number(at + 32),
      link: file.readUInt32LE(at + 40),
    }
  }
  const symbols = Array.from({ length: count }, (_, n) => section(n)).find(({ type }) => type === SYMBOLS)!
  const names = section(symbols.link).at
  const imports = new Set<string>()
  for (let at = symbols.at; at < symbols.at + symbols.bytes; at += 24) {
    if (file.readUInt16LE(at + 6) !== 0) continue
    const from = names + file.readUInt32LE(at)
    imports.add(file.toString('latin1', from, file.indexOf(0, from)))
  }
  return imports
}

t.test('it imports nothing that starts a program or loads a library', async t => {
  const imports = importsOf(binary)
  t.ok(imports.has('accept4') && imports.has('getaddrinfo'), `${imports.size} imports`)
  t.same(
    NEVER.filter(name => imports.has(name)),
    [],
  )
})
