/** GET /skills: how an agent works with a schedule here, as a skill file. */
import { readFileSync } from 'node:fs'
import { madeAsset } from '../docs/assets.ts'
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import type { Call } from '../pipeline/call.ts'
import { accepted, fileReply } from './docs.ts'

const file = madeAsset(readFileSync(new URL('../docs/SKILL.md', import.meta.url)), 'text/markdown; charset=utf-8')

export const skillFile = (_gateway: Gateway, { exchange }: Call): Reply => fileReply(file(accepted(exchange)), exchange)
