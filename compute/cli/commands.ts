/** The commands, in the order of the help. */
import { compare } from './command/compare.ts'
import { convert } from './command/convert.ts'
import { health } from './command/health.ts'
import { jobs } from './command/jobs.ts'
import { list } from './command/list.ts'
import { path } from './command/path.ts'
import { report } from './command/report.ts'
import { run } from './command/run.ts'
import type { Command } from './context.ts'

export const COMMANDS: Readonly<Record<string, Command>> = { health, path, compare, report, run, convert, jobs, list }
