/** Statuses that only one row has, or that a row reaches differently from the rows of its kind. */
import { accountsCases } from './accounts-cases.ts'
import { billingCases } from './billing-cases.ts'
import { documentsCases } from './documents-cases.ts'
import { jobsCases } from './jobs-cases.ts'
import { type OwnCases, rowFixtures } from './row-fixtures.ts'
import type { Row } from './rows.ts'
import { schedulesCases } from './schedules-cases.ts'
import { shapes } from './shape.ts'
import type { Setting, StatusCase } from './status-cases.ts'

export async function casesOfOneRow(setting: Setting): Promise<(row: Row) => [number, StatusCase][]> {
  const shapeOf = await shapes(setting)
  const fixtures = await rowFixtures(setting)
  const own: OwnCases = {
    ...documentsCases(fixtures),
    ...schedulesCases(fixtures),
    ...jobsCases(fixtures),
    ...accountsCases(fixtures),
    ...billingCases(fixtures),
  }
  return row => {
    const { route } = row
    const ways = route.kind === 'service' ? own[route.row.id] : undefined
    return Object.entries(ways ?? {}).map(([status, way]) => {
      const [stage, call] = typeof way === 'function' ? (['alone', way] as const) : way
      return [Number(status), { stage, call: () => call(row, shapeOf(row)) }]
    })
  }
}
