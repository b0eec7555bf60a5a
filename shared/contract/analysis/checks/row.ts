import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'
import { ASSESSED } from '../../endpoint/tool-fields.ts'
import { ChecksData } from './data.ts'
import { ChecksQuery, ChecksRequest } from './request.ts'

export const checksRow = analysis('health', 'checks', {
  request: ChecksRequest,
  data: ChecksData,
  query: ChecksQuery,
  mainTable: 'checks',
  input: 'tolerant',
  comparesBaseline: 'schedule',
  isFurther: true,
  summary: 'Catalogue of checks',
  description:
    'A public catalogue of checks (DCMA 14 points, DOE DIQ, DECM, GAO practices, NASA STAT, UFGS, SCL), or one of your own. Each check has its population, figures and evidence, or says which data it needs; what only people know is asked.',
  example: { ...statused, options: { catalogue: 'dcma-14' } },
  sandboxRequest: ({ statused, history }: SandboxSchedules): object => ({
    ...statused,
    schedule_history: history,
    options: { catalogue: 'diq', include_details: true },
  }),
  toolDescription: {
    title: 'Catalogue of checks',
    answers: 'Does it pass a published check list, or yours?',
    use: 'catalogue diq (DOE), decm, gao, nasa-stat, ufgs, scl-appendix-b, dcma-14, own. health_dcma_14_point explains one list in depth.',
    needs: 'tasks; status_date; own_catalogue for own.',
    returns: 'score, checks with figures and task ids, coverage.',
    taskFields: ASSESSED,
    showsAllTaskTypes: true,
    membersHidden: [
      ...['mapping', 'answers', 'target_finish_date', 'schedule_history'],
      ...['title', 'counts', 'schedule', 'severity', 'text', 'source'],
    ],
  },
})
