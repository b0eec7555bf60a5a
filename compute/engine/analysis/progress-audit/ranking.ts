import type { Ranking } from '../../summary/ranking.ts'

export const progressAuditRanking: Ranking = { 'data.organizations': [['points', 'largest']] }
