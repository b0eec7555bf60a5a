/**
 * The source of a check's rule: public documents with their section, or a definition of this service with its reason. GET /api/v1/catalogue
 * has it in short, the page of the method in full.
 */
import { checkPath } from '../../../shared/contract/endpoint/method-pages.ts'
import { DOCUMENTS, type DocumentId } from './documents.ts'

interface Reference {
  readonly document: DocumentId
  /** "section 4", "06A505a", "best practice 2". */
  readonly section?: string
}

export interface Source {
  /** What the rule is from; of a definition of this service: what it is built on. */
  readonly references: readonly Reference[]
  /** Why the service defines the rule itself, as a whole sentence; absent: the rule is public as it stands. */
  readonly reason?: string
}

export const cite = (document: DocumentId, section?: string): Reference => ({
  document,
  ...(section === undefined ? {} : { section }),
})

/** The rule as public documents have it. */
export const published = (...references: readonly [Reference, ...Reference[]]): Source => ({ references })

/** A rule that no public document has as it stands here. */
export const ofThisService = (reason: string, ...references: readonly Reference[]): Source => ({ reason, references })

export const referenceText = ({ document, section }: Reference): string =>
  section === undefined ? DOCUMENTS[document].name : `${DOCUMENTS[document].name}, ${section}`

/** For the catalogue: the documents, or the place of the definition and what it is built on. */
export function sourceText(analysis: string, code: string, { references, reason }: Source): string {
  const documents = references.map(referenceText).join('; ')
  if (reason === undefined) return documents
  const built = documents === '' ? '' : `, built on ${documents}`
  return `definition of this service, ${checkPath(analysis, code)}${built}`
}
