/** Converts the text of a page to HTML: one style, no script, links to the other pages above and below. */
import { Lexer, Parser, Renderer, type Token, type Tokens } from 'marked'
import { headingAnchors } from '../../../shared/contract/endpoint/method-pages.ts'
import { SERVICE_TITLE } from '../../../shared/contract/envelope.ts'
import { htmlText } from '../../call/answers.ts'
import { assetUrl } from '../assets.ts'
import { addressFrom, COMMON_PAGE, GUIDE_PAGE, METHOD_PAGES, type MethodPage } from './pages.ts'

/** Headings have the anchors that links use, wide tables scroll by themselves, and markup of the text is text. */
class PageRenderer extends Renderer {
  readonly #anchors: ReadonlyMap<Tokens.Heading, string>

  constructor(anchors: ReadonlyMap<Tokens.Heading, string>) {
    super()
    this.#anchors = anchors
  }

  override heading(token: Tokens.Heading): string {
    const text = this.parser.parseInline(token.tokens)
    return `<h${token.depth} id="${this.#anchors.get(token)}">${text}</h${token.depth}>\n`
  }

  override table(token: Tokens.Table): string {
    return `<div class="table" tabindex="0" role="group" aria-label="Table">\n${super.table(token)}</div>\n`
  }

  override code({ text }: Tokens.Code): string {
    return `<pre><code>${htmlText(text)}</code></pre>\n`
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return htmlText(text)
  }
}

interface Section {
  readonly title: string
  readonly anchor: string
}

const link = (address: string, text: string): string => `<a href="${htmlText(address)}">${htmlText(text)}</a>`

const list = (links: readonly string[]): string => `<ul>\n${links.map(each => `<li>${each}</li>`).join('\n')}\n</ul>`

/** This page is named, the others are linked. */
const waysTo = (page: MethodPage): string[] =>
  [COMMON_PAGE, ...METHOD_PAGES.values()].map(each => {
    const text = each.name ?? 'common rules'
    return each === page ? `<span aria-current="page">${text}</span>` : link(addressFrom(page, each), text)
  })

/** The first heading is the title of the page. */
export function methodHtml(page: MethodPage, text: string): string {
  const tokens = Lexer.lex(text)
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading')
  const ids = headingAnchors(headings.map(heading => heading.text))
  const anchors = new Map(headings.map((heading, i) => [heading, ids[i]!]))
  const renderer = new PageRenderer(anchors)
  const [title, ...rest] = headings
  const sections: Section[] = rest
    .filter(({ depth }) => depth === 2)
    .map(heading => ({ title: heading.text, anchor: anchors.get(heading)! }))
  const [first, ...others] = tokens
  const body = (part: Token[]): string => Parser.parse(part, { renderer })
  // to the path of the service, from this page
  const top = page.name === undefined ? '../' : '../../'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title!.text)} - ${htmlText(SERVICE_TITLE)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${top}${assetUrl('front.css')}">
<link rel="stylesheet" href="${top}${assetUrl('methods.css')}">
</head>
<body>
<header>
<nav aria-label="Service">
${list([link(top, SERVICE_TITLE), link(`${top}docs`, 'Documentation'), link(addressFrom(page, GUIDE_PAGE), 'Guide'), link(addressFrom(page, COMMON_PAGE), 'Methods')])}
</nav>
</header>
<main>
${body([first!])}<nav aria-label="On this page">
${list(sections.map(({ title, anchor }) => link(`#${anchor}`, title)))}
</nav>
${body(others)}</main>
<footer>
<nav aria-label="Methods">
${list(waysTo(page))}
</nav>
</footer>
</body>
</html>
`
}
