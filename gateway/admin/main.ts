/**
 * The operator's commands: `npm run --silent admin -- key create --tier government`. Reads the command line, runs one command against
 * the Redis of REDIS_URL, prints. deploy/admin.ts gives it the embedded server. Exit code: 0 done, 1 could not be done, 2 the
 * command line makes no sense.
 */
import { parseArgs } from 'node:util'
import { connect, disconnect } from '../../shared/redis/connect.ts'
import { configOrExit, EX_CONFIG } from '../environment.ts'
import { accountList } from './command/account-list.ts'
import { accountResume } from './command/account-resume.ts'
import { accountSetLimits } from './command/account-set-limits.ts'
import { accountSetTier } from './command/account-set-tier.ts'
import { accountShow } from './command/account-show.ts'
import { accountSuspend } from './command/account-suspend.ts'
import { keyCreate } from './command/key-create.ts'
import { keyList } from './command/key-list.ts'
import { keyRevoke } from './command/key-revoke.ts'
import { type Command, CommandError, type Input, UsageError } from './command.ts'
import { commandHelp, help } from './help.ts'

const COMMANDS: readonly Command[] = [
  keyCreate,
  keyRevoke,
  keyList,
  accountList,
  accountShow,
  accountSuspend,
  accountResume,
  accountSetTier,
  accountSetLimits,
]

const EX_FAILED = 1
const EX_USAGE = 2

process.exitCode = await main(process.argv.slice(2))

async function main(words: string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name === words.slice(0, 2).join(' '))
  const asksHelp = words.length === 0 || words.includes('--help') || words.includes('-h')
  if (asksHelp) return say(command ? commandHelp(command) : help(COMMANDS))
  if (!command) return complain(`there is no command "${words.slice(0, 2).join(' ')}"\n\n${help(COMMANDS)}`, EX_USAGE)
  try {
    const input = inputOf(command, words.slice(2))
    return say(await withStore(command, input))
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n\n${commandHelp(command)}`, EX_USAGE)
    if (error instanceof CommandError) return complain(error.message, EX_FAILED)
    return complain(`Redis did not do it: ${(error as Error).message}`, EX_FAILED)
  }
}

function inputOf(command: Command, words: string[]): Input {
  const options = Object.entries(command.options)
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: Object.fromEntries(options.map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }])),
    })
    const { operands } = command
    if (positionals.length !== operands.length) {
      throw new UsageError(
        operands.length === 0
          ? `${command.name} takes options only`
          : `${command.name} takes ${operands.join(' and ')}`,
      )
    }
    const given = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : ''])
    return { operands: positionals, options: Object.fromEntries(given) }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function withStore(command: Command, input: Input): Promise<string> {
  const { redisUrl } = configOrExit()
  if (redisUrl === undefined) {
    process.stderr.write('config: REDIS_URL is missing; `npm run admin` provides the embedded redis-server\n')
    process.exit(EX_CONFIG)
  }
  const client = connect(redisUrl, 'admin')
  try {
    return await command.run(client, input)
  } finally {
    disconnect(client)
  }
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function complain(text: string, exitCode: number): number {
  process.stderr.write(`${text}\n`)
  return exitCode
}
