import { spawn } from 'node:child_process'

/** Runs a program to its end; it ends with this process. Its output, and `why` it failed, with what it said: undefined when it did not. */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill()
  process.once('exit', kill)
  let output = ''
  let said = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (said += chunk))
  return new Promise(resolve => {
    const end = problem => {
      process.off('exit', kill)
      resolve({ output, why: problem && [problem, said.trim(), output.trim()].filter(Boolean).join('\n') })
    }
    child.once('error', error => end(error.message))
    child.once('close', (code, signal) => end(code === 0 ? undefined : (signal ?? `exit code ${code}`)))
  })
}
