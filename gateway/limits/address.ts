/**
 * The name under which callers without an identity are counted. An IPv4 address is used as it is. An IPv6 address is reduced to its /64
 * prefix, because one subscriber usually holds a whole /64. An IPv4-mapped IPv6 address (::ffff:192.0.2.1) counts as the IPv4 address.
 */
import { isIPv4, isIPv6 } from 'node:net'

export function addressName(address: string): string {
  if (isIPv4(address)) return address
  const [bare] = address.split('%')
  if (!isIPv6(bare!)) return 'unknown'
  const groups = groupsOf(bare!)
  const mapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff
  if (mapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = address.match(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/)
  const hex = dotted
    ? address.slice(0, dotted.index) +
      [dotted.slice(1, 3), dotted.slice(3, 5)]
        .map(([high, low]) => (Number(high) * 256 + Number(low)).toString(16))
        .join(':')
    : address
  const [head, tail] = hex
    .split('::')
    .map(half => (half === '' ? [] : half.split(':').map(group => Number.parseInt(group, 16))))
  if (tail === undefined) return head!
  return [...head!, ...new Array<number>(8 - head!.length - tail.length).fill(0), ...tail]
}
