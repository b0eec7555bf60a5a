/** The languages of the page: forms of plurals, numbers and dates as their readers write them, read as they are written, and filters that go by them. */
import t from 'tap'
import { conditionOf } from '../../page/browser/activities/choice.ts'
import type { ActivityColumn } from '../../page/browser/activities/columns.ts'
import { countingIn, LANGUAGES, type Language } from '../../page/browser/texts/counting.ts'
import { speak, TEXT } from '../../page/browser/texts.ts'
import { BUNDLES_OF_TEXTS } from '../../page/bundle.ts'

const all = Object.keys(LANGUAGES) as Language[]
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

t.test('each language has the forms of its own plurals', async t => {
  const forms: Readonly<Record<Language, readonly string[]>> = {
    en: ['0 tasks', '1 task', '2 tasks'],
    de: ['0 Vorgänge', '1 Vorgang', '2 Vorgänge'],
  }
  for (const language of all) {
    await speak(language, {})
    t.equal(element.lang, language)
    const words = [0, 1, 2].map(count => TEXT.activities.count(count, count))
    t.same(words, forms[language], language)
  }
})

/** All functions of a table give a text of whatever they are given, and none has an English text by mistake. */
function* functions(value: unknown, path: string): Generator<readonly [string, (...given: unknown[]) => unknown]> {
  if (typeof value === 'function') yield [path, value as never]
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) if (key !== 'counting') yield* functions(each, `${path}.${key}`)
}

t.test('every text that is made of values says them', async t => {
  await speak('en', {})
  const english = new Map([...functions(TEXT, '')])
  for (const language of all) {
    await speak(language, {})
    for (const [path, make] of functions(TEXT, '')) {
      const count = english.get(path)!.length
      const text = String(make(...Array.from({ length: count }, (_, i) => i + 1)))
      t.notMatch(text, /undefined|NaN|\[object/, `${language}${path}`)
      t.ok(text.length > 0, `${language}${path}`)
    }
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
