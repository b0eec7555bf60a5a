/** The languages of the page: forms of plurals, numbers and dates as their readers write them, read as they are written, and filters that go by them. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { checkCatalogue } from '../../../compute/engine/catalogue.ts'
import { conditionOf } from '../../page/browser/activities/choice.ts'
import type { ActivityColumn } from '../../page/browser/activities/columns.ts'
import { countingIn } from '../../page/browser/texts/counting.ts'
import { LANGUAGES, type Language } from '../../page/browser/texts/languages.ts'
import { pointName, speak, TEXT } from '../../page/browser/texts.ts'
import { BUNDLES_OF_TEXTS } from '../../page/bundle.ts'

const all = Object.keys(LANGUAGES) as Language[]
const ENGLISH_TITLES: Readonly<Record<string, string>> = { ...TEXT.check.titles }
const element = { lang: '' }
Object.assign(globalThis, { document: { documentElement: element } })
for (const language of all) if (language !== 'en') await import(`../../page/browser/texts/${language}.ts`)
t.teardown(() => speak('en', {}))

t.test('numbers and dates are read as they are written', t => {
  t.same(Object.keys(BUNDLES_OF_TEXTS).sort(), all.filter(each => each !== 'en').sort())
  for (const language of all) {
    const { number, readNumber, date, readDate } = countingIn(language)
    for (let i = 0; i < 120; i++) {
      const value = Math.round((Math.random() - 0.5) * 10 ** (i % 9) * 100) / 100
      t.equal(readNumber(number(value)) || 0, value || 0, `${language}: ${number(value)}`)
      const day = new Date(Date.UTC(1990, 0, 1) + i * 37 * 86_400_000).toISOString().slice(0, 10)
      t.equal(readDate(date(day)), day, `${language}: ${date(day)}`)
      t.equal(readDate(date(day.slice(0, 7))), day.slice(0, 7))
      t.equal(readDate(day), day, 'and as the service writes it')
      t.equal(date(`${day}T16:00`), `${date(day)} 16:00`)
    }
    for (const none of ['', 'A1010', '2026', 'Q3']) t.equal(date(none), none)
  }
  t.equal(countingIn('de').number(1_234_567.5), '1.234.567,5')
  t.equal(countingIn('de').date('2026-03-09'), '09.03.2026')
  t.equal(countingIn('de').readNumber('2.5'), 2.5, 'a point that parts no thousands')
  t.end()
})

t.test(
  'checks of this service have their titles in each language, and in English those that the service says',
  async t => {
    const own = checkCatalogue().checks.filter(({ code }) => code in ENGLISH_TITLES)
    t.ok(own.length > 100, `${own.length} checks`)
    t.same(
      own.map(({ code, title }) => [code, title]),
      own.map(({ code }) => [code, ENGLISH_TITLES[code]]),
    )
    for (const language of all) {
      await speak(language, {})
      for (const check of own) t.ok(pointName(check), `${language}: ${check.code}`)
      t.equal(
        pointName({ code: 'LA01', title: 'Another check' }),
        undefined,
        'a catalogue of one’s own may use its code',
      )
    }
    await speak('en', {})
  },
)

t.test('each language has the forms of its own plurals', async t => {
  const forms: Readonly<Record<Language, readonly string[]>> = {
    en: ['0 tasks', '1 task', '2 tasks'],
    de: ['0 Vorgänge', '1 Vorgang', '2 Vorgänge'],
    fr: ['0 tâche', '1 tâche', '2 tâches'],
    es: ['0 actividades', '1 actividad', '2 actividades'],
    pt: ['0 atividade', '1 atividade', '2 atividades'],
  }
  for (const language of all) {
    await speak(language, {})
    t.equal(element.lang, language)
    const words = [0, 1, 2].map(count => TEXT.activities.count(count, count))
    t.same(words, forms[language], language)
  }
  const millions = (language: Language, many: string): string =>
    countingIn(language).few(2_000_000, '', many).replaceAll(/\s/g, ' ')
  t.equal(millions('fr', 'tâches'), '2 000 000 de tâches')
  t.equal(millions('fr', 'étapes'), '2 000 000 d’étapes')
  t.equal(millions('es', 'actividades'), '2.000.000 de actividades')
})

/** Every text of a table by its place. */
function* leaves(value: unknown, path = ''): Generator<readonly [path: string, text: unknown]> {
  if (typeof value !== 'object' || value === null) yield [path, value]
  else for (const [key, each] of Object.entries(value)) if (key !== 'counting') yield* leaves(each, `${path}.${key}`)
}
type Make = (...given: unknown[]) => unknown
const functions = (): (readonly [string, Make])[] =>
  [...leaves(TEXT)].filter((leaf): leaf is readonly [string, Make] => typeof leaf[1] === 'function')

