/**
 * The inspector and the conformance package of the Model Context Protocol, and a tokenizer (deploy/mcp-programs): too heavy for every `npm ci`, so that
 * they are installed when a slow suite first wants them.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../deploy/mcp-programs/', import.meta.url))
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']

export const INSPECTOR = `${folder}node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js`
export const CONFORMANCE = `${folder}node_modules/@modelcontextprotocol/conformance/dist/index.js`

/** Tokens of a text as models of the o200k vocabulary read it. */
export function tokenCount(text: string): number {
  const load = createRequire(folder)
  const { Tiktoken } = load('js-tiktoken/lite')
  const ranks = load('js-tiktoken/ranks/o200k_base')
  return new Tiktoken(ranks.default ?? ranks).encode(text).length
}

export function installPrograms(): void {
  const stamp = `${folder}node_modules/.stamp`
  const lock = readFileSync(`${folder}package-lock.json`, 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  // the variables of `npm run` would lead this npm to the folder of the other
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command|config_local_prefix)/.test(name)),
  )
  const { status, stderr } = spawnSync('npm', INSTALL, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${INSTALL.join(' ')} in ${folder}: ${stderr}`)
  writeFileSync(stamp, lock)
}

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs one of them to its end; the service is in this process, so nothing may stand still meanwhile. */
export async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { status, stdout, stderr }
}
