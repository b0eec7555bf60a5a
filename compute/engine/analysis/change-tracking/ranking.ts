import type { Ranking } from '../../summary/ranking.ts'

export const changeTrackingRanking: Ranking = {
  'data.statuses': [['date', 'largest']],
  'data.comparisons': [['to_date', 'largest']],
  'data.trends': [['to_date', 'largest']],
  'data.changes': [
    ['impact_days', 'size'],
    // material, minor, expected
    ['disposition', 'smallest'],
    ['difference', 'size'],
  ],
  'data.impact.comparisons': [['to_date', 'largest']],
  'data.impact.comparisons[].edits': [['impact_days', 'size']],
  'data.impact.comparisons[].float_changes': [['change_days', 'size']],
}
