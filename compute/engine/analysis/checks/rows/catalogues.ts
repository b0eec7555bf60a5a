/** The built-in catalogues by their ids. */
import type { CatalogueId } from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { DCMA14_ROWS } from '../../dcma-14-point/checks/rows.ts'
import { DECM } from './decm.ts'
import { DIQ } from './diq.ts'
import { GAO } from './gao.ts'
import { NASA_STAT } from './nasa-stat.ts'
import { SCL } from './scl.ts'
import type { Catalogue } from './spec.ts'
import { UFGS } from './ufgs.ts'

/** The fourteen points, as analysis health/dcma-14-point counts them. */
const DCMA_14: Catalogue = {
  id: 'dcma-14',
  title: 'DCMA 14-point assessment',
  version: 'PAM 200.1, 2012',
  source: 'DCMA-EA PAM 200.1, section 4',
  checks: DCMA14_ROWS.map(({ code, title }) => ({ id: code, title, metric: [code], source: 'DCMA-EA PAM 200.1' })),
}

export const CATALOGUES: Readonly<Record<Exclude<CatalogueId, 'own'>, Catalogue>> = {
  'dcma-14': DCMA_14,
  diq: DIQ,
  decm: DECM,
  gao: GAO,
  'nasa-stat': NASA_STAT,
  ufgs: UFGS,
  'scl-appendix-b': SCL,
}
