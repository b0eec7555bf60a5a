import { analysis } from '../../endpoint/analysis-row.ts'
import { Dcma14Data } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { Dcma14PointRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const dcma14PointRow = analysis('health', 'dcma-14-point', {
  request: Dcma14PointRequest,
  data: Dcma14Data,
  mainTable: 'checks',
  input: 'tolerant',
  summary: 'DCMA 14-point assessment',
  description: 'The fourteen points of DCMA-EA PAM 200.1, each with numerator, denominator and threshold.',
  example,
  sandboxRequest,
  toolDescription,
})
