/** Everything a result says to people, by where it says it, and the words that it may say without being asked what they mean. */
import type { Body, Plain } from '../../helpers/every-analysis.ts'

/** Members whose text is a sentence or a title for people. */
const PROSE = new Set([
  'summary',
  'description',
  'title',
  'label',
  'message',
  'population',
  'formula',
  'reasons',
  'method',
  'attribution_method',
  'disclaimer',
  'controlling_path_message',
  'to_agree',
])

export interface Said {
  readonly place: string
  readonly text: string
}

/** Titles and reasons are no sentences, words of an interface (`method: "half_step"`) no prose. */
export function saidBy(value: Plain): Said[] {
  const said: Said[] = []
  const walk = (value: Plain, place: string, member: string): void => {
    if (typeof value === 'string') {
      if (PROSE.has(member) && value.includes(' ')) said.push({ place, text: value })
    } else if (Array.isArray(value)) {
      for (const each of value) if (each !== null && typeof each !== 'number') walk(each, `${place}[]`, member)
    } else if (typeof value === 'object' && value !== null) {
      for (const name in value) walk(value[name], place === '' ? name : `${place}.${name}`, name)
    }
  }
  walk(value, '', '')
  return said
}

const NAMES = ['id', 'name', 'resource', 'resources', 'organization_code']

/** Ids, names and resources of a body: they are the customer's, and may be anything. Longest first. */
export function namesIn(body: Body): string[] {
  const names = new Set<string>()
  const walk = (value: Plain, member = ''): void => {
    if (typeof value === 'string') {
      if (NAMES.includes(member) && value !== '') names.add(value.replace(/\s+/g, ' ').trim())
    } else if (Array.isArray(value)) for (const each of value) walk(each, member)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) walk(each, name)
    }
  }
  walk(body)
  return [...names].sort((a, b) => b.length - a.length)
}
