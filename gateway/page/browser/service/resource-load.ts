/** Demand and capacity of each resource over time: requested when the plots are opened, and handed over as columns. */
import { loadOf, type ResourceLoad, type ResourcesData } from '../schedule/resource-load.ts'
import { analyse } from './analyse.ts'
import { bodyOf } from './body.ts'
import type { CallContext } from './call.ts'
import { isLarge } from './expected-size.ts'
import type { Progress } from './messages.ts'

const PATH = 'api/v1/analysis/resources'
const PERIOD_DAYS = 7
/** As many as can be distinguished in a plot. */
const PERIODS_MAX = 80

export async function resourceLoad(
  file: Blob,
  weekCount: number,
  context: CallContext,
  onProgress: (progress: Progress) => void,
): Promise<ResourceLoad> {
  const [body, large] = await Promise.all([bodyOf(file), isLarge(file)])
  const options = {
    period_size_days: PERIOD_DAYS * Math.max(1, Math.ceil(weekCount / PERIODS_MAX)),
    include_leveling_candidates: false,
    include_critical_path_resources: false,
  }
  const reply = await analyse({ path: PATH, body: () => body(options), isLarge: large }, context, onProgress)
  return loadOf((reply as { data: ResourcesData }).data)
}
