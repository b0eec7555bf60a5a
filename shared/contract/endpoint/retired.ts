/** Paths that were served once. */
import type { RetiredRow } from './row.ts'

const moved = (from: string, to: string, names: readonly string[]): RetiredRow[] =>
  names.map(name => ({ kind: 'retired', path: `${from}/${name}`, status: 308, successor: `${to}/${name}` }))

const gone = (path: string, hint: string): RetiredRow => ({ kind: 'retired', path, status: 410, hint })

export const retiredRows: readonly RetiredRow[] = [
  ...moved('/api/v1/quality', '/api/v1/health', [
    'score',
    'logic-audit',
    'progress-audit',
    'dcma-14-point',
    'dcma-decm',
    'planning-horizon',
    'schedule-risk-index',
  ]),
  ...moved('/api/v1/schedule', '/api/v1/analysis', ['validate', 'cpm', 'resources']),
  ...moved('/api/v1/schedule', '/api/v1/forensics', [
    'delay-analysis',
    'change-tracking',
    'baseline-compare',
    'as-planned-vs-as-built',
  ]),
  gone('/api/v1/schedule/health', 'Health scores are at /api/v1/health/score, with another result.'),
  gone(
    '/api/v1/schedule/analyze',
    'The critical path is at /api/v1/analysis/cpm, validation at /api/v1/analysis/validate.',
  ),
]
