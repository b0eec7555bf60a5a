/** A server that speaks S3 and keeps its objects in a folder (deploy/s3-server), with one bucket; a process that may be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { dataFolder } from '../data-folder.ts'
import { installPrograms } from '../installed-programs.ts'

const programs = fileURLToPath(new URL('../../../deploy/s3-server/', import.meta.url))
const READY = /listening on (?:.*:)?(\d+)/

export const BUCKET = 'sis-objects'

interface S3Server {
  /** Environment variables that lead to it. */
  readonly settings: Record<string, string>
  readonly url: string
  /** Where it keeps the object of a name. */
  pathOf(name: string): string
  /** kill -9; it stays away until it is started. */
  kill(): Promise<void>
  /** On the same port and folder. */
  start(): Promise<void>
}

export async function s3Server(t: Test, more: readonly string[] = []): Promise<S3Server> {
  installPrograms(programs)
  const folder = dataFolder(t)
  // a bucket is made at a start that names one
  const program = join(programs, 'node_modules/s3rver/bin/s3rver.js')
  let port = 0
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const args = [
      '-d',
      folder,
      '-a',
      '127.0.0.1',
      '-p',
      String(port),
      '--no-vhost-buckets',
      '--configure-bucket',
      BUCKET,
    ]
    const one = spawn(process.execPath, [program, ...args, ...more], { stdio: ['ignore', 'pipe', 'pipe'] })
    child = one
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const hear = (text: Buffer) => {
        said = (said + text).slice(-4_000)
        const found = READY.exec(said)
        if (found === null) return
        port = Number(found[1])
        resolve()
      }
      one.stdout.on('data', hear)
      one.stderr.on('data', hear)
      one.once('exit', code => reject(new Error(`it ended with ${code}: ${said}`)))
    })
  }
  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  t.teardown(kill)
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    settings: {
      OBJECT_STORE: `s3://${BUCKET}/test`,
      AWS_ENDPOINT_URL_S3: url,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    pathOf: name => join(folder, BUCKET, 'test', `${name}._S3rver_object`),
    kill,
    start,
  }
}

/** Changes the last byte of a file. */
export function damage(path: string, bytes: Buffer): void {
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(path, bytes)
}
