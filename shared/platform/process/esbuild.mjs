// Where the binary of esbuild lies: each platform has a package of its own, of which npm installs the one that suits. Runs on any Node >= 18.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCOPE = fileURLToPath(new URL('../../../node_modules/@esbuild/', import.meta.url))

/** In the folder of its package. */
const binaryOn = platform => (platform === 'win32' ? 'esbuild.exe' : join('bin', 'esbuild'))

export const ESBUILD_PACKAGE = join(SCOPE, `${process.platform}-${process.arch}`)
export const ESBUILD = join(ESBUILD_PACKAGE, binaryOn(process.platform))
