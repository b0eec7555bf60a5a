/** The processes that the service is made of, one row each. */
export interface Role {
  readonly name: string
  /** Its entry, from the root of the project. */
  readonly path: string
}

export const GATEWAY: Role = { name: 'gateway', path: 'gateway/main.ts' }
export const NODE: Role = { name: 'node', path: 'compute/node/main.ts' }
export const DELIVERER: Role = { name: 'deliverer', path: 'compute/deliverer/main.ts' }
export const ROLES: readonly Role[] = [GATEWAY, NODE, DELIVERER]
