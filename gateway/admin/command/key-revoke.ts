import { revokeKey } from '../../store/keys.ts'
import { ACTOR, type Command } from '../command.ts'
import { findKey } from '../find.ts'
import { keyRecordDays } from '../key-record-days.ts'

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revoke a key permanently, by its id or its first characters. It is refused from the next call on.',
  operands: ['key'],
  options: {},
  async run(client, { operands }) {
    const { accountId, keyId, prefix } = await findKey(client, operands[0]!)
    const outcome = await revokeKey(client, accountId, keyId, ACTOR, keyRecordDays().recordDays)
    return `key ${keyId} (${prefix}...) ${outcome === 'revoked' ? 'is revoked' : 'was revoked before'}`
  },
}
