/** `npm run loadtest`: starts the service, runs the scenarios, prints tables and verdicts. Exit code 1: a budget was missed. */
import { optionsOrExit } from './options.ts'
import { describeSection, machineLine } from './report.ts'
import { bigBody } from './scenarios/big-body.ts'
import { largeJobs } from './scenarios/large-jobs.ts'
import { responseTimes } from './scenarios/response-times.ts'
import type { Scenario, Section } from './scenarios/scenario.ts'
import { shed } from './scenarios/shed.ts'
import { describeDistribution, distributionOf, makeSchedule } from './schedules.ts'
import { runningService, type Service, startService } from './service.ts'

const SCENARIOS: readonly Scenario[] = [responseTimes, bigBody, shed, largeJobs]

const options = optionsOrExit(SCENARIOS.map(scenario => scenario.name))
const say = (line: string): void => void process.stderr.write(`${line}\n`)
const machine = machineLine(new Date())
say(`${machine}, seed ${options.seed}`)
const chosen = SCENARIOS.filter(({ name }) => options.scenarios.includes(name))
for (const taskCount of new Set(chosen.flatMap(scenario => scenario.taskCounts(options.sizes))))
  say(`\n${describeDistribution(distributionOf(makeSchedule({ seed: options.seed, taskCount })))}`)

let service: Service | undefined
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    void Promise.resolve(service?.stop()).finally(() => process.exit(1))
  })

const sections: Section[] = []
for (const scenario of chosen) {
  say(`\n${scenario.name}: ${scenario.summary}`)
  service =
    options.url !== undefined && options.key !== undefined
      ? runningService(options.url, options.key)
      : await startService({ env: scenario.env })
  try {
    const key = await service.createKey('government')
    sections.push(await scenario.run({ ...options, service, key, say }))
  } finally {
    await service.stop()
  }
}

const isMet = sections.every(section => section.isMet)
if (options.json) process.stdout.write(`${JSON.stringify({ machine, seed: options.seed, isMet, sections }, null, 2)}\n`)
else process.stdout.write(`\n${machine}, seed ${options.seed}\n\n${sections.map(describeSection).join('\n\n')}\n`)
process.exitCode = isMet ? 0 : 1
