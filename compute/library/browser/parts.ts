/** What the code file of the npm package asks of Node, in a browser. The command line in it asks for more when it runs, which it does not do there. */
import * as buffer from './buffer.ts'
import * as crypto from './crypto.ts'
import * as util from './util.ts'
import zlib from './zlib.ts'

const PARTS: Readonly<Record<string, object>> = {
  'node:buffer': buffer,
  'node:crypto': crypto,
  'node:util': util,
  'node:zlib': zlib,
}

export const partOf = (name: string): object => PARTS[name] ?? {}
export const { Buffer } = buffer
