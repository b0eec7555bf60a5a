/** The store of objects on servers that speak S3: s3rver from npm, moto from PyPI where this machine has Python, versitygw where it is named. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import t, { type Test } from 'tap'
import { readConfig } from '../../platform/config/config.ts'
import { checkObjects, ObjectsUnavailable } from '../../platform/objects/object-store.ts'
import { openObjects } from '../../platform/objects/open-objects.ts'
import { S3Objects } from '../../platform/objects/s3-objects.ts'
import { dataFolder } from '../data-folder.ts'
import { behavesAsStore, kept, listed, read } from '../objects/every-store.ts'
import { BUCKET, damage, s3Server } from '../objects/s3-server.ts'
import { until } from '../until.ts'

t.setTimeout(600_000)

const KEYS = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

t.test('s3rver', async t => {
  const server = await s3Server(t)
  const store = new S3Objects({ ...KEYS, endpoint: server.url, bucket: BUCKET, prefix: 'test/' })
  t.teardown(() => store.close())
  await behavesAsStore(t, store, name => {
    const path = server.pathOf(name)
    damage(path, readFileSync(path))
  })
})

t.test('what is wrong is reported in words, without the secret', async t => {
  const server = await s3Server(t)
  const refused = async (settings: Partial<ConstructorParameters<typeof S3Objects>[0]>): Promise<string> => {
    const store = new S3Objects({ ...KEYS, endpoint: server.url, bucket: BUCKET, prefix: '', ...settings })
    t.teardown(() => store.close())
    return checkObjects(store).then(
      () => t.fail('it was not refused') as never,
      error => {
        t.ok(error instanceof ObjectsUnavailable)
        return (error as Error).message
      },
    )
  }
  t.match(await refused({ accessKeyId: 'not-a-key', secretAccessKey: 'the-secret' }), /403 InvalidAccessKeyId/)
  t.match(await refused({ bucket: 'no-such-bucket' }), /404 NoSuchBucket/)
  t.match(await refused({ endpoint: 'http://127.0.0.1:1' }), /ECONNREFUSED/)
  t.notMatch(await refused({ accessKeyId: 'not-a-key', secretAccessKey: 'the-secret' }), /the-secret/)
})

t.test('readers that stand still keep nobody from the store', async t => {
  const server = await s3Server(t)
  const store = new S3Objects({ ...KEYS, endpoint: server.url, bucket: BUCKET, prefix: '' })
  t.teardown(() => store.close())
  const name = await kept(store, 'a/', randomBytes(3_000_000))
  const readers = Array.from({ length: 100 }, () => store.read(name)[Symbol.asyncIterator]())
  await Promise.all(readers.map(reader => reader.next()))
  const other = await kept(store, 'a/', Buffer.from('bytes'))
  t.equal(String(await read(store, other)), 'bytes')
  await Promise.all(readers.map(reader => reader.return?.(undefined)))
})

t.test('a server that was killed counts as away at once, and is found again by itself', async t => {
  const server = await s3Server(t)
  const outcome = readConfig(server.settings, { coreCount: 2, memoryBytes: 2 ** 32 })
  if (!outcome.ok) throw new Error(outcome.mistakes.join())
  const store = openObjects(outcome.config)!
  t.teardown(() => store.close())
  const name = await kept(store, 'a/', Buffer.from('kept'))
  await server.kill()
  const fromMs = performance.now()
  await t.rejects(read(store, name), ObjectsUnavailable)
  t.ok(performance.now() - fromMs < 15_000)
  const againMs = performance.now()
  await t.rejects(kept(store, 'a/', Buffer.from('new')), ObjectsUnavailable)
  t.ok(performance.now() - againMs < 100, 'nobody waits for it twice')
  await server.start()
  await until('it is found', () => !store.isAway)
  t.equal(String(await read(store, name)), 'kept')
})

t.test('a server that says nothing, and one that fails now and then', async t => {
  let isMute = false
  let requestCount = 0
  // in front of nothing: it answers as a server that is overloaded does
  const server = createServer((request, response) => {
    request.resume()
    if (isMute) return
    request.once('end', () => {
      response.statusCode = requestCount++ % 2 === 0 ? 503 : 200
      response.end('<Error><Code>SlowDown</Code></Error>')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const store = new S3Objects({ ...KEYS, endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, prefix: '' })
  t.teardown(() => store.close())
  await store.reach()
  t.equal(requestCount, 2, 'requested again')
  await kept(store, 'a/', Buffer.from('bytes'))
  t.equal(requestCount, 4, 'the body is sent again')
  isMute = true
  const fromMs = performance.now()
  await t.rejects(store.reach(), ObjectsUnavailable)
  t.ok(performance.now() - fromMs < 60_000)
})

/** Asks a server whose bucket is still to be made. */
async function behavesAsBucket(t: Test, endpoint: string): Promise<void> {
  const signed = async (method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> => {
    const request = { ...KEYS, method, url: endpoint + path, service: 's3', ...(body && { body }) }
    const { url, headers } = await new AwsV4Signer(request).sign()
    const answer = await fetch(url, { method, headers, body: body ?? null })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  await signed('PUT', `/${BUCKET}`)
  const store = new S3Objects({ ...KEYS, endpoint, bucket: BUCKET, prefix: 'test/' })
  t.teardown(() => store.close())
  await behavesAsStore(t, store, async name => {
    const path = `/${BUCKET}/test/${name}`
    const bytes = new Uint8Array(await (await signed('GET', path)).arrayBuffer())
    bytes[bytes.length - 1]! ^= 1
    await signed('PUT', path, bytes)
  })
  await t.test('a list of more than one page', async t => {
    const names: string[] = []
    for (let i = 0; i < 42; i++) {
      const some = Array.from({ length: 25 }, (_, j) => kept(store, `a/${i}/`, Buffer.from(`${i} ${j}`)))
      names.push(...(await Promise.all(some)))
    }
    t.equal(names.length, 1_050)
    t.same(await listed(store, 'a/'), names.sort())
  })
}

/** The port that a program says it listens on. */
function portOf(child: ChildProcessByStdio<null, Readable, Readable>, line: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (text: Buffer) => {
      said += text
      const found = line.exec(said)
      if (found !== null) resolve(found[1]!)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(said)))
  })
}

