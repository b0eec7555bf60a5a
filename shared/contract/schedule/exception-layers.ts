/** Lists of calendar exceptions laid over each other: of one day the upper list wins. Each list is ascending and no two of it are of one day. */
import { DAY_MAX } from './day.ts'
import type { CalendarException } from './setting.ts'

/** One list of exceptions of several, each ascending and apart: of one day the earlier list wins. By halves: n log n. */
export function layered(lists: readonly (readonly CalendarException[])[]): readonly CalendarException[] {
  if (lists.length <= 1) return lists[0] ?? []
  const half = lists.length >> 1
  return under(layered(lists.slice(0, half)), layered(lists.slice(half)))
}

/** How often layered() looks at each range of so many lists. */
export const layersOf = (lists: number): number => Math.ceil(Math.log2(Math.max(2, lists)))

/** `above` with what of `below` it leaves free. Linear in their lengths. */
export function under(
  above: readonly CalendarException[],
  below: readonly CalendarException[],
): readonly CalendarException[] {
  if (below.length === 0) return above
  if (above.length === 0) return below
  return [...above, ...outside(above, below)].sort((a, b) => a.firstDay - b.firstDay)
}

/** What of `below` lies on days that `above` leaves free. */
export function outside(
  above: readonly CalendarException[],
  below: readonly CalendarException[],
): readonly CalendarException[] {
  if (above.length === 0) return below
  const free: CalendarException[] = []
  let at = 0
  for (const range of below) {
    const { firstDay, lastDay, shifts } = range
    while (at < above.length && above[at]!.lastDay < firstDay) at++
    let from = firstDay
    for (let a = at; a < above.length && above[a]!.firstDay <= lastDay; a++) {
      if (above[a]!.firstDay > from) free.push({ firstDay: from, lastDay: above[a]!.firstDay - 1, shifts })
      from = Math.max(from, above[a]!.lastDay + 1)
    }
    if (from > Math.min(lastDay, DAY_MAX)) continue
    free.push(from === firstDay ? range : { firstDay: from, lastDay, shifts })
  }
  return free
}

/** What of these exceptions lies on days that several of them name, of each of them by itself. n log n: between shared days a range is alone. */
export function onSharedDays(list: readonly CalendarException[]): readonly CalendarException[] {
  const firsts = Float64Array.from(list, ({ firstDay }) => firstDay).sort()
  const ends = Float64Array.from(list, ({ lastDay }) => lastDay + 1).sort()
  const shared: { firstDay: number; lastDay: number }[] = []
  let [count, from] = [0, 0]
  for (let a = 0, e = 0; e < ends.length; ) {
    if (a < firsts.length && firsts[a]! < ends[e]!) {
      count++
      if (count === 2) from = firsts[a]!
      a++
      continue
    }
    if (count === 2) {
      const last = shared.at(-1)
      if (last?.lastDay === from - 1) last.lastDay = ends[e]! - 1
      else shared.push({ firstDay: from, lastDay: ends[e]! - 1 })
    }
    count--
    e++
  }
  return list.flatMap(({ firstDay, lastDay, shifts }) => {
    const parts: CalendarException[] = []
    for (let n = firstFrom(shared, firstDay); n < shared.length && shared[n]!.firstDay <= lastDay; n++)
      parts.push({
        firstDay: Math.max(firstDay, shared[n]!.firstDay),
        lastDay: Math.min(lastDay, shared[n]!.lastDay),
        shifts,
      })
    return parts
  })
}

/** Index of the first range that ends on the day or later. */
function firstFrom(ranges: readonly { readonly lastDay: number }[], day: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.lastDay < day) low = middle + 1
    else high = middle
  }
  return low
}
