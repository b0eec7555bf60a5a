/** The components of the logic audit in the order of their codes; what it reports unscored: observations.ts. */

import type { LogicComponent } from './context.ts'
import { END_COMPONENTS } from './end-components.ts'
import { LINK_COMPONENTS } from './link-components.ts'
import { NETWORK_COMPONENTS } from './network-components.ts'

export const LOGIC_COMPONENTS = [...END_COMPONENTS, ...LINK_COMPONENTS, ...NETWORK_COMPONENTS].sort((a, b) =>
  a.code < b.code ? -1 : 1,
) satisfies readonly LogicComponent[]
