/** The chapters of the document, in reading order, and which rows belong to each: by the first part of the row's id. */
import type { EndpointId } from '../../shared/contract/catalogue/catalogue.ts'

const CHAPTERS = [
  { name: 'Health', description: 'Scored and graded checks of one schedule.' },
  { name: 'Analysis', description: 'Validation, critical path, resources.' },
  { name: 'Forensics', description: 'Comparisons of several updates of a schedule.' },
  { name: 'Jobs', description: 'State and results of asynchronous calls.' },
  { name: 'Callbacks', description: 'Deliveries of completion callbacks.' },
  { name: 'Account', description: 'Tier, limits, usage.' },
  { name: 'Sign-in and keys', description: 'Users and their API keys.' },
  { name: 'Billing', description: 'Subscriptions, and the events of payment providers.' },
  { name: 'Agent tools', description: 'The analyses as tools of an agent.' },
  { name: 'Samples', description: 'A key and sample schedules for trying the service.' },
  { name: 'Reference', description: 'What the service offers: its catalogues and documents.' },
  { name: 'Contact', description: 'A message to the operator.' },
  { name: 'Placeholders', description: 'Announced, not yet implemented.' },
  { name: 'Liveness', description: 'Health of the process; unrelated to health scores of schedules.' },
  { name: 'Retired', description: 'Paths that existed in earlier versions.' },
] as const

type ChapterName = (typeof CHAPTERS)[number]['name']
type FirstPart<Id extends string> = Id extends `${infer First}.${string}` ? First : Id

/** Chapter by the first part of an id. */
const CHAPTER_OF: Readonly<Record<FirstPart<EndpointId>, ChapterName>> = {
  health: 'Health',
  analysis: 'Analysis',
  forensics: 'Forensics',
  jobs: 'Jobs',
  webhooks: 'Callbacks',
  account: 'Account',
  auth: 'Sign-in and keys',
  billing: 'Billing',
  mcp: 'Agent tools',
  page: 'Samples',
  playground: 'Samples',
  sandbox: 'Samples',
  catalogue: 'Reference',
  docs: 'Reference',
  errors: 'Reference',
  contact: 'Contact',
  reports: 'Analysis',
  resources: 'Placeholders',
  schedules: 'Analysis',
  liveness: 'Liveness',
  readiness: 'Liveness',
}

export const RETIRED_CHAPTER: ChapterName = 'Retired'

export const tags = (): { name: string; description: string }[] => CHAPTERS.map(chapter => ({ ...chapter }))

export const tagOf = (rowId: EndpointId): ChapterName => CHAPTER_OF[rowId.split('.')[0] as FirstPart<EndpointId>]
