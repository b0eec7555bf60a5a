/** POST /api/v1/resources/allocate: the optimisation is not implemented, and the answer says so. */
import type { Analyser } from '../../result/result.ts'

export const allocate: Analyser = () => ({
  findings: [],
  recommendations: [],
  data: {
    allocation: null,
    message:
      'Optimisation of the allocation is not implemented. POST /api/v1/analysis/resources shows demand and over-allocation.',
  },
})
