/** The build for browsers gives the results of the build for Node, to the byte, though other code stands behind Buffer, SHA-256, TextDecoder and zlib. */
import { deepEqual } from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import zlib from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { FILE_TARGETS } from '../../../shared/contract/endpoint/convert.ts'
import { bundlePackage } from '../../../shared/platform/process/engine-bundle.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import * as shimBuffer from '../../library/browser/buffer.ts'
import * as shimCrypto from '../../library/browser/crypto.ts'
import * as shimUtil from '../../library/browser/util.ts'
import shimZlib from '../../library/browser/zlib.ts'
import * as library from '../../library/index.ts'

type Library = typeof library

const SAMPLE = readFileSync(new URL('../../../gateway/sandbox/update.xer', import.meta.url))
const TODAY = new Date('2026-05-20T12:00:00Z')

/** Its functions are run without what only Node has. */
async function inBrowser(folder: string): Promise<<Result>(run: (browser: Library) => Result) => Result> {
  await bundlePackage(folder)
  const browser = (await import(pathToFileURL(join(folder, 'browser.mjs')).href)) as Library
  const ofNode = { Buffer, process, setImmediate }
  return run => {
    Object.assign(globalThis, { Buffer: undefined, process: undefined, setImmediate: undefined })
    try {
      return run(browser)
    } finally {
      Object.assign(globalThis, ofNode)
    }
  }
}

t.test('both builds give the same results, forms and files', async t => {
  const browser = await inBrowser(dataFolder(t))
  for (const analysis of library.analysisIds) {
    const options = { analysis, earlier: [SAMPLE], today: TODAY }
    const alone = { analysis, today: TODAY }
    for (const given of [options, alone]) {
      const run = ({ analyseText, resultSha256 }: Library): string => {
        try {
          return resultSha256(analyseText(SAMPLE, given))
        } catch (error) {
          return (error as Error).message
        }
      }
      t.equal(browser(run), run(library), analysis)
    }
  }
  const text = library.analyseText(SAMPLE, { analysis: 'analysis.cpm', today: TODAY })
  for (const form of ['html', 'csv', 'svg'] as const) {
    const made = ({ formOf }: Library) => formOf(text, { analysis: 'analysis.cpm', form })
    t.ok(Buffer.from(browser(made)).equals(made(library)), form)
  }
  for (const to of ['xer', 'p6_xml', 'ms_project_xml'] as const) {
    const made = ({ convert }: Library) => convert(SAMPLE, { to }).bytes
    t.ok(Buffer.from(browser(made)).equals(made(library)), to)
  }
})

t.test('the declarations name every analysis and every file that can be written, and what they forbid is named', t => {
  const declared = readFileSync(new URL('../../library/npm/index.d.mts', import.meta.url), 'utf8')
  const namesIn = (text: string): string[] => [...text.matchAll(/'([a-z0-9_.-]+)'/g)].map(([, name]) => name!)
  t.same(namesIn(/AnalysisId =\n(?: {2}\|.*\n)+/.exec(declared)![0]), library.analysisIds)
  t.same(namesIn(/readonly to: .*?;/.exec(declared)![0]).sort(), [...FILE_TARGETS].sort())
  const wrong: readonly (readonly [call: () => unknown, says: string])[] = [
    [
      () => library.analyse('update.xer' as never),
      'bytes must be the bytes of a schedule in a Uint8Array, not a string',
    ],
    [() => library.analyse(SAMPLE, { earlier: [null] as never }), 'earlier[0] must be the bytes'],
    [() => library.analyse(SAMPLE, { earlier: SAMPLE as never }), 'earlier must be a list of files, not a Buffer.'],
    [() => library.analyse(SAMPLE, { analysis: 'health.scor' as never }), 'did you mean health.score?'],
    [() => library.convert(SAMPLE, { to: 'mpp' as never }), 'to has no "mpp": '],
  ]
  for (const [call, says] of wrong) {
    try {
      t.fail(String(call()))
    } catch (error) {
      t.ok(error instanceof TypeError && error.message.includes(says), String(error))
    }
  }
  t.end()
})

t.test('what stands in the place of Node does the same', t => {
  const bytes = fc.uint8Array({ maxLength: 300 })
  const text = fc.string({ unit: 'binary', maxLength: 80 })
  fc.assert(
    fc.property(bytes, bytes, text, fc.nat(40), (some, more, word, at) => {
      const [theirs, ours] = [Buffer.from(some), shimBuffer.Buffer.from(some)]
      const both = (what: (buffer: Buffer) => unknown): [unknown, unknown] => [
        what(ours as unknown as Buffer),
        what(theirs),
      ]
      for (const encoding of ['utf8', 'latin1', 'utf16le', 'base64'] as const) {
        deepEqual(...both(each => each.toString(encoding, at)))
        const written = encoding === 'base64' ? theirs.toString(encoding) : word
        deepEqual([...shimBuffer.Buffer.from(written, encoding)], [...Buffer.from(written, encoding)])
      }
      const part = some.subarray(at, at + 2)
      if (part.length > 0) deepEqual(...both(each => [each.indexOf(part, 1), each.includes(part[0]!)]))
      deepEqual(...both(each => each.lastIndexOf(String.fromCharCode(65 + at))))
      deepEqual(...both(each => each.compare(more, 0, Math.min(at, more.length), 0, Math.min(at, some.length))))
      deepEqual(...both(each => each.equals(more)))
      if (some.length >= 4) deepEqual(...both(each => [each.readUInt16LE(1), each.readUInt32LE(0)]))
      if (some.length % 2 === 0) deepEqual(...both(each => [...each.swap16()]))
      if (at <= some.length) deepEqual(...both(each => [each.write('day', at, 'latin1'), ...each]))
      deepEqual(shimBuffer.isUtf8(some), isUtf8(some))
      const sum = (make: typeof createHash | typeof shimCrypto.createHash) =>
        make('sha256').update(some).update(more).digest('hex')
      deepEqual(sum(shimCrypto.createHash), sum(createHash))
      if (some.length > 0) deepEqual(shimZlib.crc32(some, at), zlib.crc32(some, at))
      const packed = Buffer.concat([shimZlib.deflateRawSync(some), Uint8Array.of(3, 0)])
      deepEqual([...zlib.inflateRawSync(packed)], [...some])
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  )
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      deepEqual(shimUtil.isDeepStrictEqual(a, b), isDeepStrictEqual(a, b))
      deepEqual(shimUtil.isDeepStrictEqual(a, structuredClone(a)), true)
    }),
  )
  t.pass()
  t.end()
})
