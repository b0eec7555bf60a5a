/** Statuses of documents, of the page and of readiness. */
import { methodPath } from '../../../../shared/contract/endpoint/method-pages.ts'
import { pageToken } from '../../../service/page-keys.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { type OwnCases, POST, type RowFixtures } from './row-fixtures.ts'

const A_METHOD = methodPath('analysis.cpm')

export function documentsCases(fixtures: RowFixtures): OwnCases {
  const { setting, undescribed, known, pageKeyOfAnotherTier, pageFile, asset, plain, withQuery } = fixtures
  const { service } = setting
  /** Headers of the browser that opened the page. */
  const ofThePage = async () => ({
    origin: service.url,
    cookie: `sis_page_${service.port}=${await pageToken(service.redis)}`,
  })
  return {
    'readiness.ready': { 503: ['without the store', plain] },
    'docs.llms': { 304: known },
    'docs.skill': { 304: known },
    'docs.guide': { 304: known },
    'docs.methods': { 304: known },
    'docs.method': {
      200: async () => service.call(A_METHOD, { headers: elsewhere() }),
      304: async row => known(row, { path: A_METHOD, headers: {} }),
      404: plain,
    },
    'auth.resource': { 404: undescribed },
    'auth.resource.mcp': { 404: undescribed },
    'docs.openapi': { 304: known, 422: withQuery('?chapter=none') },
    'docs.asset': {
      200: async () => service.call(await asset(), { headers: elsewhere() }),
      304: async row => known(row, { path: await asset(), headers: {} }),
      404: plain,
    },
    'page.asset': {
      200: async () => service.call(await pageFile(), { headers: elsewhere() }),
      304: async row => known(row, { path: await pageFile(), headers: {} }),
      404: plain,
    },
    'page.file': { 304: known },
    'page.key': {
      201: async () => service.call('/api/v1/page/key', { ...POST, headers: await ofThePage() }),
      403: plain,
      503: ['without the store', pageKeyOfAnotherTier],
    },
    'catalogue.checks': { 304: known },
  }
}
