/** One check of the scorecard. */
import type { CheckOperator, CheckUnit } from '../../../../shared/contract/endpoint/data/check-data.ts'
import type { Severity } from '../../../../shared/contract/envelope.ts'
import type { Check } from '../schedule/replies.ts'

export const check = {
  statuses: {
    pass: 'passed',
    fail: 'failed',
    info: 'for information',
    skipped: 'skipped',
    not_applicable: 'nothing to count',
    cannot: 'no schedule has it',
    asked: 'asked of you',
    withdrawn: 'withdrawn by its owner',
  } satisfies Record<Check['status'], string>,
  severities: {
    critical: 'critical',
    high: 'high',
    medium: 'medium',
    low: 'low',
    info: 'information',
  } satisfies Record<Severity, string>,
  value: 'Value',
  threshold: 'Limit',
  ownLimit: 'limit of your own',
  publishedLimit: 'Published limit',
  population: 'Counted over',
  formula: 'Formula',
  source: 'Source',
  method: 'How it is computed',
  noSingleTask: 'It names no single task.',
  operators: { '<=': 'at most', '>=': 'at least' } satisfies Record<CheckOperator, string>,
  units: {
    percent: ' %',
    tasks: '',
    links: '',
    values: '',
    components: '',
    ratio: '',
  } satisfies Record<Exclude<CheckUnit, 'days'>, string>,
}
