/** What a node reports in the name of its connections, where `doctor` reads it. */

export interface NodeInfo {
  readonly nodeId: string
  readonly frameVersions: readonly number[]
}

const FRAMES = '/frames='

export const formatNodeInfo = (nodeId: string, frameVersions: readonly number[]): string =>
  `${nodeId}${FRAMES}${frameVersions.join(',')}`

/** undefined: a node of a release that said nothing. */
export function parseNodeInfo(about: string): NodeInfo | undefined {
  const [nodeId, versions] = about.split(FRAMES)
  return versions === undefined ? undefined : { nodeId: nodeId!, frameVersions: versions.split(',').map(Number) }
}
