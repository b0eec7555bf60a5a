/** The chapters of the document, in reading order, and which rows belong to each: by the first part of the row's id. */

interface Chapter {
  readonly name: string
  readonly description: string
  /** First parts of the ids of its rows. */
  readonly prefixes: readonly string[]
}

const CHAPTERS: readonly Chapter[] = [
  { name: 'Health', prefixes: ['health'], description: 'Scored and graded checks of one schedule.' },
  { name: 'Analysis', prefixes: ['analysis'], description: 'Validation, critical path, resources.' },
  { name: 'Forensics', prefixes: ['forensics'], description: 'Comparisons of several statuses of a schedule.' },
  { name: 'Jobs', prefixes: ['jobs'], description: 'What became of an asynchronous call.' },
  { name: 'Callbacks', prefixes: ['webhooks'], description: 'Deliveries of completion callbacks.' },
  { name: 'Account', prefixes: ['account'], description: 'Tier, limits, usage.' },
  { name: 'Sign-in and keys', prefixes: ['auth'], description: 'Users and their API keys.' },
  { name: 'Billing', prefixes: ['billing'], description: 'Subscriptions, and the events of those who sell them.' },
  { name: 'Agent tools', prefixes: ['mcp'], description: 'The analyses as tools of an agent.' },
  { name: 'Samples', prefixes: ['playground', 'sandbox'], description: 'A key and schedules to try the service with.' },
  { name: 'Reference', prefixes: ['catalogue', 'docs', 'errors'], description: 'What the service can do and say.' },
  { name: 'Contact', prefixes: ['contact'], description: 'A message to the operator.' },
  { name: 'Placeholders', prefixes: ['resources'], description: 'Announced, not there yet.' },
  { name: 'Liveness', prefixes: ['liveness', 'readiness'], description: 'Probes of the process; not a health score.' },
  { name: 'Retired', prefixes: ['retired'], description: 'Paths that were served once.' },
]

export const tags = (): { name: string; description: string }[] =>
  CHAPTERS.map(({ name, description }) => ({ name, description }))

export function tagOf(rowId: string): string {
  const prefix = rowId.split('.')[0]!
  const chapter = CHAPTERS.find(({ prefixes }) => prefixes.includes(prefix))
  if (chapter === undefined) throw new Error(`no chapter of the document takes ${rowId}`)
  return chapter.name
}
