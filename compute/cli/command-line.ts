/** One command from its words to its exit code, and the help; streams and settings come from the caller. */

import { existsSync, readFileSync } from 'node:fs'
import { nearest } from '../../shared/contract/did-you-mean.ts'
import { readByTool } from '../../shared/contract/schedule/file-formats.ts'
import { shownLines, shownText } from '../../shared/contract/shown-text.ts'
import { ENGINE_VERSION } from '../engine/write/engine-version.ts'
import { health, list, path, run } from './command/analyses.ts'
import { checks } from './command/checks.ts'
import { compare } from './command/compare.ts'
import { convert } from './command/convert.ts'
import { deliver } from './command/deliver.ts'
import { example } from './command/example.ts'
import { collapsed, history, timeImpact } from './command/forensic.ts'
import { jobs } from './command/jobs.ts'
import { level } from './command/level.ts'
import { report } from './command/report.ts'
import { whatIf } from './command/what-if.ts'
import { checkFilesApart, STANDARD_INPUT, writeTo } from './disk.ts'
import { runLocally } from './local-run.ts'
import { namedOptions, OPTION_ROWS, type OptionName, type Options, parseWords, takesOption } from './options.ts'
import { type Command, type Context, EXIT, EXIT_WORDS, RunError, UsageError } from './outcome.ts'
import { naming } from './request.ts'
import { remoteRunner, Service } from './service.ts'
import {
  type Cell,
  type Layout,
  paintFor,
  plain,
  progressOn,
  type TextStream,
  table,
  widthOf,
  wrapped,
} from './terminal.ts'

/** In the order of the help. */
const COMMANDS: Readonly<Record<string, Command>> = {
  health,
  checks,
  path,
  compare,
  history,
  'time-impact': timeImpact,
  collapsed,
  'what-if': whatIf,
  level,
  report,
  run,
  convert,
  deliver,
  example,
  jobs,
  list,
}

const WIDTH_MAX = 120

interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  readonly stdout: TextStream
  readonly stderr: TextStream
}

/** Throws for defects alone. */
export async function commandLine(words: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await runCommand(words, surroundings)
  } catch (error) {
    if (!(error instanceof RunError || error instanceof UsageError)) throw error
    const lines = error instanceof RunError ? error.lines : [error.message, 'sis help tells more.']
    surroundings.stderr.write(`sis: ${lines.map(shownText).join('\n     ')}\n`)
    return EXIT.wrong
  }
}

async function runCommand(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { positionals, options } = parseWords(words)
  const [name, ...paths] = positionals
  if (options.version === true || name === 'version') {
    surroundings.stdout.write(`${versionLine()}\n`)
    return EXIT.ok
  }
  if (name === undefined || name === 'help' || options.help === true) {
    const topic = name === 'help' ? paths[0] : name
    const layout = layoutOf(surroundings)
    const lines = topic === undefined || topic === 'help' ? help(layout) : commandHelp(commandOf(topic), layout)
    surroundings.stdout.write(`${lines.join('\n')}\n`)
    return name === undefined && options.help !== true ? EXIT.wrong : EXIT.ok
  }
  const command = commandOf(name)
  const unknownOption = namedOptions(options).find(option => !takesOption(command.options, option))
  if (unknownOption !== undefined)
    throw new UsageError(`sis ${name} takes no --${unknownOption}; sis help ${name} lists what it takes.`)
  if (paths.filter(path => path === STANDARD_INPUT).length > 1)
    throw new UsageError('Standard input (-) is one file; name the others.')
  checkFilesApart(paths, options)
  return command.run(contextOf(paths, options, surroundings))
}

const layoutOf = ({ stdout, env }: Surroundings): Layout => ({
  width: Math.min(widthOf(stdout), WIDTH_MAX),
  paint: paintFor(stdout, env),
})