const hasPython = spawnSync('python3', ['-m', 'venv', '--help'], { stdio: 'ignore' }).status === 0

t.test('moto', { skip: hasPython ? false : 'python3 with venv is not on this machine' }, async t => {
  const folder = dataFolder(t)
  const run = (command: string, ...args: string[]): void => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  }
  run('python3', '-m', 'venv', join(folder, 'v'))
  run(join(folder, 'v/bin/pip'), 'install', '-q', 'moto[s3,server]==5.1.4')
  const server = spawn(join(folder, 'v/bin/moto_server'), ['-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(() => server.kill('SIGKILL'))
  await behavesAsBucket(t, `http://127.0.0.1:${await portOf(server, /Running on http:\/\/127\.0\.0\.1:(\d+)/)}`)
})

/** The one of these servers that checks signatures and hashes; its build takes minutes. */
const versitygw = process.env.VERSITYGW
const NO_GATEWAY =
  'VERSITYGW names no program: go install github.com/versity/versitygw/cmd/versitygw@v1.0.14, then VERSITYGW=<path>'

t.test('versitygw', { skip: versitygw === undefined && NO_GATEWAY }, async t => {
  const port = '17471'
  const server = spawn(versitygw!, ['--port', `127.0.0.1:${port}`, '--region', KEYS.region, 'posix', dataFolder(t)], {
    env: { ...process.env, ROOT_ACCESS_KEY: KEYS.accessKeyId, ROOT_SECRET_KEY: KEYS.secretAccessKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(() => server.kill('SIGKILL'))
  await portOf(server, /http:\/\/127\.0\.0\.1:(\d+)/)
  const endpoint = `http://127.0.0.1:${port}`
  await behavesAsBucket(t, endpoint)
  const stranger = new S3Objects({ ...KEYS, secretAccessKey: 'wrong', endpoint, bucket: BUCKET, prefix: '' })
  t.teardown(() => stranger.close())
  await t.rejects(checkObjects(stranger), { message: /403 SignatureDoesNotMatch/ })
})
