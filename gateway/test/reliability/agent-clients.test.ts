/**
 * Clients of the Model Context Protocol in other languages, as their users install them: the official packages for Python and Go, and fastmcp. Each
 * lists the tools, loads a project file, scores it by its id, and reads a resource. A language that is not on this machine is skipped and says so.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { UPDATE } from '../../../compute/test/cli/sis.ts'
import { AGENT_PATH } from '../../../shared/contract/endpoint/paths.ts'
import { toolsFor } from '../../../shared/contract/tools/agent-tools.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { startFront } from '../helpers/mcp-front.ts'
import { startService } from '../helpers/service.ts'
import { runCommand } from './helpers/run-command.ts'

t.setTimeout(600_000)

const VERSIONS = { pip: ['mcp==2.3.0', 'fastmcp==4.1.2'], go: 'github.com/modelcontextprotocol/go-sdk@v1.8.0' }
const programs = fileURLToPath(new URL('./agent-clients/', import.meta.url))
const folder = dataFolder(t)
// the front gives the key to programs that have none
const front = await startFront(t)
const service = await startService(t)
front.lead(service.port, { 'x-api-key': await service.key('government') })
const url = front.origin + AGENT_PATH

const EXPECTED = {
  tools: toolsFor('government').map(({ name }) => name),
  score: 89.9,
  hasResources: true,
  names: true,
  prompts: 4,
}

const env = { ...process.env, GOFLAGS: '-mod=mod' }

const run = (cwd: string, command: string, ...args: readonly string[]) => runCommand(cwd, env, command, ...args)

const absent = (command: string, flag: string): string | false =>
  spawnSync(command, [flag]).status === 0 ? false : `${command} is not on this machine`

const checkPrinted = (t: Test, printed: string): void => {
  t.same(JSON.parse(printed), EXPECTED)
}

t.test('Python', { skip: absent('python3', '--version') }, async t => {
  await run(folder, 'python3', '-m', 'venv', 'venv')
  await run(folder, 'venv/bin/pip', 'install', '-q', ...VERSIONS.pip)
  for (const program of ['official.py', 'fast.py'])
    for (const mode of ['auto', 'legacy', '2026-07-28'])
      await t.test(`${program}, ${mode}`, async t => {
        checkPrinted(t, await run(folder, 'venv/bin/python', join(programs, program), url, mode, UPDATE))
      })
})

t.test('Go', { skip: absent('go', 'version') }, async t => {
  writeFileSync(join(folder, 'go.mod'), 'module example.com/acme/agent\n\ngo 1.25.0\n')
  copyFileSync(join(programs, 'official.go'), join(folder, 'main.go'))
  await run(folder, 'go', 'get', VERSIONS.go)
  checkPrinted(t, await run(folder, 'go', 'run', '.', url, 'default', UPDATE))
})
