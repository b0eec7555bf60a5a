/** Numbers, counts and dates as a reader of one language expects them, in the variety of it that the browser is set to. */

import type { Language } from './languages.ts'

/** Where the browser names no variety. */
const DEFAULTS: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', pt: 'pt-BR' }

const localeOf = (language: Language): string =>
  globalThis.navigator?.languages?.find(each => each.split('-')[0] === language) ?? DEFAULTS[language]

/** A month, a day or a moment of the service. */
const MOMENT = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d)(?::\d\d)?)?)?$/

/** Whole millions of Romance languages take a "de", which French joins to a vowel. */
const ofMany = (language: Language, many: string): string =>
  language === 'fr' && /^[aàâeéèêhioôuy]/i.test(many) ? `d’${many}` : `de ${many}`

type DateParts = readonly { readonly type: string; readonly value: string }[]

/** ISO in English, whose readers do not agree on the order of day and month; in other languages as they write it. */
function datesIn(language: Language, locale: string) {
  const isIso = language === 'en'
  const sample = new Date(Date.UTC(2026, 10, 22))
  const partsOf = (options: Intl.DateTimeFormatOptions): DateParts =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).formatToParts(sample)
  const whole = partsOf({ day: '2-digit', month: '2-digit', year: 'numeric' })
  const short = partsOf({ day: '2-digit', month: '2-digit' })
  const month = partsOf({ month: '2-digit', year: 'numeric' })
  const put = (parts: DateParts, values: Readonly<Record<string, string>>): string =>
    parts.map(({ type, value }) => values[type] ?? value).join('')
  const months = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
  const order = isIso ? ['year', 'month', 'day'] : whole.flatMap(({ type }) => (type === 'literal' ? [] : type))
  return {
    /** A month, day or moment of the service; what is none stays as it is. */
    date(text: string): string {
      if (isIso) return MOMENT.test(text) ? text.replace('T', ' ') : text
      const [, year = '', monthOfYear = '', day, time] = MOMENT.exec(text) ?? []
      if (year === '') return text
      const values = { year, month: monthOfYear }
      if (day === undefined) return put(month, values)
      const date = put(whole, { ...values, day })
      return time === undefined ? date : `${date} ${time}`
    },
    /** Day and month of YYYY-MM-DD. */
    dayOfMonth(text: string): string {
      const [, monthOfYear = '', day = ''] = text.split('-')
      return isIso ? `${monthOfYear}-${day}` : put(short, { month: monthOfYear, day })
    },
    month: (date: Date): string => months.format(date),
    /** What is typed as a date, or as a month or year of one, as the service would write it; what is none stays as it is. */
    readDate(text: string): string {
      const parts = text.split(/[./]/)
      if (isIso || parts.length > 3 || !parts.every(part => /^\d+$/.test(part))) return text
      const given = new Map(order.slice(-parts.length).map((type, i) => [type, parts[i]!.padStart(2, '0')]))
      return ['year', 'month', 'day'].flatMap(type => given.get(type) ?? []).join('-')
    },
  }
}

export type Counting = ReturnType<typeof countingIn>

export function countingIn(language: Language) {
  const locale = localeOf(language)
  const numbers = new Intl.NumberFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const separator = (type: string): string =>
    new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-12_345_678.9).find(each => each.type === type)
      ?.value ?? ''
  const [group, decimal] = [separator('group'), separator('decimal')]
  const number = (value: number): string => numbers.format(value)
  return {
    language,
    locale,
    number,
    /** The number with the form of the word that it takes. */
    few(count: number, one: string, many: string): string {
      const form = plurals.select(count)
      return `${number(count)} ${form === 'one' ? one : form === 'many' ? ofMany(language, many) : many}`
    },
    /** NaN: it is none. A point is one of a number where it parts no thousands. */
    readNumber(text: string): number {
      const plain = text
        .trim()
        .replaceAll('−', '-')
        .split(group)
        .reduce((sum, part) => (group === '.' && !/^\d{3}(?:\D|$)/.test(part) ? `${sum}.${part}` : sum + part))
      return Number((decimal === '.' ? plain : plain.replace(decimal, '.')).replaceAll(/\s/g, ''))
    },
    ...datesIn(language, locale),
  }
}

const english = countingIn('en')
export const { number, few } = english
export const counting: Counting = english
