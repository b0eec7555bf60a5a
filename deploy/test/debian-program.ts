import { fileURLToPath } from 'node:url'
// @ts-expect-error: the bootstrap runs on any Node, without types
import { findProgram, unpack } from '../bootstrap/debian-package.mjs'

const TOOLS = fileURLToPath(new URL('../../.tools', import.meta.url))

/**
 * Path of a program of Debian: of this machine, or unpacked into .tools. Throws where it is neither here nor to be had. suite: of Debian, where the
 * package is in none that this machine takes its packages from.
 */
export async function debianProgram(
  packageName: string,
  program: string = packageName,
  suite?: string,
): Promise<string> {
  const why: string | undefined = findProgram(TOOLS, [program])
    ? undefined
    : await unpack(packageName, program, TOOLS, suite)
  const found: string | undefined = findProgram(TOOLS, [program])
  if (found === undefined)
    throw new Error(`${program} is neither here nor to be had from the Debian package ${packageName}: ${why}`)
  return found
}
