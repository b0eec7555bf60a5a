/**
 * What an analysis says to its readers is in its words.ts, so that it can be reviewed and one day translated. A sentence is a string or
 * template of more than three words.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { analyses } from '../../../../shared/analysis/analyses.ts'

const ROOT = fileURLToPath(new URL('../../../engine/analysis/', import.meta.url))
const WORDS_MAX = 3

/** Sentences by file. The answer of allocate is one sentence and nothing else. */
const LEFT: Readonly<Record<string, number>> = { 'allocate/analyser.ts': 1 }

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const TEXTS = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g
const INSERTED = /\$\{[^{}]*\}/g

const wordCount = (text: string): number =>
  text
    .replace(INSERTED, ' ')
    .split(/\s+/)
    .filter(word => /^['`("]*[a-z]+[.,:;)'`"]*$/i.test(word)).length

/** Texts of a source file that are sentences. */
const sentencesOf = (source: string): string[] =>
  (source.replace(COMMENTS, '').match(TEXTS) ?? []).filter(text => wordCount(text) > WORDS_MAX)

t.test('a sentence is found in a string and in a template, and none in code or comments', async t => {
  t.equal(sentencesOf("const a = 'The links form a cycle again.'").length, 1)
  t.equal(sentencesOf(['const a = `The $', '{count} links form a cycle here again`'].join('')).length, 1)
  t.same(sentencesOf("// what a name stands for 'in the text of a comment'\nimport x from './a/b.ts'\nf('Logic')"), [])
})

t.test('the texts of every analysis are in its words.ts, but for those that are named', async t => {
  const found: Record<string, number> = {}
  for (const file of globSync('*/**/*.ts', { cwd: ROOT }).sort()) {
    if (file.endsWith('/words.ts')) continue
    const { length } = sentencesOf(readFileSync(`${ROOT}${file}`, 'utf8'))
    if (length > 0) found[file] = length
  }
  t.strictSame(found, LEFT)
})

t.test('a sentence is named for what it says, not by its number', async t => {
  for (const file of globSync('*/words.ts', { cwd: ROOT })) {
    const numbered = readFileSync(`${ROOT}${file}`, 'utf8').match(/^ {4}[a-zA-Z]+[a-z]\d(?=:)/gm) ?? []
    t.strictSame(numbered, [], file)
  }
})

t.test('every analysis has its words', async t => {
  const folders = globSync('*/words.ts', { cwd: ROOT }).map(file => file.split('/')[0])
  t.same(folders.sort(), analyses.map(({ path }) => path.split('/').at(-1)).sort())
})
