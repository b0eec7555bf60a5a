import type { Ranking } from '../../summary/ranking.ts'

export const delayAnalysisRanking: Ranking = {
  'data.windows': [['delay_days', 'size']],
  'data.windows[].revisions': [['days', 'size']],
  'data.windows[].attribution': [['contribution_days', 'size']],
  'data.windows[].possible_pacing': [['slip_days', 'largest']],
}
