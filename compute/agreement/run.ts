/**
 * `npm run agreement -- FOLDER`: how far the critical path computed from each project file in a folder (and the folders in it) has the dates
 * and floats that the tool of the file stored. A table on standard output; --json for machines. Files that are not read are named with
 * the reason. Beside ours, where the folder has an agreement.csv of that form, stand the figures of MPXJ's schedulers.
 */
import { readFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { optionFault } from '../../shared/contract/option-fault.ts'
import { READ_EXTENSIONS } from '../../shared/contract/schedule/file-formats.ts'
import { agreementOfFile, type FileAgreement } from './file-agreement.ts'
import { peerFigures } from './peer-figures.ts'
import { projectFilesIn } from './project-files.ts'
import { agreementTable, classTable, unexplainedCount } from './table.ts'

const USAGE = `npm run agreement -- FOLDER [--json] [--all] [--engines ours,mpxj,NAME=COMMAND]

Compares the dates and floats that the project files below FOLDER store with those that are computed from them, and says why values differ. Fails
where a value differs for no reason that was found in its file.

  --json  the figures of each file as JSON
  --all   also the files without open tasks
  --engines  one table for several engines: ours, mpxj (figures of agreement.csv in FOLDER), and any program of yours;
             compute/agreement/README.md says what it reads and writes
`

function refuse(sentence: string): never {
  process.stderr.write(sentence)
  process.exit(2)
}

function wordsOrExit() {
  try {
    return parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        engines: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    return refuse(`${optionFault(error, ['json', 'all', 'engines'])}\n${USAGE}`)
  }
}

const { values, positionals } = wordsOrExit()
if (values.help) {
  process.stdout.write(USAGE)
  process.exit(0)
}
const [folder] = positionals
if (folder === undefined || positionals.length > 1) refuse(USAGE)
const root = resolve(process.env.INIT_CWD ?? '.', folder)
if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) refuse(`${root} is no folder\n`)
if (values.engines !== undefined) {
  const names = values.engines.split(',')
  const unknown = names.find(name => !['ours', 'mpxj'].includes(name) && !/^[^=]+=./.test(name))
  if (unknown !== undefined) refuse(`"${unknown}" is no engine: give ours, mpxj or NAME=COMMAND\n`)
  const { challenge, challengeTable } = await import('./engines.ts')
  const found = projectFilesIn(root).map(path => ({ file: relative(root, path), bytes: readFileSync(path) }))
  const own = { peers: peerFigures(root), folder: process.env.INIT_CWD ?? '.' }
  const rows = await challenge(found, names, own)
  process.stdout.write(values.json ? `${JSON.stringify(rows, undefined, 1)}\n` : challengeTable(rows))
  process.exit(rows.length > 0 ? 0 : 1)
}
const files: FileAgreement[] = []
for (const path of projectFilesIn(root)) files.push(agreementOfFile(relative(root, path), readFileSync(path)))
if (files.length === 0) {
  process.stderr.write(`no project file (${READ_EXTENSIONS.join(' or ')}, also as .gz) in ${root}\n`)
  process.exit(1)
}
if (values.json) process.stdout.write(`${JSON.stringify(files, undefined, 1)}\n`)
else process.stdout.write(agreementTable(files, values.all, peerFigures(root)) + classTable(files))
const unexplained = unexplainedCount(files)
if (unexplained > 0) {
  process.stderr.write(`${unexplained} values differ for no reason that was found in their file\n`)
  process.exit(1)
}
