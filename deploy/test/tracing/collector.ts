/** The real OpenTelemetry Collector, built from the module beside this file when it is first wanted; needs Go 1.26. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { freePorts } from '../../../shared/test/jobs/cluster.ts'
import { until } from '../../../shared/test/until.ts'

const SOURCE = fileURLToPath(new URL('./collector/', import.meta.url))
const TOOLS = fileURLToPath(new URL('../../../.tools', import.meta.url))
const GO_FOLDER = '/usr/local/go/bin'

/** Path of the program. Throws where there is no Go. */
function built(): string {
  const hash = createHash('sha256')
  for (const file of ['main.go', 'go.mod', 'go.sum']) hash.update(readFileSync(join(SOURCE, file)))
  const program = join(TOOLS, `otel-collector-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(program)) return program
  const env = { ...process.env, PATH: `${process.env.PATH}:${GO_FOLDER}` }
  const { status, error, stderr } = spawnSync('go', ['build', '-trimpath', '-o', program, '.'], {
    cwd: SOURCE,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the collector cannot be built: ${error?.message ?? stderr}`)
  return program
}

export interface Collector {
  readonly url: string
  /** Runs it, again after a kill; returns when it takes traces. */
  start(): Promise<void>
  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

/** backendUrl: where it hands on what it took. */
export async function collectorOfTest(t: Test, backendUrl: string): Promise<Collector> {
  const program = built()
  const folder = dataFolder(t)
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'collector.yaml')
  writeFileSync(
    config,
    `receivers: { otlp: { protocols: { http: { endpoint: "127.0.0.1:${port}" } } } }
exporters: { otlp_http: { traces_endpoint: "${backendUrl}/v1/traces", compression: none, tls: { insecure: true } } }
service:
  telemetry: { metrics: { level: none }, logs: { level: error } }
  pipelines: { traces: { receivers: [otlp], exporters: [otlp_http] } }
`,
  )
  let child: ChildProcess | undefined
  t.teardown(() => child?.kill('SIGKILL'))
  return {
    url,
    async start() {
      const started = spawn(program, [`--config=file:${config}`], { stdio: ['ignore', 'inherit', 'inherit'] })
      child = started
      await until('the collector listens', async () => {
        if (started.exitCode !== null) throw new Error(`the collector ended with ${started.exitCode}`)
        return fetch(`${url}/v1/traces`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-protobuf' },
        }).then(
          ({ ok }) => ok,
          () => false,
        )
      })
    },
    async kill(signal) {
      child!.kill(signal)
      if (signal === 'SIGKILL') await once(child!, 'exit')
    },
  }
}
