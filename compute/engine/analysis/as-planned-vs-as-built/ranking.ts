import type { Ranking } from '../../summary/ranking.ts'

export const asPlannedVsAsBuiltRanking: Ranking = {
  'data.task_variances': [['finish_delay_days', 'largest']],
  'data.controlling_path.steps': [['increment_days', 'size']],
  'data.held_days': [['held_days', 'largest']],
}
