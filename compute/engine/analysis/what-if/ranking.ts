import type { Ranking } from '../../summary/ranking.ts'

export const whatIfRanking: Ranking = {
  'data.alternatives[].float_lost': [['total_float_after', 'smallest']],
  'data.alternatives[].broken_constraints': [
    ['was_broken', 'smallest'],
    ['late_calendar_days', 'largest'],
  ],
  'data.alternatives[].effects': [['moves_calendar_days', 'size']],
}
