// Programs of Debian for a machine that lacks them: fetched and verified by apt, unpacked without root, nothing installed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './steps.mjs'

const onPath = name =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(existsSync)

/** Path of the first of the programs that is on PATH, or of the first one unpacked into `tools`. */
export const findProgram = (tools, names) =>
  names.map(onPath).find(Boolean) ?? names.map(name => join(tools, 'bin', name)).find(existsSync)

/** The sources of this machine in one file, and a suite of Debian behind them. */
function suiteList(suite) {
  const own = '/etc/apt/sources.list'
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
  const line = `deb [signed-by=${keys}] http://deb.debian.org/debian ${suite} main\n`
  return (existsSync(own) ? `${readFileSync(own, 'utf8')}\n` : '') + line
}

/** Fetches the package and what it depends on into `folder`. undefined: that went well; else why not. */
async function download(packageName, options, folder, tell) {
  // each line: the address, the name of the file, its size, its digest
  const { output, why } = await run('apt-get', [...options, '--print-uris', 'install', packageName])
  if (why !== undefined) return why
  const found = [...output.matchAll(/^'[^']+' ([^_]+)_\S+ (\d+)/gm)]
  const names = found.map(match => match[1])
  if (!names.includes(packageName)) return `apt-get offers no ${packageName}`
  const bytes = found.reduce((sum, match) => sum + Number(match[2]), 0)
  tell(`fetching ${(bytes / 1e6).toFixed(1)} MB`)
  return (await run('apt-get', [...options, 'download', ...names], { cwd: folder })).why
}

/**
 * Fetches a package with what it depends on and this machine lacks, and unpacks it into `tools`. undefined: that went well; else why not.
 * suite: of Debian, such as bookworm-backports. tell: gets what is being done.
 */
export async function unpack(packageName, program, tools, suite = '', tell = () => {}) {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return 'this machine has no apt-get'
  const tool = join(tools, packageName)
  const apt = join(tool, 'apt')
  mkdirSync(join(apt, 'lists/partial'), { recursive: true })
  mkdirSync(join(apt, 'cache/archives/partial'), { recursive: true })
  if (suite !== '') writeFileSync(join(apt, 'suite.list'), suiteList(suite))
  const options = ['-qq', '-o', `Dir::Cache=${apt}/cache`]
  options.push('-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User=', '-o', 'APT::Install-Recommends=false')
  if (suite !== '') options.push('-o', `Dir::Etc::SourceList=${apt}/suite.list`, '-o', `APT::Default-Release=${suite}`)
  const withOwnLists = [...options, '-o', `Dir::State::Lists=${apt}/lists`]
  // by the lists that this machine has; where it has none, or old ones, by lists of our own
  const isThere = suite === '' && (await download(packageName, options, apt, tell)) === undefined
  if (!isThere) {
    tell('fetching the lists of packages, 10 MB')
    const { why } = await run('apt-get', [...withOwnLists, 'update'])
    const problem = why ?? (await download(packageName, withOwnLists, apt, tell))
    if (problem !== undefined) return problem
  }
  for (const file of readdirSync(apt).filter(name => name.endsWith('.deb'))) {
    const { why } = await run('dpkg-deb', ['-x', join(apt, file), join(tool, 'root')])
    if (why !== undefined) return why
  }
  // the program itself before the script that Debian starts it by, which reads /etc
  const folder = [`lib/${program}`, 'bin', 'sbin'].find(each => existsSync(join(tool, 'root/usr', each, program)))
  if (folder === undefined) return `the package ${packageName} has no ${program}`
  const wrapper = [
    '#!/bin/sh',
    'l=',
    `d=$(dirname "$(dirname "$(readlink -f "$0")")")/${packageName}/root/usr`,
    // the folder may have spaces in its name; a colon in it cannot be said in LD_LIBRARY_PATH
    'for f in "$d"/lib/*-linux-gnu* "$d"/lib/*-linux-gnu*/pulseaudio; do if [ -d "$f" ]; then l=$l:$f; fi; done',
    `LD_LIBRARY_PATH=\${l#:} exec "$d/${folder}/${program}" "$@"`,
  ]
  mkdirSync(join(tools, 'bin'), { recursive: true })
  writeFileSync(join(tools, 'bin', program), `${wrapper.join('\n')}\n`, { mode: 0o755 })
  rmSync(apt, { recursive: true })
  return undefined
}
