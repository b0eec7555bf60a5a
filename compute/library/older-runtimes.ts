/** What the engine uses of the language that Node 20 and browsers of its time do not have. The bundles of the package begin with it. */

Map.groupBy ??= function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item, index: number) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** The engine gives memory back by it: the old buffer has none afterwards. */
ArrayBuffer.prototype.transfer ??= function transfer(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
  const moved = structuredClone(this, { transfer: [this] })
  return moved.byteLength === length ? moved : moved.slice(0, length)
}
