/** A body that says where its schedule is, in the place of the schedule. Who fetches it is the gateway; the bytes come back as a body of their own. */
import { SOURCE_MEMBER } from '../../../../shared/contract/endpoint/paths.ts'
import { type Refusal, refuse } from '../../../../shared/contract/errors.ts'
import { ValidationFaults } from '../../../../shared/contract/schema/validation-faults.ts'
import type { Shape } from '../body-plan.ts'

/** The schedule of a request must be fetched before it can be read. */
export class SourceWanted extends Error {
  override readonly name = 'SourceWanted'
  readonly sourceUrl: string
  constructor(sourceUrl: string) {
    super('a schedule is to be fetched')
    this.sourceUrl = sourceUrl
  }
}

/** undefined: the request has its schedule. Throws SourceWanted where it says where it is, and says nothing beside. */
export function takeSource(params: unknown, { members }: Shape): Refusal | undefined {
  if (members?.has(SOURCE_MEMBER) !== true || typeof params !== 'object' || params === null) return undefined
  const { [SOURCE_MEMBER]: sourceUrl } = params as Readonly<Record<string, unknown>>
  if (sourceUrl === undefined) return undefined
  const faults = new ValidationFaults(['body'])
  for (const name of Object.keys(params))
    if (name !== SOURCE_MEMBER && members.has(name))
      faults.add([name], 'value', `Send ${name} or source_url, not both.`)
  if (typeof sourceUrl !== 'string') faults.add([SOURCE_MEMBER], 'type', `${SOURCE_MEMBER} must be a string.`)
  else if (faults.count === 0) throw new SourceWanted(sourceUrl)
  return { ...refuse('validation'), faults: faults.faults, faultCount: faults.count }
}
