/** The store of objects of a service with the embedded redis-server: a folder beside its data, unless OBJECT_STORE names another. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** dataDir: of the embedded redis-server; undefined = Redis is the operator's, and so is the choice. */
export const objectStoreBeside = (env: NodeJS.ProcessEnv, dataDir: string | undefined): { OBJECT_STORE?: string } =>
  env.OBJECT_STORE || dataDir === undefined ? {} : { OBJECT_STORE: pathToFileURL(join(dataDir, 'objects')).href }
