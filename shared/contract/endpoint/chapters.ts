/** The chapters of the OpenAPI document, in reading order. */

export const CHAPTERS = [
  { name: 'Health', description: 'Scored and graded checks of one schedule.' },
  { name: 'Analysis', description: 'Validation, critical path, resources.' },
  { name: 'Forensics', description: 'Comparisons of several updates of a schedule.' },
  { name: 'Deliverables', description: 'A schedule as a file for an authority, and what is missing in it.' },
  { name: 'Jobs', description: 'State and results of asynchronous calls.' },
  { name: 'Callbacks', description: 'Deliveries of completion callbacks.' },
  { name: 'Account', description: 'Tier, limits, usage.' },
  { name: 'Sign-in and keys', description: 'Users and their API keys.' },
  { name: 'Billing', description: 'Subscriptions, and the events of payment providers.' },
  { name: 'Agent tools', description: 'The analyses as tools of an agent.' },
  { name: 'Samples', description: 'A key and sample schedules for trying the service.' },
  { name: 'Reference', description: 'What the service offers: its catalogues and documents.' },
  { name: 'Contact', description: 'A message to the operator.' },
  { name: 'Liveness', description: 'Health of the process; unrelated to health scores of schedules.' },
  { name: 'Retired', description: 'Paths that existed in earlier versions.' },
] as const

export type ChapterName = (typeof CHAPTERS)[number]['name']

/** How a chapter is asked for: `?chapter=sign-in-and-keys`. */
export const chapterSlug = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

export const CHAPTER_SLUGS: readonly string[] = CHAPTERS.map(({ name }) => chapterSlug(name))
