/** The fourteen points, as analysis health/dcma-14-point counts them. */

import { DCMA14_ROWS } from '../../dcma-14-point/checks/rows.ts'
import type { Catalogue } from './spec.ts'

export const DCMA_14: Catalogue = {
  id: 'dcma-14',
  title: 'DCMA 14-point assessment',
  version: 'PAM 200.1, 2012',
  source: 'DCMA-EA PAM 200.1, section 4',
  checks: DCMA14_ROWS.map(({ code, title }) => ({ id: code, title, metric: [code], source: 'DCMA-EA PAM 200.1' })),
}
