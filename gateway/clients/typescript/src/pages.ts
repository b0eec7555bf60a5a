/** The entries of a list that comes in pages. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

export async function* pages<Item>(
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const { items, next } = await fetchPage(cursor)
    yield* items
    cursor = next ?? undefined
  } while (cursor !== undefined)
}
