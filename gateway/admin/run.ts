/**
 * Runs one command of an operator: reads the words, runs the command, prints. main.ts handles process and environment, so that a
 * test runs commands without a process for each.
 */
import { parseArgs } from 'node:util'
import { optionFault } from '../../shared/contract/option-fault.ts'
import { shownLines } from '../../shared/contract/shown-text.ts'
import { disconnect, type RedisClient } from '../../shared/platform/redis/connect.ts'
import {
  accountAudit,
  accountList,
  accountResume,
  accountSetLimits,
  accountSetTier,
  accountShow,
  accountSuspend,
} from './command/accounts.ts'
import { deadLetterList, deadLetterReplay, endpointList } from './command/callbacks.ts'
import { jobsExplain, jobsFailed, jobsRequeue } from './command/failed-jobs.ts'
import { jobsFree, jobsMemory, objectsHold, objectsRelease } from './command/held-memory.ts'
import { keyCreate, keyList, keyRevoke } from './command/keys.ts'
import { auditList, contactList, contactRemove, doctor, pageOpen } from './command/service.ts'
import { type Command, CommandError, commandHelp, help, type Input, UsageError } from './command.ts'
import { recordAction } from './operator-audit.ts'

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
  accountAudit,
  deadLetterList,
  deadLetterReplay,
  endpointList,
  jobsFailed,
  jobsExplain,
  jobsRequeue,
  jobsMemory,
  jobsFree,
  objectsHold,
  objectsRelease,
  contactList,
  contactRemove,
  auditList,
  pageOpen,
  doctor,
]

/** Where a command runs. */
interface Terminal {
  /** Called only when a command needs the store. */
  connect(): RedisClient | Promise<RedisClient>
  out(text: string): void
  err(text: string): void
}

const EXIT_CODE = { done: 0, failed: 1, usage: 2 } as const

/** Returns the exit code. */
export async function runAdmin(words: readonly string[], terminal: Terminal): Promise<number> {
  const command = COMMANDS.find(({ name }) => name === words.slice(0, wordCount(name)).join(' '))
  const complain = (text: string, exitCode: number): number => {
    terminal.err(`${shownLines(text)}\n`)
    return exitCode
  }
  const wantsHelp = words.length === 0 || words.includes('--help') || words.includes('-h')
  if (!command && !wantsHelp) {
    return complain(`unknown command "${words.slice(0, 2).join(' ')}"\n\n${help(COMMANDS)}`, EXIT_CODE.usage)
  }
  try {
    const text = wantsHelp
      ? command
        ? commandHelp(command)
        : help(COMMANDS)
      : await withStore(command!, inputOf(command!, words.slice(wordCount(command!.name))), words, terminal)
    terminal.out(`${text}\n`)
    return EXIT_CODE.done
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n\n${commandHelp(command!)}`, EXIT_CODE.usage)
    if (error instanceof CommandError) return complain(error.message, EXIT_CODE.failed)
    return complain(`Redis did not execute the command: ${(error as Error).message}`, EXIT_CODE.failed)
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
          ? `${command.name} takes only options`
          : `${command.name} takes ${operands.join(' and ')}`,
      )
    }
    const given = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : ''])
    return { operands: positionals, options: Object.fromEntries(given) }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const known = options.map(([name]) => name)
    throw new UsageError(optionFault(error, known))
  }
}

const wordCount = (name: string): number => name.split(' ').length

async function withStore(
  command: Command,
  input: Input,
  words: readonly string[],
  terminal: Terminal,
): Promise<string> {
  const client = await terminal.connect()
  const record = async (outcome: string): Promise<void> => {
    if (command.isReading !== true) await recordAction(client, words, outcome)
  }
  try {
    const text = await command.run(client, input)
    // it is done: a key that was made must be shown
    await record('done').catch(() => {})
    return text
  } catch (error) {
    // what makes no sense was not tried
    if (!(error instanceof UsageError)) await record('failed').catch(() => {})
    throw error
  } finally {
    disconnect(client)
  }
}
