/** What stands around every report: head with its policy and style, title, footer. */
import { SERVICE_TITLE } from '../../../shared/contract/envelope.ts'
import type { Cell } from '../write/sheets/sheet-visitor.ts'
import { escaped, isolated } from './markup.ts'
import { FILE_POLICY, STYLE } from './style.ts'
import { WORDS } from './words.ts'

/** projects: whose schedules it is about; empty = the files name none. */
export function pageHead(subject: string, projects: string): string {
  const title = projects === '' ? subject : `${projects}: ${subject}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escaped(FILE_POLICY)}">
<title>${escaped(WORDS.title(title))}</title>
<style>${STYLE}</style>
</head>
<body>
<header><p class="soft">${SERVICE_TITLE}</p><h1>${projects === '' ? '' : `${isolated(projects)}: `}${escaped(subject)}</h1></header>
<main>
`
}

/** values: of the result, by their path. */
export function pageFoot(values: ReadonlyMap<string, Cell>, advice: string): string {
  const text = (name: string): string => String(values.get(`metadata.${name}`) ?? '')
  return `</main>
<footer class="soft"><p>${escaped(advice)}</p><p>${escaped(WORDS.engine(text('engine_version'), text('api_version')))} ${escaped(WORDS.input(text('input_sha256')))}</p></footer>
</body>
</html>
`
}
