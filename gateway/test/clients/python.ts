/** The client for Python from its source, with the types of this service's document. Where httpx is not on the machine, with a stand-in that sends nothing. */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { openApiDocument } from '../../openapi/document.ts'
import { clientFolder } from './examples.ts'

const imports = (name: string): boolean => spawnSync('python3', ['-c', `import ${name}`]).status === 0

export const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0
export const HAS_HTTPX = HAS_PYTHON && imports('httpx')
export const HAS_MYPY = HAS_HTTPX && imports('mypy')

/** What the modules name of httpx while they are loaded. */
const STAND_IN = `class Response: ...
class RequestError(Exception): ...
class Client: ...
class AsyncClient: ...
`

/** A folder for PYTHONPATH with the package in it. */
export function pythonPackage(t: Test): string {
  const folder = dataFolder(t)
  const from = clientFolder('python')
  const made = join(folder, 'schedule_intelligence')
  cpSync(join(from, 'src/schedule_intelligence'), made, { recursive: true })
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(openApiDocument()))
  const program =
    'import sys; from pathlib import Path; from make_types import make_types; make_types(sys.argv[1], Path(sys.argv[2]))'
  const { status, stderr } = spawnSync('python3', ['-B', '-c', program, document, made], {
    cwd: from,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  if (!HAS_HTTPX) {
    mkdirSync(join(folder, 'httpx'))
    writeFileSync(join(folder, 'httpx/__init__.py'), STAND_IN)
  }
  return folder
}

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly env?: Record<string, string>
  readonly cwd?: string
  readonly folder?: string
}

export const runPython = (
  t: Test,
  program: string,
  input: string,
  { env = {}, cwd, folder }: RunOptions = {},
): Promise<Ran> =>
  new Promise(resolve => {
    const path = folder ?? pythonPackage(t)
    const child = spawn('python3', ['-B', '-c', program], {
      cwd: cwd ?? path,
      env: { ...process.env, PYTHONPATH: path, ...env },
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', piece => out.push(piece))
    child.stderr.on('data', piece => err.push(piece))
    child.on('close', status => resolve({ status, stdout: `${Buffer.concat(out)}`, stderr: `${Buffer.concat(err)}` }))
    child.stdin.end(input)
  })
