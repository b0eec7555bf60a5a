import type { Ranking } from '../../summary/ranking.ts'

export const baselineCompareRanking: Ranking = {
  'data.task_variances': [['finish_variance_days', 'largest']],
  'data.oos_impact.tasks': [['wait_days', 'largest']],
}
