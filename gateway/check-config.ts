/** `npm run check-config`: every setting with its value and where it comes from, or every mistake. */
import { settings } from '../shared/platform/config/config.ts'
import { configOrExit, tellMisnamed, thisMachine } from '../shared/platform/process/environment.ts'

tellMisnamed()
const config = configOrExit()
const values = Object.values(config)
for (const [i, row] of settings(thisMachine()).entries()) {
  const given = process.env[row.env] !== undefined && process.env[row.env] !== ''
  const value = values[i]
  const shown = value === undefined ? '-' : row.secret ? '***' : String(value)
  console.log(`${row.env.padEnd(24)} ${shown.padEnd(16)} ${given ? 'environment' : 'default'}`)
}
console.log('configuration is valid')
