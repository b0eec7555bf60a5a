/** The command line of `npm run loadtest`. */
import { parseArgs } from 'node:util'
import { RESPONSE_BUDGETS } from './budgets.ts'
import type { Arrivals } from './driver.ts'

export interface Options {
  readonly scenarios: readonly string[]
  readonly sizes: readonly number[]
  readonly runs: number
  readonly callCount: number
  readonly ratePerSecond: number | undefined
  readonly arrivals: Arrivals
  readonly seed: number
  readonly seconds: number
  /** Length of the warm-up and of each step of the capacity probe. */
  readonly warmSeconds: number
  /** A service that runs already; absent: one is started. */
  readonly url: string | undefined
  readonly key: string | undefined
  readonly json: boolean
}

export const USAGE = `npm run loadtest -- [scenario ...] [options]

Scenarios: response-times (default), big-body, shed, large-jobs, all
  --sizes 100,500     task counts of response-times (default ${RESPONSE_BUDGETS.map(budget => budget.taskCountMax).join(',')})
  --runs 3            runs per size
  --calls 1000        warm calls per run
  --rate 50           calls per second instead of half of the measured capacity
  --arrivals poisson  or constant
  --seed 1            of schedules and arrivals
  --seconds 30        length of the shed scenario
  --warm 4            seconds of warm-up, and of each step of the capacity probe
  --url http://...    a service that runs already, with --key sis_... (calls per window unlimited)
  --json              the result as JSON`

/** Throws an Error with a sentence for a mistake. */
export function readOptions(argv: readonly string[], scenarioNames: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      sizes: { type: 'string', default: RESPONSE_BUDGETS.map(budget => budget.taskCountMax).join(',') },
      runs: { type: 'string', default: '3' },
      calls: { type: 'string', default: '1000' },
      rate: { type: 'string' },
      arrivals: { type: 'string', default: 'poisson' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '30' },
      warm: { type: 'string', default: '4' },
      url: { type: 'string' },
      key: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const positive = (name: string, text: string): number => {
    const value = Number(text)
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0, got ${text}`)
    return value
  }
  const whole = (name: string, text: string): number => {
    const value = positive(name, text)
    if (!Number.isSafeInteger(value)) throw new Error(`--${name} must be a whole number, got ${text}`)
    return value
  }
  const chosen = positionals.length === 0 ? scenarioNames.slice(0, 1) : positionals
  const scenarios = chosen.includes('all') ? scenarioNames : chosen
  const unknown = scenarios.find(name => !scenarioNames.includes(name))
  if (unknown !== undefined) throw new Error(`no scenario is called ${unknown}; there are ${scenarioNames.join(', ')}`)
  if (values.arrivals !== 'poisson' && values.arrivals !== 'constant')
    throw new Error(`--arrivals must be poisson or constant, got ${values.arrivals}`)
  if ((values.url === undefined) !== (values.key === undefined)) throw new Error('--url and --key go together')
  return {
    scenarios,
    sizes: values.sizes.split(',').map(size => whole('sizes', size)),
    runs: whole('runs', values.runs),
    callCount: whole('calls', values.calls),
    ratePerSecond: values.rate === undefined ? undefined : positive('rate', values.rate),
    arrivals: values.arrivals,
    seed: whole('seed', values.seed),
    seconds: positive('seconds', values.seconds),
    warmSeconds: positive('warm', values.warm),
    url: values.url,
    key: values.key,
    json: values.json,
  }
}
