/** The program around a command: its process, and what ends it. With the library beside it this is what the one code file of the npm package exports. */
import { followSchemasOnce } from '../../shared/contract/schema/schema-checker.ts'
import { commandLine } from './command-line.ts'
import { unwritable } from './disk.ts'
import { EXIT } from './outcome.ts'

export * from '../library/index.ts'

export async function runProgram(): Promise<void> {
  const { env, stdout } = process
  // `npm run sis` runs in the folder of the package, not in that of its caller
  if (env.npm_lifecycle_event === 'sis' && env.INIT_CWD) process.chdir(env.INIT_CWD)
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // the reader of a pipe may leave early (sis ... | head), and the exit code is that of the command still
    if (error.code === 'EPIPE') return
    process.stderr.write(`sis: ${unwritable('standard output', error)}\n`)
    process.exit(EXIT.wrong)
  })
  // what nobody caught ends with 1 by itself, which would say that a score is low
  process.on('uncaughtException', error => {
    process.stderr.write(`sis failed by a defect of its own. Please report this:\n${error.stack ?? error}\n`)
    process.exit(EXIT.defect)
  })
  followSchemasOnce()
  process.exitCode = await commandLine(process.argv.slice(2), process)
}