function commandOf(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command !== undefined) return command
  const near = existsSync(name) ? `sis health ${name}` : nearest(name, Object.keys(COMMANDS))
  throw new UsageError(`"${name}" is no command.${near === undefined ? '' : ` Is ${near} meant?`}`)
}

function contextOf(paths: readonly string[], options: Options, surroundings: Surroundings): Context {
  const { env, stdout, stderr } = surroundings
  const layout = layoutOf(surroundings)
  const progress = progressOn(stderr)
  const url = options.url ?? env.SIS_URL
  const service = url ? new Service({ url: checkedUrl(url), key: options.key ?? env.SIS_API_KEY }) : undefined
  const run = service === undefined ? runLocally : remoteRunner(service, progress)
  const { output } = options
  const toTerminal = (lines: readonly string[] | string | Uint8Array, text: string | Uint8Array): void => {
    stdout.write(stdout.isTTY === true ? harmless(lines, text) : text)
  }
  return {
    paths,
    options,
    layout: output === undefined ? layout : { ...layout, paint: plain },
    progress,
    run: request => naming(request.files, () => run(request)),
    service,
    note: line => stderr.write(`sis: ${shownText(line)}\n`),
    print(lines) {
      const text = typeof lines === 'string' || lines instanceof Uint8Array ? lines : `${lines.join('\n')}\n`
      if (output === undefined) toTerminal(lines, text)
      else writeTo(output, text)
    },
    printBeside: json => toTerminal(json, json),
  }
}

/** A file or JSON at a terminal: its names could begin with anything. Lines are made of harmless cells already, with the colours of the layout. */
function harmless(lines: readonly string[] | string | Uint8Array, text: string | Uint8Array): string | Uint8Array {
  if (typeof lines !== 'string' && !(lines instanceof Uint8Array)) return text
  return shownLines(typeof text === 'string' ? text : new TextDecoder().decode(text))
}

function checkedUrl(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url
  throw new UsageError(`--url takes an address such as http://127.0.0.1:8080, not "${url}".`)
}

const ABOUT = `sis scores, computes and compares project schedules: ${readByTool('and')}, and JSON as the service takes it.`

const optionRows = (takes: (name: OptionName) => boolean): Cell[][] =>
  OPTION_ROWS.filter(({ name }) => takes(name)).map(row => {
    const short = 'short' in row ? `-${row.short}, ` : '    '
    const value = 'value' in row ? ` ${row.value}` : ''
    return [{ text: `${short}--${row.name}${value}` }, { text: row.about }]
  })

const commandHelp = ({ usage, about, options }: Command, layout: Layout): string[] => [
  ...wrapped(`sis ${usage}`, layout.width),
  '',
  ...wrapped(`${about[0]!.toUpperCase()}${about.slice(1)}.`, layout.width),
  ...(options.includes('project') ? ['A FILE may be - for standard input.'] : []),
  '',
  ...table(
    optionRows(name => takesOption(options, name)),
    layout,
  ),
]

function help(layout: Layout): string[] {
  const options = optionRows(() => true)
  const head = (text: string): string[] => ['', layout.paint('bold', text)]
  return [
    ...wrapped(ABOUT, layout.width),
    ...head('Commands'),
    ...table(
      Object.values(COMMANDS).map(({ usage, about }) => [{ text: `sis ${usage}` }, { text: about }]),
      layout,
    ),
    '',
    ...wrapped('sis help COMMAND has the options of one command. A FILE may be - for standard input.', layout.width),
    ...head('Options'),
    ...table(options, layout),
    ...head('Exit codes'),
    ...table(
      Object.entries(EXIT).map(([name, code]) => [
        { text: String(code) },
        { text: EXIT_WORDS[name as keyof typeof EXIT] },
      ]),
      layout,
    ),
  ]
}

/** The versions of the software and of the engine: results carry the second, and are the same as long as it is. */
function versionLine(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return `sis ${version} (engine ${ENGINE_VERSION}, Node ${process.versions.node})`
}
