/** The processes that the service is made of, one row each. */
export interface Role {
  readonly name: string
  /** Its entry, from the root of the project. */
  readonly path: string
  /** In `npm start`: once it has listened, a role that ends unasked is started again; else the whole ends: half a service is worse than none. */
  readonly isRestarted: boolean
}

export const GATEWAY: Role = { name: 'gateway', path: 'gateway/main.ts', isRestarted: false }
export const NODE: Role = { name: 'node', path: 'compute/node/main.ts', isRestarted: true }
export const DELIVERER: Role = { name: 'deliverer', path: 'compute/deliverer/main.ts', isRestarted: true }
export const ROLES: readonly Role[] = [GATEWAY, NODE, DELIVERER]
