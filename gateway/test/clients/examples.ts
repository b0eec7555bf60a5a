/** Programs of users: the examples of a README, each block of code with the block of text behind it that it prints; and one with all types. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Example {
  readonly code: string
  /** undefined: nothing is shown, and it prints nothing. */
  readonly prints: string | undefined
}

export const clientFolder = (language: 'typescript' | 'python'): string =>
  fileURLToPath(new URL(`../../clients/${language}/`, import.meta.url))

export function examplesOf(language: 'typescript' | 'python'): Example[] {
  const fence = language === 'typescript' ? 'ts' : 'python'
  const text = readFileSync(`${clientFolder(language)}README.md`, 'utf8')
  const blocks = text.matchAll(new RegExp(`\`\`\`${fence}\\n([^]*?)\`\`\`(?:\\s+\`\`\`text\\n([^]*?)\`\`\`)?`, 'g'))
  return [...blocks].map(([, code = '', prints]) => ({ code, prints }))
}

/** The program of a user with types, which calls everything. */
export const programOf = (language: 'typescript' | 'python'): string =>
  readFileSync(new URL(`./programs/typed.${language === 'typescript' ? 'txt' : 'py'}`, import.meta.url), 'utf8')

/** What it prints in either language, with the update of the sandbox as update.xer. */
export const TYPED_PROGRAM_PRINTS = {
  ...{ days: 3, passed: 9, pairs: 19, csv: 'id' },
  ...{ created: [201, true, true], progress: '2026-05-18', sameId: 19, compute: ['number', 'number'] },
  ...{ first: 'M0', xer: 'ERMHDR', changes: 0 },
  ...{ finish: '2026-06-26T17:00', ended: 'completed', page: '<!doctype html>', report: '2026-06-26T17:00' },
  ...{ payment: 'task_limit_tier', conflict: ['job_finished', null, true], late: true, rate: 7, isApi: true },
  ...{ usage: true, tier: 'government', endpoints: 0, replayed: 0 },
}
