/** The object store of OBJECT_STORE; undefined = everything is stored in Redis. */
import type { Config } from '../config/config.ts'
import { placeOf } from '../config/object-settings.ts'
import { EX_CONFIG } from '../process/environment.ts'
import { FolderObjects } from './folder-objects.ts'
import { S3Objects } from './s3-objects.ts'
import { WatchedObjects } from './watched-objects.ts'

type ObjectSettings = Pick<
  Config,
  'objectStore' | 's3EndpointUrl' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3SessionToken'
>

/** Its settings do not lead to a store; the message says why, for whoever starts it. */
export class ObjectsUnusable extends Error {
  override readonly name = 'ObjectsUnusable'
}

interface Log {
  info(facts: object, sentence: string): void
  warn(facts: object, sentence: string): void
}

/** Throws ObjectsUnusable when the folder cannot be made or settings are missing. */
export function openObjects(settings: ObjectSettings, log?: Log): WatchedObjects | undefined {
  const place = placeOf(settings.objectStore)
  if (place.kind === 'redis') return undefined
  const store = place.kind === 'folder' ? folder(place.path) : bucket(place, settings)
  return new WatchedObjects(store, reason => {
    if (reason === undefined) log?.info({ place: store.place }, 'the store of objects is back')
    else log?.warn({ reason }, 'the store of objects is away')
  })
}

function folder(path: string): FolderObjects {
  try {
    return new FolderObjects(path)
  } catch (error) {
    throw new ObjectsUnusable(`OBJECT_STORE: the folder cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

function bucket({ bucket: name, prefix }: { bucket: string; prefix: string }, settings: ObjectSettings): S3Objects {
  const { s3AccessKeyId, s3SecretAccessKey, s3Region, s3EndpointUrl, s3SessionToken } = settings
  if (s3AccessKeyId === undefined || s3SecretAccessKey === undefined)
    throw new ObjectsUnusable('OBJECT_STORE names a bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  return new S3Objects({
    endpoint: s3EndpointUrl ?? `https://s3.${s3Region}.amazonaws.com`,
    region: s3Region,
    bucket: name,
    prefix,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    sessionToken: s3SessionToken,
  })
}

/** For a process that starts: says what its settings lack and ends; throws any other error. */
export function orExit(error: unknown): never {
  if (!(error instanceof ObjectsUnusable)) throw error
  process.stderr.write(`config: ${error.message}\n`)
  process.exit(EX_CONFIG)
}

export function openObjectsOrExit(settings: ObjectSettings, log?: Log): WatchedObjects | undefined {
  try {
    return openObjects(settings, log)
  } catch (error) {
    return orExit(error)
  }
}
