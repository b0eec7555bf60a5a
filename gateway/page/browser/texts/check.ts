/** One check of the scorecard. */
import type { CheckOperator, CheckUnit } from '../../../../shared/contract/endpoint/data/check-data.ts'
import type { Severity } from '../../../../shared/contract/envelope.ts'
import type { Check } from '../schedule/replies.ts'
import { checkTitles } from './check-titles.ts'

export const check = {
  /** Checks by their codes, as the service calls them. */
  titles: {
    ...checkTitles,
    'DCMA-01': 'Logic',
    'DCMA-02': 'Leads',
    'DCMA-03': 'Lags',
    'DCMA-04': 'Relationship types',
    'DCMA-05': 'Hard constraints',
    'DCMA-06': 'High float',
    'DCMA-07': 'Negative float',
    'DCMA-08': 'High duration',
    'DCMA-09': 'Invalid dates',
    'DCMA-10': 'Resources',
    'DCMA-11': 'Missed tasks',
    'DCMA-12': 'Critical path test',
    'DCMA-13': 'Critical path length index',
    'DCMA-14': 'Baseline execution index',
  },
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
