/** The built-in catalogues by their ids. */
import type { CatalogueId } from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { DCMA_14 } from './dcma-14.ts'
import { DECM } from './decm.ts'
import { DIQ } from './diq.ts'
import { GAO } from './gao.ts'
import { NASA_STAT } from './nasa-stat.ts'
import { SCL } from './scl.ts'
import type { Catalogue } from './spec.ts'
import { UFGS } from './ufgs.ts'

export const CATALOGUES: Readonly<Record<Exclude<CatalogueId, 'own'>, Catalogue>> = {
  'dcma-14': DCMA_14,
  diq: DIQ,
  decm: DECM,
  gao: GAO,
  'nasa-stat': NASA_STAT,
  ufgs: UFGS,
  'scl-appendix-b': SCL,
}
