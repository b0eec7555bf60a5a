/** Blocks as HTML: a page of their own with a cover, numbered pages and a running title for A4 or Letter, or a part of another page. */
import { createHash } from 'node:crypto'
import { SERVICE_TITLE } from '../../../../shared/contract/envelope.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { escaped, isolated } from '../markup.ts'
import { STYLE } from '../style.ts'
import { cellText, isMoment } from '../table.ts'
import { WORDS } from '../words.ts'
import {
  type Block,
  type Column,
  type Cover,
  captionOf,
  type Document,
  type Logo,
  piecesOf,
  readable,
  shownRows,
  type Table,
} from './blocks.ts'

/** A sentence: its own words, and names kept apart from them. */
const sentenceHtml = (sentence: string): string =>
  piecesOf(sentence)
    .map((piece, n) => (n % 2 === 1 ? `<bdi>${escaped(piece)}</bdi>` : escaped(readable(piece))))
    .join('')

const classOf = ({ kind }: Column): string => (kind === 'number' ? ' class="n"' : kind === 'id' ? ' class="i"' : '')

/** Longest text of a cell; the workbook has all of it. */
const CELL_CHARACTERS_MAX = 600

/** As it stands in the reply: words of an interface keep their form. */
const cellHtml = (cell: Cell | undefined): string =>
  typeof cell === 'string' && cell !== '' && !isMoment(cell)
    ? isolated(readable(cell), CELL_CHARACTERS_MAX)
    : cellText(cell)

function tableHtml(table: Table): string {
  const { columns } = table
  const head = columns.map(column => `<th scope="col"${classOf(column)}>${escaped(column.label)}</th>`)
  const body = shownRows(table).map(
    row => `<tr>${columns.map((column, c) => `<td${classOf(column)}>${cellHtml(row[c])}</td>`).join('')}</tr>`,
  )
  return `<div class="scroll"><table><caption>${sentenceHtml(captionOf(table))}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>\n`
}

/** headings: level of the first one. */
function blockHtml(block: Block, headings: number): string {
  switch (block.is) {
    case 'heading': {
      const tag = `h${headings + block.level - 1}`
      return `<${tag}${block.anchor === undefined ? '' : ` id="${block.anchor}"`}>${sentenceHtml(block.text)}</${tag}>\n`
    }
    case 'text':
      return `<p${block.kind === undefined ? '' : ` class="${block.kind}"`}>${sentenceHtml(block.text)}</p>\n`
    case 'list':
      return `<ul>${block.items.map(item => `<li>${sentenceHtml(item)}</li>`).join('')}</ul>\n`
    case 'table':
      return block.isOfBookAlone === true ? '' : tableHtml(block)
    case 'figure':
      return `<figure${block.isWide === true ? ' class="wide"' : ''}>${block.svg}<figcaption>${sentenceHtml(block.caption)}</figcaption></figure>\n`
    case 'break':
      return '<div class="break"></div>\n'
  }
}

export const blocksHtml = (blocks: readonly Block[], headings = 2): string =>
  blocks.map(block => blockHtml(block, headings)).join('')

const logoHtml = ({ type, base64 }: Logo): string =>
  `<img class="logo" alt="" src="data:image/${type};base64,${base64}">`

function coverHtml({ title, subject, logo, facts, notice, signature }: Cover): string {
  const rows = facts.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${sentenceHtml(value)}</dd></div>`)
  const lines = signature.map(words => `<p class="sign"><span>${escaped(words)}</span></p>`)
  return `<section class="cover">${logo === undefined ? '' : logoHtml(logo)}<p class="soft">${SERVICE_TITLE}</p><h1>${sentenceHtml(title)}</h1><p class="lead">${sentenceHtml(subject)}</p><dl class="figures">${rows.join('')}</dl><p class="limit">${sentenceHtml(notice)}</p>${lines.join('')}</section>\n`
}

const contentsHtml = (blocks: readonly Block[]): string => {
  const items = blocks.flatMap(block =>
    block.is === 'heading' && block.anchor !== undefined
      ? [`<li><a href="#${block.anchor}">${sentenceHtml(block.text)}</a></li>`]
      : [],
  )
  return `<nav aria-label="${WORDS.contents}"><h2>${WORDS.contents}</h2><ol>${items.join('')}</ol></nav>\n`
}

/** A text as a string of a style: all but plain letters and digits as their code points. */
const cssString = (words: string): string =>
  `"${Array.from(words, letter => (/[\w ]/.test(letter) && letter < '\u0080' ? letter : `\\${letter.codePointAt(0)!.toString(16)} `)).join('')}"`

const RUNNING_CHARACTERS_MAX = 80
const PAPER_SIZES = { a4: 'A4', letter: 'letter' } as const

const COVER_STYLE = `nav ol{list-style:none;padding-left:0}td:not(.n):not(.i){min-width:6em}.cover{min-height:80vh}.logo{max-height:30mm;max-width:70mm;display:block;margin:0 0 10mm}.limit{border-left:4px solid var(--warn);padding:6px 12px;background:var(--card)}.sign{margin-top:14mm;border-top:1px solid var(--ink);width:80mm}.break{break-after:page}
@media print{.cover{break-after:page;min-height:0}nav{break-after:page}figure.wide{page:wide;break-before:page;margin:0}figure.wide svg{width:100%;max-height:155mm}}
`

/** Pages with the names of project and report at the top, the input and the number at the foot; the cover has none of them. */
function pagesStyle({ running, paper }: Document): string {
  const box = (place: string, content: string): string =>
    `@${place}{content:${content};font:8pt system-ui,sans-serif;color:#5b6775}`
  const words = (text: string): string => cssString(piecesOf(text).join('').slice(0, RUNNING_CHARACTERS_MAX))
  const size = PAPER_SIZES[paper]
  return `@page{size:${size};margin:20mm 13mm 18mm;${box('top-left', words(running.left))}${box('top-right', words(running.right))}${box('bottom-left', words(running.foot))}${box('bottom-right', '"Page " counter(page) " of " counter(pages)')}}@page:first{@top-left{content:""}@top-right{content:""}}@page wide{size:${size} landscape}`
}

interface DocumentPage {
  /** More of the page, behind the blocks. */
  readonly html: string
  /** For the header of the reply: allows the style of this very document. */
  readonly policy: string
}

/** appendix: pages behind the blocks, by their titles. */
export function documentHtml(document: Document, appendix: string): DocumentPage {
  const { cover, blocks } = document
  const style = STYLE + COVER_STYLE + pagesStyle(document)
  const hash = createHash('sha256').update(style).digest('base64')
  const pictures = cover.logo === undefined ? '' : ' img-src data:;'
  const policy = `default-src 'none';${pictures} style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  const title = `${piecesOf(cover.subject).join('')}: ${piecesOf(cover.title).join('')}`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${coverHtml(cover)}${contentsHtml(blocks)}${blocksHtml(blocks)}${appendix}</main>
</body>
</html>
`
  return { html, policy: `${policy}; frame-ancestors 'none'` }
}
