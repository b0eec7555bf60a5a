import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'
import { ASSESSED } from '../../endpoint/tool-fields.ts'
import { Dcma14Data } from './data.ts'
import { Dcma14PointRequest } from './request.ts'

export const dcma14PointRow = analysis('health', 'dcma-14-point', {
  request: Dcma14PointRequest,
  data: Dcma14Data,
  mainTable: 'checks',
  input: 'tolerant',
  summary: 'DCMA 14-point assessment',
  description: 'The fourteen points of DCMA-EA PAM 200.1, each with numerator, denominator and threshold.',
  example: { ...statused, options: { include_details: true } },
  sandboxRequest: ({ statused, history }: SandboxSchedules): object => ({
    ...statused,
    schedule_history: history,
    options: { include_details: true },
  }),
  toolDescription: {
    title: 'DCMA 14-point assessment',
    answers: 'Does it pass the DCMA 14-point assessment? Each point with count, population, threshold, verdict.',
    use: 'When a contract names the 14 points. health_dcma_decm has the EVMS metrics, health_checks other lists, health_score one quick figure.',
    needs: 'predecessors; status_date for points 9, 11, 14, baseline dates for 11, 14, target_finish_date for 13.',
    returns: 'score, 14 checks, BEI, CPLI.',
    taskFields: ASSESSED,
  },
})
