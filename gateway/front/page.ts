/**
 * What is at /. A browser gets the planner's page (../page). Other clients get text: what this is, the first call, and where to read on; so
 * does a browser without scripts. Links are relative, so they work behind a path prefix; the shell commands need the whole address.
 */
import { AGENT_PATH, SCHEDULES_PATH } from '../../shared/contract/endpoint/paths.ts'
import { SERVICE_TITLE } from '../../shared/contract/envelope.ts'
import { FILE_CALL, FIRST_CALL, fileCallLine, firstCallLine } from '../../shared/contract/first-call.ts'
import { KEPT_SECONDS_DEFAULT, TIERS } from '../../shared/contract/tiers.ts'
import { htmlText } from '../call/answers.ts'
import { assetUrl } from '../docs/assets.ts'
import { ENGINE_URL, pageAssetUrl } from '../page/assets.ts'
import { BUNDLES_OF_TEXTS } from '../page/bundle.ts'

const WHAT = `Send a project schedule (tasks, durations, dependencies) and get it computed, checked, scored or compared: critical path, float, faults with their place, the DCMA 14 points, delays by cause. A schedule is sent with each call, or once: POST ${SCHEDULES_PATH} keeps it for ${KEPT_SECONDS_DEFAULT / 3_600} hours under an id that other calls name. Nothing else is kept but results of asynchronous jobs, for a while. The same schedule gives the same answer.`

interface Step {
  readonly title: string
  readonly line: string
}

const stepsAt = (address: string): readonly Step[] => [
  {
    title: `A demo key, without an account (${TIERS.demo.taskCountMax} tasks per schedule)`,
    line: `KEY=$(curl -s -X POST ${address}/api/v1/playground/keys | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')`,
  },
  { title: FIRST_CALL.title, line: firstCallLine(address, '"x-api-key: $KEY"') },
  { title: FILE_CALL.title, line: fileCallLine(address, '"x-api-key: $KEY"') },
]

/** Path without its slash, as a link relative to this page. */
const LINKS: readonly (readonly [path: string, what: string])[] = [
  ['docs', 'Documentation: every endpoint, to read and to try'],
  ['docs/guide', 'Guide for planners: what each view answers'],
  ['docs/methods', 'Methods: how each figure comes about, with sources and worked examples'],
  ['openapi.json', 'The same as an OpenAPI 3.1 document'],
  ['api/v1/catalogue', 'Every check with its formula, threshold and source'],
  ['api/v1/errors', 'Every refusal with its status and sentence'],
  ['llms.txt', `The service in short, for language models; agents connect to ${AGENT_PATH}`],
]

/** `de=page/text-de-….js` and so on. */
const TEXTS = Object.entries(BUNDLES_OF_TEXTS)
  .map(([language, name]) => `${language}=${pageAssetUrl(name)}`)
  .join(' ')

/** localTier: of the key that the page may request, where it may (service/page-keys.ts). */
export function frontHtml(address: string, localTier: string | undefined): string {
  const steps = stepsAt(address).map(
    ({ title, line }) => `<h3>${htmlText(title)}</h3>\n<pre><code>${htmlText(line)}</code></pre>`,
  )
  const links = LINKS.map(([path, what]) => `<li><a href="${path}"><code>/${path}</code></a> ${htmlText(what)}</li>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${htmlText(WHAT)}">
<title>${htmlText(SERVICE_TITLE)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${pageAssetUrl('page.css')}">
<script src="${pageAssetUrl('page.js')}" type="module" data-worker="${pageAssetUrl('worker.js')}" data-engine="${ENGINE_URL}" data-texts="${TEXTS}" data-demo-tasks="${TIERS.demo.taskCountMax}" data-demo-calls="${TIERS.demo.callsPerMonth}"${localTier === undefined ? '' : ` data-local-tier="${localTier}"`}></script>
<noscript><link rel="stylesheet" href="${assetUrl('front.css')}"></noscript>
</head>
<body>
<noscript>
<main class="plain">
<h1>${htmlText(SERVICE_TITLE)}</h1>
<p>${htmlText(WHAT)}</p>
<p><a class="button" href="docs">Documentation</a></p>
<h2>The first call</h2>
${steps.join('\n')}
<h2>Read on</h2>
<ul>
${links.join('\n')}
</ul>
</main>
</noscript>
</body>
</html>
`
}

export function frontText(address: string): string {
  const steps = stepsAt(address).map(({ title, line }) => `${title}:\n\n  ${line}\n`)
  const links = LINKS.map(([path, what]) => `  ${address}/${path}\n      ${what}`)
  return `${SERVICE_TITLE}\n\n${WHAT}\n\n${steps.join('\n')}\nRead on:\n\n${links.join('\n')}\n`
}
