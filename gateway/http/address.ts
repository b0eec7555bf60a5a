/** The address a call is counted under: the socket's, or the one that trusted proxies vouch for. */

/** hops: proxies in front whose entries are believed; the caller is that many entries from the right. */
export function callerAddress(peer: string, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 || forwardedFor === undefined) return peer
  const entries = forwardedFor.split(',').map(entry => entry.trim())
  return entries[entries.length - hops] || peer
}
