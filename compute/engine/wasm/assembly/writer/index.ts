/** What the binding (compute/engine/write/table-module.ts) calls and reads. */
import { setDays } from './days'
import { setPairs } from './numbers'
import { setBooleans } from './rows'

export * from './layout'
export { plainCells, writeRows } from './rows'
export { isPlain } from './texts'

export function setUp(): void {
  setPairs()
  setDays()
  setBooleans()
}
