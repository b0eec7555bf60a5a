// Programs of Debian for a machine that lacks them: fetched and verified by apt, unpacked without root, nothing installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

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

/** Fetches a package with what it depends on and this machine lacks, and unpacks it into `tools`; false when that fails. suite: of Debian, such as bookworm-backports. */
export function unpack(packageName, program, tools, suite = '') {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return false
  const tool = join(tools, packageName)
  const apt = join(tool, 'apt')
  mkdirSync(join(apt, 'lists/partial'), { recursive: true })
  mkdirSync(join(apt, 'cache/archives/partial'), { recursive: true })
  if (suite !== '') writeFileSync(join(apt, 'suite.list'), suiteList(suite))
  const options = ['-qq', '-o', `Dir::State::Lists=${apt}/lists`, '-o', `Dir::Cache=${apt}/cache`]
  options.push('-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User=', '-o', 'APT::Install-Recommends=false')
  if (suite !== '') options.push('-o', `Dir::Etc::SourceList=${apt}/suite.list`, '-o', `APT::Default-Release=${suite}`)
  const run = (command, args, more = {}) =>
    spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 2], ...more })
  if (run('apt-get', [...options, 'update']).status !== 0) return false
  const uris = run('apt-get', [...options, '--print-uris', 'install', packageName]).stdout ?? ''
  const names = [...uris.matchAll(/^'[^']+' ([^_]+)_/gm)].map(match => match[1])
  if (!names.includes(packageName)) return false
  if (run('apt-get', [...options, 'download', ...names], { cwd: apt }).status !== 0) return false
  for (const file of readdirSync(apt).filter(name => name.endsWith('.deb'))) {
    if (run('dpkg-deb', ['-x', join(apt, file), join(tool, 'root')]).status !== 0) return false
  }
  // the program itself before the script that Debian starts it by, which reads /etc
  const folder = [`lib/${program}`, 'bin', 'sbin'].find(each => existsSync(join(tool, 'root/usr', each, program)))
  if (folder === undefined) return false
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
  return true
}
