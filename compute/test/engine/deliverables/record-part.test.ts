/** Records that are written as bytes are those of JSON.stringify, whatever their texts hold and however long they are. */
import { inflateRawSync } from 'node:zlib'
import t from 'tap'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { RecordPart } from '../../../engine/deliverables/record-part.ts'

const TEXTS = [
  '',
  'A1010',
  'say "no"',
  'a\\b',
  'Straße',
  '東京 9',
  '😀',
  '\ud800',
  'tab\there',
  'é'.repeat(30_000),
  'x'.repeat(300_000),
]

const plain = (part: RecordPart): string =>
  String(Buffer.concat(part.finish().pieces.map(piece => inflateRawSync(piece, { finishFlush: 2 }))))

t.test('texts, rows of a column, days and numbers', async t => {
  const stored = TEXTS.map(text => Buffer.from(text))
  const offsets = Uint32Array.from([0, ...stored.map((_, i) => Buffer.concat(stored.slice(0, i + 1)).length)])
  // behind other bytes of the same memory, as columns of a frame lie
  const column = { bytes: Buffer.concat([Buffer.from('before'), ...stored]).subarray(6), offsets }
  const part = new RecordPart('x.json')
  const wanted: object[] = []
  for (let round = 0; round < 3; round++)
    for (const [i, text] of TEXTS.entries()) {
      part.open()
      part.text('text', text)
      part.textOf('stored', column, i)
      part.day('day', 20_000 + i)
      part.day('none', DAY_ABSENT)
      part.day('far', 4_000_000)
      part.number('number', i === 0 ? -0 : i / 8)
      part.bool('is', i % 2 === 0)
      part.close()
      const day = new Date((20_000 + i) * 86_400_000).toISOString().slice(0, 10)
      wanted.push({ text, stored: String(stored[i]), day, far: '+012921-08-18', number: i / 8, is: i % 2 === 0 })
    }
  const json = plain(part)
  t.equal(json, `[${wanted.map(record => `\n${JSON.stringify(record)}`).join(',')}\n]\n`)
})
