/** The page as a browser on this machine opens it, and what it then calls with. */
import type { TestService } from './service.ts'

/** What browsers send of an address that a person opened. */
export const OPENED = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }

/** Headers of calls of the page in the browser that opened it; open: the query of the address. Without a cookie where none was given. */
export async function visitedPage(service: TestService, open = ''): Promise<Record<string, string>> {
  const { headers } = await service.call(`/${open}`, { headers: OPENED })
  const given = headers['set-cookie']
  return {
    origin: service.url,
    'sec-fetch-site': 'same-origin',
    ...(given === undefined ? {} : { cookie: String(given).split(';')[0]! }),
  }
}
