/** The code of the release before this one, unpacked from the history of this repository; its packages are ours. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Its tag, and the commit that it names: not every clone has tags. Changed with each release. */
const NAMES = ['v0.4.0', 'b0bfc79d0a2fef1a46be507a9ad74a07012af18a']
const root = fileURLToPath(new URL('../..', import.meta.url))

const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'buffer', maxBuffer: 2 ** 30 })

/** Unpacks it below a folder. A string: why that is not possible here. */
export function previousRelease(folder: string): { readonly path: string } | string {
  const name = NAMES.find(one => git('cat-file', '-e', `${one}^{commit}`).status === 0)
  if (name === undefined) {
    return `this clone has neither the tag ${NAMES[0]} nor the commit ${NAMES[1]}; git fetch --unshallow --tags brings them`
  }
  const path = join(folder, 'previous-release')
  mkdirSync(path)
  const archive = git('archive', '--format=tar', name)
  const { status } = spawnSync('tar', ['-x', '-C', path], { input: archive.stdout })
  if (status !== 0 || !existsSync(join(path, 'package.json'))) return `git archive ${name} could not be unpacked`
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
  return { path }
}
