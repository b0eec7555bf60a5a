/** The command line: in this process with streams that are kept, and as a user runs it, a process. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { commandLine } from '../../cli/command-line.ts'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

export const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
export const UPDATE = fileURLToPath(new URL('../../../gateway/sandbox/update.xer', import.meta.url))

export async function sis(
  words: readonly string[],
  env: Record<string, string> = {},
  columns?: number,
  isTTY = false,
): Promise<Ended> {
  const kept = { out: '', err: '' }
  const code = await commandLine(words, {
    env,
    stdout: { isTTY, ...(columns !== undefined && { columns }), write: text => (kept.out += Buffer.from(text)) },
    stderr: { write: text => (kept.err += text) },
  })
  return { code, ...kept }
}

/** input: what comes on standard input. */
export function sisProcess(
  words: readonly string[],
  input = Buffer.alloc(0),
  flags: readonly string[] = [],
): Promise<Ended> {
  const { SIS_URL, SIS_API_KEY, INIT_CWD, ...env } = process.env
  return new Promise(resolve => {
    const child = execFile(process.execPath, [...flags, MAIN, ...words], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
    child.stdin!.end(input)
  })
}

/** What a process prints, as it is. */
export function printed(words: readonly string[]): Promise<Buffer> {
  const { SIS_URL, SIS_API_KEY, INIT_CWD, ...env } = process.env
  return new Promise(resolve => {
    execFile(process.execPath, [MAIN, ...words], { env, encoding: 'buffer' }, (_, out) => resolve(out))
  })
}

const PROGRAM = fileURLToPath(new URL('../../../deploy/sis.mjs', import.meta.url))

/** The program of its own, called from another folder. */
export function sisFrom(cwd: string, words: readonly string[]): Promise<Ended> {
  const { SIS_URL, SIS_API_KEY, INIT_CWD, npm_lifecycle_event, ...env } = process.env
  return new Promise(resolve => {
    execFile(process.execPath, [PROGRAM, ...words], { env, cwd }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
  })
}
