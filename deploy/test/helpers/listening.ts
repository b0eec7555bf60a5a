/** The line of the log in which a role reports its ports. */
import type { ChildProcess } from 'node:child_process'
import { until } from '../../../shared/test/until.ts'

export async function listening(child: ChildProcess, role: string): Promise<{ readonly port: number }> {
  let output = ''
  child.stdout!.on('data', chunk => (output += chunk))
  const line = (): string | undefined => output.split('\n').find(text => text.includes('"event":"listening"'))
  await until(`the ${role} listens`, () => line() !== undefined)
  return JSON.parse(line()!)
}
