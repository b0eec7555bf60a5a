/** The pages of the methods as texts: where they lie, their sections, headings, links and examples. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMMON_PAGE_FILE, headingAnchors, methodFile } from '../../../shared/contract/endpoint/method-pages.ts'

export const COMMON_PAGE = fileURLToPath(COMMON_PAGE_FILE)
export const METHODS_FOLDER = dirname(COMMON_PAGE)
export const pageFile = (id: string): string => fileURLToPath(methodFile(id))

export const readPage = (file: string): string => readFileSync(file, 'utf8')

/** The sections of every page, in this order. */
export const SECTIONS = [
  'Purpose',
  'Input',
  'Method',
  'Thresholds and weights',
  'Score and gates',
  'Worked example',
  'Sources',
  'Known differences',
] as const

const FENCED = /^```[\s\S]*?^```$/gm
const withoutCode = (text: string): string => text.replace(FENCED, '')

/** Headings in order, as written. */
export const headings = (text: string): { level: number; title: string }[] =>
  [...withoutCode(text).matchAll(/^(#{1,6}) (.+)$/gm)].map(match => ({ level: match[1]!.length, title: match[2]! }))

export const anchors = (text: string): Set<string> => new Set(headingAnchors(headings(text).map(({ title }) => title)))

/** What is wrong with the links of a page: a file that is not there, an anchor that it does not have, a form that is no address. */
export function linkFaults(file: string): string[] {
  const text = readPage(file)
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(match => {
    const fault = linkFault(file, match[1]!)
    return fault === undefined ? [] : [`${match[1]}: ${fault}`]
  })
}

function linkFault(file: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) {
    return link.startsWith('https://') && URL.canParse(link) ? undefined : 'no https address'
  }
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : resolve(dirname(file), path)
  if (!existsSync(target)) return 'no such file'
  if (anchor === undefined) return undefined
  return anchors(readPage(target)).has(anchor) ? undefined : 'no such heading'
}

/** Text of a section without its heading. */
function sectionOf(text: string, title: string): string {
  const from = text.indexOf(`\n## ${title}\n`)
  if (from < 0) return ''
  const body = text.slice(from + title.length + 5)
  const to = body.search(/^## /m)
  return to < 0 ? body : body.slice(0, to)
}

interface Example {
  readonly request: object
  readonly reply: unknown
}

/**
 * The examples of a page: blocks ```json request and ```json reply. A reply belongs to the request before it. A page whose section has
 * no request before the first reply takes the one of the page that the section links to first.
 */
export function examplesOf(file: string): Example[] {
  const section = sectionOf(readPage(file), 'Worked example')
  const blocks = [...section.matchAll(/^```json (request|reply)\n([\s\S]*?)^```$/gm)]
  let request: object | undefined
  return blocks.flatMap(([, kind, body]) => {
    const value = JSON.parse(body!)
    if (kind === 'request') {
      request = value
      return []
    }
    request ??= borrowedRequest(file, section)
    return [{ request, reply: value }]
  })
}

function borrowedRequest(file: string, section: string): object {
  const link = /\]\(([^)#\s]+README\.md)#worked-example\)/.exec(section)
  if (link === null) throw new Error(`${file}: a reply before any request`)
  const [first] = examplesOf(resolve(dirname(file), link[1]!))
  return first!.request
}
