/** GET /skills: how an agent works with a schedule here, as a skill file. */
import { once } from '../../shared/platform/once.ts'
import { madeAsset } from '../docs/assets.ts'
import { skillText } from '../docs/skill.ts'
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import type { Call } from '../pipeline/call.ts'
import { accepted, fileReply } from './docs.ts'

const file = once(() => madeAsset(Buffer.from(skillText), 'text/markdown; charset=utf-8'))

export const skillFile = (_gateway: Gateway, { exchange }: Call): Reply =>
  fileReply(file()(accepted(exchange)), exchange)
