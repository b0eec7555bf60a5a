import type { Ranking } from '../../summary/ranking.ts'

export const resourcesRanking: Ranking = {
  'data.resources': [
    ['over_allocated_days', 'largest'],
    ['demand_days', 'largest'],
  ],
  'data.over_allocations': [['excess_days', 'largest']],
  'data.histogram': [['utilisation_pct', 'largest']],
  // those of the worst over-allocation first, which stands first in its list, too
  'data.leveling_candidates': [
    ['excess_days', 'largest'],
    // none, consumes_float, delays_project
    ['effect', 'smallest'],
    ['shift_needed_days', 'smallest'],
  ],
  'data.critical_path_resources': [['critical_days', 'largest']],
}
