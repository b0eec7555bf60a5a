/**
 * The page at /docs: a plain list of all endpoints, which the vendored reference replaces where scripts run. Everything it
 * loads comes from the same origin; its Content-Security-Policy allows nothing else.
 */

import { GUIDE_PATH, METHOD_PAGES_PATH } from '../../shared/contract/endpoint/method-pages.ts'
import { once } from '../../shared/platform/once.ts'
import { htmlText as text } from '../call/answers.ts'
import { servedDocument } from '../openapi/document.ts'
import { assetUrl } from './assets.ts'

export { type DocsAsset, docsAsset } from './assets.ts'

interface Operation {
  readonly summary: string
  readonly tags: readonly string[]
  readonly deprecated?: boolean
  readonly 'x-pending'?: boolean
}

interface Described {
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const DOCUMENT_URL = 'openapi.json'
/** Relative, as all addresses here. */
const METHODS_URL = METHOD_PAGES_PATH.slice(1)

/** Without paths that were served once, and without preflights, which browsers send by themselves. */
function plainList({ paths, tags }: Described): string {
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    )
    .filter(({ method, deprecated }) => method !== 'OPTIONS' && deprecated !== true)
  const item = ({ path, method, summary, 'x-pending': isPending }: (typeof operations)[number]): string =>
    `<li${isPending ? ' class="pending"' : ''}><code>${method} ${text(path)}</code> ${text(summary)}${isPending ? ' (not built yet)' : ''}</li>`
  return tags
    .filter(({ name }) => operations.some(operation => operation.tags.includes(name)))
    .map(({ name, description }) => {
      const items = operations.filter(operation => operation.tags.includes(name)).map(item)
      return `<section><h2>${text(name)}</h2><p>${text(description)}</p><ul>\n${items.join('\n')}\n</ul></section>`
    })
    .join('\n')
}

function render(described: Described): string {
  const title = text(`${described.info.title} ${described.info.version}`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetUrl('swagger-ui.css')}">
<link rel="stylesheet" href="${assetUrl('page.css')}">
<script src="${assetUrl('swagger-ui-bundle.js')}" defer></script>
<script src="${assetUrl('start.js')}" type="module"></script>
</head>
<body>
<header class="bar"><strong>${title}</strong> <a href="${DOCUMENT_URL}">openapi.json</a> <a href="docs/reference.html">Endpoints, one page each</a> <a href="${GUIDE_PATH.slice(1)}">Guide for planners</a> <a href="${METHODS_URL}">Methods</a> <a href="${assetUrl('LICENSE')}">Swagger UI licence</a></header>
<div id="reference" data-document="${DOCUMENT_URL}"></div>
<main id="plain">
<h1>${title}</h1>
${plainList(described)}
</main>
</body>
</html>
`
}

export interface DocsPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

export const docsPage = once(
  (): DocsPage =>
    Object.freeze({
      html: render(servedDocument() as unknown as Described),
      headers: Object.freeze({
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      }),
    }),
)
