import type { Ranking } from '../../summary/ranking.ts'

export const cpmRanking: Ranking = {
  // what drives the finish first, what finished work was on the path after it, then the tightest
  'data.tasks': [
    ['drag_days', 'largest'],
    ['is_on_longest_path', 'largest'],
    ['is_critical', 'largest'],
    ['total_float_days', 'smallest'],
  ],
  'data.network_details.links': [
    ['is_driving', 'largest'],
    ['relationship_float_days', 'smallest'],
  ],
}
