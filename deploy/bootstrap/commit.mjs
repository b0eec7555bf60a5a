// The commit of this folder, for reports that name what computed them: read from .git without git. undefined: it is no checkout.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const text = path => (existsSync(path) ? readFileSync(path, 'utf8') : '')

export function commitIn(root) {
  try {
    const dot = join(root, '.git')
    // in a worktree it is a file that names the folder
    const folder = statSync(dot).isFile()
      ? resolve(
          root,
          text(dot)
            .replace(/^gitdir: /, '')
            .trim(),
        )
      : dot
    const common = resolve(folder, text(join(folder, 'commondir')).trim() || '.')
    const head = text(join(folder, 'HEAD')).trim()
    const ref = /^ref: (.+)$/.exec(head)?.[1]
    if (ref === undefined) return commitOf(head)
    const packed = text(join(common, 'packed-refs')).split('\n')
    return commitOf(text(join(common, ref)).trim() || packed.find(line => line.endsWith(` ${ref}`))?.split(' ')[0])
  } catch {
    return undefined
  }
}

const commitOf = (found = '') => (/^[0-9a-f]{40,64}$/.test(found) ? found : undefined)
