/**
 * A text stands with the fact it tells: a row has its title, population, formula, message and advice in itself. So no file of these rooms is a catalogue of
 * texts that rows refer to, and no sentence is written twice: two rows that say the same share what they count as well.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ENGINE = fileURLToPath(new URL('../../../engine/', import.meta.url))
const ROOMS = ['analysis', 'check', 'metrics', 'input', 'supplied', 'compare']
const WORDS_MIN = 9

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const TEXTS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const INSERTED = /\$\{[^{}]*\}/g

/** Texts of a source file of so many words, without what is inserted. */
const sentencesOf = (source: string): string[] =>
  (source.replace(COMMENTS, '').match(TEXTS) ?? [])
    .map(text => text.slice(1, -1).replace(INSERTED, '$'))
    .filter(text => text.split(/\s+/).filter(word => /[a-z]/i.test(word)).length >= WORDS_MIN)

/** Sentences that more than one place has. */
function writtenTwice(sources: readonly string[]): string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const sentence of sources.flatMap(sentencesOf)) (seen.has(sentence) ? twice : seen).add(sentence)
  return [...twice]
}

const files = ROOMS.flatMap(room => globSync(`${room}/**/*.ts`, { cwd: ENGINE }))

t.test('a sentence is found twice in two sources, whatever is inserted, and none in comments', async t => {
  const said = '`$' + '{count} of the tasks wait for a link that is not there at all`'
  t.same(writtenTwice([said, said.replace('count', 'n'), '// a b c d e f g h i j']), [
    '$ of the tasks wait for a link that is not there at all',
  ])
})

t.test('no file is a catalogue of texts', async t => {
  t.ok(files.length > 150)
  t.strictSame(
    files.filter(file => /\/(advice-)?words\.ts$/.test(file)),
    [],
  )
})

t.test('no sentence is written twice', async t => {
  t.strictSame(writtenTwice(files.map(file => readFileSync(`${ENGINE}${file}`, 'utf8'))), [])
})