/** Whether the text says the i-th value: it is another text when that value is another one, whatever the others are. */
const GIVEN: readonly (readonly unknown[])[] = [
  [1, 2, 3, 4, 5],
  [-7, -7, -7, -7, -7],
  [0, 0, 0, 0, 0],
  ['a', 'b', 'c', 'd', 'e'],
  ['', '', '', '', ''],
]
const says = (make: Make, i: number): boolean =>
  GIVEN.some(given => [9, -9, 'other'].some(other => make(...given) !== make(...given.with(i, other))))

t.test('every text that is made of values says them', async t => {
  await speak('en', {})
  const english = new Map(functions())
  const said = new Map(functions().map(([path, make]) => [path, [0, 1, 2, 3, 4].map(i => says(make, i))]))
  for (const language of all) {
    await speak(language, {})
    t.same(
      functions()
        .map(([path]) => path)
        .sort(),
      [...english.keys()].sort(),
      language,
    )
    for (const [path, make] of functions()) {
      const count = english.get(path)!.length
      const text = String(make(...Array.from({ length: count }, (_, i) => i + 1)))
      t.notMatch(text, /undefined|NaN|\[object/, `${language}${path}`)
      t.ok(text.length > 0, `${language}${path}`)
      const values = said.get(path)!.map((_, i) => says(make, i))
      t.same(values, said.get(path), `${language}${path} says the same values as in English`)
    }
  }
})

t.test('no table has an English text by mistake, nor one that is empty', async t => {
  await speak('en', {})
  const english = new Map(leaves(TEXT))
  const tables = new Map<Language, ReadonlyMap<string, unknown>>()
  for (const language of all) {
    await speak(language, {})
    tables.set(language, new Map(leaves(TEXT)))
  }
  for (const [path, text] of english) {
    const same = all.filter(language => tables.get(language)!.get(path) === text)
    // names are the same in all, keys in some; a word or two may be those of two languages
    if (
      typeof text === 'string' &&
      /(?:[a-z]{2,}[^a-z]+){2}[a-z]{2,}/i.test(text) &&
      !path.startsWith('.settings.keyList')
    )
      t.ok(same.length === 1 || same.length === all.length, `${path} in ${same}: ${text}`)
    for (const language of all.slice(1))
      t.equal(tables.get(language)!.get(path) === '', text === '' && path !== '.englishSentences', `${language}${path}`)
  }
})

t.test('the words of the glossary are those of the tables', async t => {
  const glossary = readFileSync(new URL('../../../shared/glossary.md', import.meta.url), 'utf8')
  const rows = [...glossary.matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row!.split('|').map(word => word.trim()))
  const words = rows
    .slice(rows.findIndex(([first]) => first === 'English') + 2)
    .filter(row => row.length === all.length)
  t.ok(words.length > 20)
  for (const [i, language] of all.entries()) {
    if (language === 'en') continue
    await speak(language, {})
    const texts = [...leaves(TEXT)].map(([, text]) => (typeof text === 'function' ? text(2, 2, 2, 2, 2) : text))
    const table = texts.join('\n').toLowerCase()
    for (const row of words) t.ok(table.includes(row[i]!.toLowerCase()), `${language}: ${row[i]}`)
  }
})

t.test('a filter of dates and numbers is typed as the language writes them', async t => {
  const days = ['2026-02-27', '2026-03-02', '2026-11-05']
  const column = (more: Partial<ActivityColumn>): ActivityColumn => ({
    key: 'x',
    title: '',
    width: 0,
    text: String,
    ...more,
  })
  const dates = column({ iso: task => days[task]!, text: task => TEXT.counting.date(days[task]!) })
  const numbers = column({ number: task => [0.5, 1, 1_500][task]! })
  const found = (of: ActivityColumn, condition: string): number[] => [0, 1, 2].filter(conditionOf(of, condition))
  for (const language of all) {
    await speak(language, {})
    const { date, number } = TEXT.counting
    t.same(found(dates, date('2026-03')), [1], language)
    t.same(found(dates, `>=${date('2026-03-02')}`), [1, 2])
    t.same(found(dates, `${date('2026-02-01')}..${date('2026-03')}`), [0, 1])
    t.same(found(dates, '!2026-03'), [0, 2], 'and as the service writes them')
    t.same(found(numbers, `>${number(0.5)}`), [1, 2])
    t.same(found(numbers, `=${number(1_500)}`), [2])
    t.same(found(numbers, '<=1'), [0, 1])
  }
})
