/**
 * The texts of an analysis are in its words.ts, and those that several analyses share in the words.ts of their room, so that they can be
 * reviewed and translated. A long catalogue is split by theme (`status-words.ts`). A sentence is a string or template of more than three words.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'

const ENGINE = fileURLToPath(new URL('../../../engine/', import.meta.url))
const ROOT = `${ENGINE}analysis/`
const IS_CATALOGUE = /(^|[/-])words\.ts$/
const WORDS_MAX = 3

/** Sentences by file. The answer of allocate is one sentence and nothing else. */
const LEFT: Readonly<Record<string, number>> = { 'allocate/analyser.ts': 1 }
/** Rooms whose texts several analyses share, with the tables of rows that consist of texts. */
const SHARED_ROOMS = ['check', 'input', 'supplied', 'compare']
const TABLES_OF_TEXTS = ['check/documents.ts', 'check/gate-rows.ts', 'check/population-nouns.ts']

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

/** Sentences outside the catalogues, counted by file. */
function sentencesBeside(root: string, files: readonly string[]): Record<string, number> {
  const sources = [...files].sort().filter(file => !IS_CATALOGUE.test(file))
  const counts = sources.map(file => [file, sentencesOf(readFileSync(`${root}${file}`, 'utf8')).length] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

t.test('a sentence is found in a string and in a template, and none in code or comments', async t => {
  t.equal(sentencesOf("const a = 'The links form a cycle again.'").length, 1)
  t.equal(sentencesOf(['const a = `The $', '{count} links form a cycle here again`'].join('')).length, 1)
  t.same(sentencesOf("// what a name stands for 'in the text of a comment'\nimport x from './a/b.ts'\nf('Logic')"), [])
})

t.test('the texts of every analysis are in its words.ts, but for those that are named', async t => {
  t.strictSame(sentencesBeside(ROOT, globSync('*/**/*.ts', { cwd: ROOT })), LEFT)
})

t.test('the texts that analyses share are in the words.ts of their room', async t => {
  for (const room of SHARED_ROOMS) {
    const files = globSync(`${room}/*.ts`, { cwd: ENGINE })
    t.ok(files.includes(`${room}/words.ts`), room)
    const sources = files.filter(file => !TABLES_OF_TEXTS.includes(file))
    t.strictSame(sentencesBeside(ENGINE, sources), {}, room)
  }
})

t.test('a sentence is named for what it says, not by its number', async t => {
  for (const file of globSync('*/{,*-}words.ts', { cwd: ROOT })) {
    const numbered = readFileSync(`${ROOT}${file}`, 'utf8').match(/^ {4}[a-zA-Z]+[a-z]\d(?=:)/gm) ?? []
    t.strictSame(numbered, [], file)
  }
})

t.test('every analysis has its words', async t => {
  const folders = globSync('*/words.ts', { cwd: ROOT }).map(file => file.split('/')[0])
  t.same(folders.sort(), analyses.map(({ path }) => path.split('/').at(-1)).sort())
})
