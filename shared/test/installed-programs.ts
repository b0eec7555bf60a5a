/** Programs that only slow suites want, and that are too heavy for every `npm ci`: a folder with a lock of its own, installed when it is first wanted. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']

/** folder: its path, with a slash at its end. */
export function installPrograms(folder: string): void {
  const stamp = `${folder}node_modules/.stamp`
  const lock = readFileSync(`${folder}package-lock.json`, 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  // the variables of `npm run` would lead this npm to the folder of the other
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command|config_local_prefix)/.test(name)),
  )
  const { status, stderr } = spawnSync('npm', INSTALL, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${INSTALL.join(' ')} in ${folder}: ${stderr}`)
  writeFileSync(stamp, lock)
}
