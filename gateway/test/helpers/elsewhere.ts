/** Addresses for callers of a service that believes the proxy in front of it (TRUSTED_PROXY_HOPS=1). */

let addressCount = 0
/** Headers of a caller at an address of its own, that no other call has used up the window of. */
export const elsewhere = (): Record<string, string> => {
  addressCount++
  return { 'x-forwarded-for': `10.0.${addressCount >> 8}.${addressCount & 255}` }
}
