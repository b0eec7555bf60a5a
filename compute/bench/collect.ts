/** Garbage collection on demand, without a flag on the command line. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void

export const collectYoung = (): void => collect({ type: 'minor' })

export const collectAll = (): void => collect({ type: 'major' })
