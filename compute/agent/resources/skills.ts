/** skills/list and skills/get (extension io.modelcontextprotocol/skills): the one skill of the service, with the digest of its only file. */
import { createHash } from 'node:crypto'
import { SKILL_URI } from '../../../shared/contract/mcp/protocol.ts'

/** The lines `name: value` between the first two lines of dashes. */
function frontmatterOf(text: string): Readonly<Record<string, string>> {
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
  return Object.fromEntries(
    head.split('\n').flatMap(line => {
      const colon = line.indexOf(':')
      return colon < 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]
    }),
  )
}

export function skillEntry(text: string): object {
  const bytes = Buffer.from(text)
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return {
    uri: SKILL_URI,
    frontmatter: frontmatterOf(text),
    resources: [{ uri: SKILL_URI, digest, size: bytes.length }],
  }
}
