/** The skill file: how an agent works with a schedule here. */
import { readFileSync } from 'node:fs'

export const skillText = readFileSync(new URL('./SKILL.md', import.meta.url), 'utf8')
