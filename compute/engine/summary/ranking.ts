/** The order in which an agent is shown the items of a long list when not all are shown: the first key that differs decides. */

/** size: the largest without regard to the sign. Items without the member come last. */
export type RankingOrder = 'largest' | 'smallest' | 'size'
export type RankingKey = readonly [member: string, order: RankingOrder]

/** Keys by the path of the list, "data.windows[].attribution"; a list that is not named shows its first items. */
export type Ranking = Readonly<Record<string, readonly RankingKey[]>>
