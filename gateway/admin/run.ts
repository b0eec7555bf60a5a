/**
 * Runs one command of an operator: reads the words, runs the command, prints. main.ts handles process and environment, so that a
 * test runs commands without a process for each.
 */
import { parseArgs } from 'node:util'
import { optionFault } from '../../shared/option-fault.ts'
import { disconnect, type RedisClient } from '../../shared/redis/connect.ts'
import { accountAudit } from './command/account-audit.ts'
import { accountList } from './command/account-list.ts'
import { accountResume } from './command/account-resume.ts'
import { accountSetLimits } from './command/account-set-limits.ts'
import { accountSetTier } from './command/account-set-tier.ts'
import { accountShow } from './command/account-show.ts'
import { accountSuspend } from './command/account-suspend.ts'
import { auditList } from './command/audit-list.ts'
import { contactList } from './command/contact-list.ts'
import { contactRemove } from './command/contact-remove.ts'
import { deadLetterList } from './command/dead-letter-list.ts'
import { deadLetterReplay } from './command/dead-letter-replay.ts'
import { doctor } from './command/doctor.ts'
import { endpointList } from './command/endpoint-list.ts'
import { jobsExplain } from './command/jobs-explain.ts'
import { jobsFailed } from './command/jobs-failed.ts'
import { jobsFree } from './command/jobs-free.ts'
import { jobsMemory } from './command/jobs-memory.ts'
import { jobsRequeue } from './command/jobs-requeue.ts'
import { keyCreate } from './command/key-create.ts'
import { keyList } from './command/key-list.ts'
import { keyRevoke } from './command/key-revoke.ts'
import { objectsHold } from './command/objects-hold.ts'
import { objectsRelease } from './command/objects-release.ts'
import { pageOpen } from './command/page-open.ts'
import { type Command, CommandError, type Input, UsageError } from './command.ts'
import { commandHelp, help } from './help.ts'
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
    terminal.err(`${text}\n`)
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

/** Of a command's name. */
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
