import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder } from '../../platform/process/make-folder.ts'

t.test('a folder is made with those above it, and may be there', t => {
  const path = join(t.testdir(), 'a/b/c')
  makeFolder(path, 0o700)
  makeFolder(path, 0o700)
  for (const each of [path, join(path, '../..')]) t.equal(statSync(each).mode & 0o777, 0o700)
  t.end()
})

t.test('a file in the way is an error', t => {
  const folder = t.testdir({ file: '' })
  t.throws(() => makeFolder(join(folder, 'file')), { code: 'EEXIST' })
  t.throws(() => makeFolder(join(folder, 'file/below')), { code: 'ENOTDIR' })
  t.end()
})

// with Node's own mkdir it never ended, so a process of its own does it
t.test('a place where no folder can be made is an error, also for the folder of objects', t => {
  const of = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  for (const work of [
    `(await import(${of('../../platform/process/make-folder.ts')})).makeFolder('/proc/data/of')`,
    `new (await import(${of('../../platform/objects/folder-objects.ts')})).FolderObjects('/proc/data/of')`,
  ]) {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', work], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    t.equal(status, 1)
    t.match(stderr, /ENOENT: no such file or directory, mkdir '\/proc\/data'/)
  }
  t.end()
})
