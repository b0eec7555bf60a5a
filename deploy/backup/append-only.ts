/**
 * A copy of the append-only folder of a redis-server that runs, without a word to it. The manifest names the files; they are opened, and when
 * the manifest is the same afterwards, the open files belong together: a rewrite that ends meanwhile unlinks them, and an open file stays
 * readable. Bytes are appended alone, so the copy is each file up to its length of one moment; half a command at the end of the last one
 * was never answered, and a server that starts drops it.
 */
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BackedUpFile, copyOpenFile, writeFileWhole } from './files.ts'

/** The list of the files; a rewrite that was cut off leaves the draft of one. */
export const isManifest = (name: string): boolean => name.endsWith('.manifest') && !name.startsWith('temp')
const TRIES = 200
const PAUSE_MS = 25
/** `file appendonly.aof.1.base.rdb seq 1 type b`; type h = about to be removed. */
const LINE = /^file ([\w.-]+) seq \d+ type ([bih])/

interface Snapshot {
  readonly manifest: { readonly name: string; readonly text: string }
  readonly files: readonly { readonly name: string; readonly file: FileHandle; readonly bytes: number }[]
}

/** Copies the folder `from` into `to`, which is there. Everything that was answered before the call is in the copy. */
export async function copyAppendOnly(from: string, to: string): Promise<BackedUpFile[]> {
  const { manifest, files } = await snapshot(from)
  try {
    const copied: BackedUpFile[] = []
    for (const { name, file, bytes } of files)
      copied.push({ path: name, ...(await copyOpenFile(file, bytes, join(to, name))) })
    copied.push({ path: manifest.name, ...(await writeFileWhole(join(to, manifest.name), manifest.text)) })
    return copied
  } finally {
    for (const { file } of files) await file.close()
  }
}

async function snapshot(folder: string): Promise<Snapshot> {
  for (let tries = 1; ; tries++) {
    const opened = await tryOnce(folder)
    if (opened !== undefined) return opened
    if (tries === TRIES) throw new Error(`${folder} changed each time it was looked at`)
    await pause(PAUSE_MS)
  }
}

/** Undefined when the server changed the manifest meanwhile. */
async function tryOnce(folder: string): Promise<Snapshot | undefined> {
  const name = (await readdir(folder)).find(isManifest)
  if (name === undefined) throw new Error(`${folder} holds no append-only file`)
  const read = () => readFile(join(folder, name), 'utf8')
  const before = await read()
  const files: { name: string; file: FileHandle; bytes: number }[] = []
  let isKept = false
  try {
    const lines = before.split('\n').filter(line => line !== '')
    const kept: string[] = []
    for (const line of lines) {
      const [, file, type] = LINE.exec(line) ?? []
      if (file === undefined) throw new Error(`${join(folder, name)}: "${line}" is no line of a manifest of Redis 7`)
      if (type === 'h') continue
      kept.push(line)
      files.push({ name: file, file: await open(join(folder, file), 'r'), bytes: 0 })
    }
    if ((await read()) !== before) return undefined
    for (const one of files) one.bytes = (await one.file.stat()).size
    isKept = true
    return { manifest: { name, text: `${kept.join('\n')}\n` }, files }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  } finally {
    if (!isKept) for (const { file } of files) await file.close()
  }
}
