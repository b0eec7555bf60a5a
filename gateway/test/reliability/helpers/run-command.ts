import { spawn } from 'node:child_process'

/** Standard output of a command; throws the end of both streams when it fails. The service is in this process, so nothing stands still meanwhile. */
export async function runCommand(
  cwd: string,
  env: NodeJS.ProcessEnv,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let all = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text
    all += text
  })
  child.stderr.setEncoding('utf8').on('data', text => (all += text))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${all.slice(-4000)}`)
  return stdout
}
