/** Public rows: liveness, readiness, documentation, the catalogues of errors and checks. */
import Type from 'typebox'
import { OneOf } from '../../schedule/day.ts'
import { CHAPTER_SLUGS } from '../chapters.ts'
import { CheckCatalogue } from '../data/catalogue-data.ts'
import { RegistryEntry } from '../data/mcp-data.ts'
import { ErrorCatalogue, Liveness, Readiness } from '../data/service-data.ts'
import { GUIDE_PATH, METHOD_PAGES_PATH } from '../method-pages.ts'
import { SKILL_PATH } from '../paths.ts'
import type { Reply } from '../row.ts'
import { json, live, page, service, UNCHANGED } from './service-row.ts'

/** A page of a method, or the one above them. */
const methodReply: Reply = {
  ...page('HTML where Accept wants it, else Markdown.', 'text/markdown'),
  otherMediaTypes: ['text/html', 'text/plain'],
}

export const publicRows = [
  service('liveness.health', 'GET', '/health', 'Liveness', {
    ...live,
    replies: { 200: json('The process answers.', Liveness) },
  }),
  service('liveness.infrastructure', 'GET', '/api/v1/infrastructure/health', 'Liveness', {
    ...live,
    replies: { 200: json('The process answers.', Liveness) },
  }),
  service('readiness.ready', 'GET', '/ready', 'Readiness', {
    ...live,
    description:
      '503 while the instance drains, its pool is not up, or Redis does not answer or would lose jobs in a crash. A disk of Redis that is nearly full fails the check `disk` alone: jobs are refused, everything else goes on.',
    replies: {
      200: json('Ready for calls.', Readiness),
      503: json('Not ready; the failing part is named.', Readiness),
    },
  }),
  service('docs.front', 'GET', '/', 'What this is, and the first call', {
    ...live,
    replies: {
      200: { ...page('HTML where Accept names it, else text.', 'text/plain'), otherMediaTypes: ['text/html'] },
    },
  }),
  service('page.asset', 'GET', '/page/{asset}', 'A file of the page at /', {
    ...live,
    params: Type.Object({ asset: Type.String() }),
    replies: { 200: { ...page('The file.', 'text/javascript'), otherMediaTypes: ['text/css'] }, 304: UNCHANGED },
  }),
  service('page.file', 'GET', '/sis.html', 'The page at / as one file', {
    ...live,
    description:
      'The page with the engine in it: it is kept on a disk, opened there, and computes every analysis without a service or a network.',
    replies: { 200: page('The file.', 'text/html'), 304: UNCHANGED },
  }),
  service('docs.openapi', 'GET', '/openapi.json', 'This description', {
    ...live,
    query: Type.Object({
      chapter: Type.Optional(
        OneOf(CHAPTER_SLUGS, {
          description: 'The operations of one tag alone, with the components that they refer to. Absent: all.',
        }),
      ),
    }),
    replies: { 200: json('OpenAPI 3.1 document.', Type.Object({ openapi: Type.String() })), 304: UNCHANGED },
    refusals: ['validation'],
  }),
  service('docs.page', 'GET', '/docs', 'Interactive documentation', {
    ...live,
    replies: { 200: page('The page.', 'text/html') },
  }),
  service('docs.asset', 'GET', '/docs/{asset}', 'A file of the documentation page', {
    ...live,
    description:
      'A short page for each endpoint is at `/docs/{operationId}.html`, the list of them at `/docs/reference.html`.',
    params: Type.Object({ asset: Type.String() }),
    replies: {
      200: { ...page('The file.', 'text/javascript'), otherMediaTypes: ['text/css', 'text/html'] },
      304: UNCHANGED,
    },
  }),
  service('docs.guide', 'GET', GUIDE_PATH, 'A guide for planners', {
    ...live,
    description: 'What each view of the page at / answers, and where the method behind it is described.',
    replies: { 200: methodReply, 304: UNCHANGED },
  }),
  service('docs.methods', 'GET', METHOD_PAGES_PATH, 'The methods, and the rules that all of them share', {
    ...live,
    description:
      'A list of the methods, and what holds for all of them: states, dates, calendar, links, scores, severities, gates, and the public documents that the checks are from.',
    replies: { 200: methodReply, 304: UNCHANGED },
  }),
  service('docs.method', 'GET', `${METHOD_PAGES_PATH}/{name}`, 'How the figures of an analysis come about', {
    ...live,
    description:
      'Purpose, input, formulas, thresholds, score, a worked example, sources, and where other tools come to another figure. A check has its code in lower case as its anchor, as in `score#hs01`.',
    params: Type.Object({
      name: Type.String({ description: 'Last part of the path of the analysis, as in `dcma-14-point`.' }),
    }),
    replies: { 200: methodReply, 304: UNCHANGED },
  }),
  service('docs.llms', 'GET', '/llms.txt', 'The service in short, for language models', {
    ...live,
    replies: { 200: page('Markdown, as llmstxt.org has it.', 'text/plain'), 304: UNCHANGED },
  }),
  service('docs.skill', 'GET', SKILL_PATH, 'How an agent works with a schedule', {
    ...live,
    replies: { 200: page('A skill file: Markdown with a head that names it.', 'text/markdown'), 304: UNCHANGED },
  }),
  service('docs.registry', 'GET', '/server.json', 'Entry for a registry of MCP servers', {
    ...live,
    description:
      'What an operator publishes to a registry of the Model Context Protocol: address and headers. Its name is in the reversed domain of PUBLIC_URL; without that setting the address asks for the host.',
    replies: { 200: json('server.json, schema of 2025-12-11.', RegistryEntry) },
  }),
  service('errors.list', 'GET', '/api/v1/errors', 'Catalogue of error codes', {
    ...live,
    replies: { 200: json('Every code with its status and sentence.', ErrorCatalogue) },
  }),
  service('catalogue.checks', 'GET', '/api/v1/catalogue', 'Every check with its formula', {
    ...live,
    description: 'Code, formula, population, threshold, profiles, weight and source of every check of every analysis.',
    replies: { 200: json('Every check.', CheckCatalogue), 304: UNCHANGED },
  }),
]
