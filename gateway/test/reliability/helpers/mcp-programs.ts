/**
 * The inspector and the conformance package of the Model Context Protocol, and a tokenizer (deploy/mcp-programs): too heavy for every `npm ci`, so that
 * they are installed when a slow suite first wants them.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { installPrograms as install } from '../../../../shared/test/installed-programs.ts'

const folder = fileURLToPath(new URL('../../../../deploy/mcp-programs/', import.meta.url))

export const INSPECTOR = `${folder}node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js`
export const CONFORMANCE = `${folder}node_modules/@modelcontextprotocol/conformance/dist/index.js`

/** Tokens of a text as models of the o200k vocabulary read it. */
export function tokenCount(text: string): number {
  const load = createRequire(folder)
  const { Tiktoken } = load('js-tiktoken/lite')
  const ranks = load('js-tiktoken/ranks/o200k_base')
  return new Tiktoken(ranks.default ?? ranks).encode(text).length
}

export const installPrograms = (): void => install(folder)

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
