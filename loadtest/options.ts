/** The options of `npm run loadtest`. */
import {
  CommandLineMistake,
  choice,
  commandLineOrExit,
  flag,
  number,
  readCommandLine,
  text,
  whole,
  wholes,
} from './command-line.ts'
import type { Arrivals } from './driver.ts'
import { RESPONSE_BUDGETS } from './scenarios/scenario.ts'

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

const ALL = 'all'

const commandOf = (scenarioNames: readonly string[]) => ({
  name: 'npm run loadtest',
  about: `The service over HTTP, compared with its targets. Without a scenario: ${scenarioNames[0]}.`,
  words: { name: 'scenario', choices: [...scenarioNames, ALL] },
  options: {
    sizes: wholes(
      RESPONSE_BUDGETS.map(budget => budget.taskCountMax),
      'task counts of response-times',
    ),
    runs: whole(3, 'runs per size'),
    calls: whole(1_000, 'warm calls per run'),
    rate: number(undefined, 'calls per second, instead of half of the measured capacity'),
    arrivals: choice(['poisson', 'constant'], 'times between calls: poisson or constant'),
    seed: whole(1, 'of schedules and arrivals'),
    seconds: number(30, 'length of the scenario shed'),
    warm: number(4, 'seconds of warm-up, and of each step of the capacity probe'),
    url: text('http://...', 'a service that runs already, with --key'),
    key: text('sis_...', 'its key, without a limit of calls per window'),
    json: flag('the result as JSON'),
  },
})

type Line = ReturnType<typeof readCommandLine<ReturnType<typeof commandOf>['options']>>

const optionsOf =
  (scenarioNames: readonly string[]) =>
  ({ values, words }: Line): Options => {
    const { calls: callCount, rate: ratePerSecond, warm: warmSeconds, ...others } = values
    if ((values.url === undefined) !== (values.key === undefined))
      throw new CommandLineMistake('--url and --key go together.')
    const chosen = words.length === 0 ? scenarioNames.slice(0, 1) : words
    const scenarios = chosen.includes(ALL) ? scenarioNames : chosen
    return { scenarios, callCount, ratePerSecond, warmSeconds, ...others }
  }

/** Throws a CommandLineMistake. */
export const readOptions = (argv: readonly string[], scenarioNames: readonly string[]): Options =>
  optionsOf(scenarioNames)(readCommandLine(commandOf(scenarioNames), argv))

export const optionsOrExit = (scenarioNames: readonly string[]): Options =>
  commandLineOrExit(commandOf(scenarioNames), optionsOf(scenarioNames))
