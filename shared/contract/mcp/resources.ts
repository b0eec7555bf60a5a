/** Addresses of resources: what of the service a client can attach to a conversation. */

export const RESOURCE_SCHEMES = ['schedule', 'job', 'method', 'skill'] as const
export type ResourceScheme = (typeof RESOURCE_SCHEMES)[number]

export interface ResourceAddress {
  readonly scheme: ResourceScheme
  /** Id of a schedule or a job, name of a method. */
  readonly name: string
}

export const resourceUri = (scheme: ResourceScheme, name: string): string => `${scheme}://${name}`

/** The page of the rules that all methods share. */
export const COMMON_RULES = 'common-rules'
export const SKILL_NAME = 'schedule-intelligence'

/** undefined: no resource has such an address. */
export function readResourceUri(uri: string): ResourceAddress | undefined {
  const found = /^([a-z]+):\/\/([A-Za-z0-9._-]{1,100})$/.exec(uri)
  const scheme = RESOURCE_SCHEMES.find(each => each === found?.[1])
  return scheme === undefined ? undefined : { scheme, name: found![2]! }
}
