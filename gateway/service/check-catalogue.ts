/** GET /api/v1/catalogue: made by a worker thread once; every later reply has the same bytes. */
import { madeAsset } from '../docs/assets.ts'
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import type { Call } from '../pipeline/call.ts'
import { accepted, fileReply } from './docs.ts'

type Asset = ReturnType<typeof madeAsset>

let made: Promise<Asset> | undefined

async function make({ pool }: Gateway): Promise<Asset> {
  return madeAsset(Buffer.from(await pool.checkCatalogueText()), 'application/json')
}

export async function checkCatalogue(gateway: Gateway, { exchange }: Call): Promise<Reply> {
  made ??= make(gateway)
  try {
    return fileReply((await made)(accepted(exchange)), exchange)
  } catch (error) {
    // if the thread died, the next call tries again
    made = undefined
    throw error
  }
}
