import { type ClientOptions, LoadClient } from './client.ts'
import { LeanClient } from './lean-client.ts'

export type Client = LeanClient | LoadClient

export const newClient = (options: ClientOptions): Client =>
  options.isLean === true ? new LeanClient(options) : new LoadClient(options)
