/**
 * Where everything lies in memory. The tables below stand at fixed places; what depends on the fields of a task (columns,
 * the window, the arenas) the binding puts behind HEAP and tells by the pointers in these tables.
 */

/** Fields of a task at most: they are bits of one 64-bit word. */
export const FIELDS_MAX: i32 = 64
/** Bytes of a name with its quotes and the colon, and of a word of an enum, at most. */
export const NAME_BYTES_MAX: i32 = 64
export const WORDS_MAX: i32 = 128
/** Rows of a block at most. */
export const ROWS_MAX: i32 = 1024
/** Distinct values of all coded columns together in a block. */
export const ENTRIES_MAX: i32 = 4096
/** Twice as many, and a power of two. */
export const SLOTS: i32 = 8192
/** Pairs of a row and a resource in a block. */
export const PAIRS_MAX: i32 = 8192

/** A longer id may have too many characters. */
export const ID_BYTES_MAX: i32 = 200

/** Links of a block at most. */
export const LINKS_MAX: i32 = 8192
/** Members of a link at most. */
export const LINK_MEMBERS_MAX: i32 = 16

/** Kinds of fields; the binding translates those of shared/contract/schedule/fields.ts. */
export const ID: u8 = 0
export const NUMBER: u8 = 1
export const DAY: u8 = 2
export const ENUM: u8 = 3
export const BOOLEAN: u8 = 4
export const TEXT: u8 = 5
export const CODE: u8 = 6
export const RESOURCE: u8 = 7
export const RESOURCES: u8 = 8
export const LINKS: u8 = 9
export const OBJECT: u8 = 10

/** What came of a block, for the binding: each a word, numbered in task-scanner.ts. */
export const RESULTS: usize = 1024

// entry f of each belongs to field f
/** Kind. */
export const KINDS: usize = RESULTS + 64
/** The field that is the first to feed the same column. */
export const GROUPS: usize = KINDS + 64
/** Bytes of the name with its quotes and the colon. */
export const NAME_SIZES: usize = GROUPS + 64
/** The name with its quotes and the colon, in NAME_BYTES_MAX bytes. */
export const NAMES: usize = NAME_SIZES + 64
/** Entry f + 1: the field that last followed field f; entry 0: that which began a task. */
export const FOLLOWING: usize = NAMES + 64 * 64
/** Of an enum: its first word, their number, and the word that came last. */
export const FIRST_WORDS: usize = FOLLOWING + 128
export const WORD_COUNTS: usize = FIRST_WORDS + 64
export const LAST_WORDS: usize = WORD_COUNTS + 64
/** Bounds of a number where the row is strict. */
export const MINIMA: usize = LAST_WORDS + 64
export const MAXIMA: usize = MINIMA + 64 * 8
/** Pointer to the column of the block: its entry i is row i. Of texts: offsets, ROWS_MAX + 1 of them. */
export const COLUMNS: usize = MAXIMA + 64 * 8
/** Pointer to the times of day beside a date; of texts to their bytes. */
export const BESIDE: usize = COLUMNS + 64 * 4
/** Rows of the column that are written; 0 = no row of the block has a value. */
export const FILLED: usize = BESIDE + 64 * 4
/** The same of the times of day; of texts the bytes that are written. */
export const BESIDE_FILLED: usize = FILLED + 64 * 4

/** Entry n: 10^n. */
export const POWERS: usize = BESIDE_FILLED + 64 * 4

/** Entry w: bytes of word w; the word in NAME_BYTES_MAX bytes. */
export const WORD_SIZES: usize = POWERS + 16 * 8
export const WORDS: usize = WORD_SIZES + 128
/** Slot h: field + 1 whose name hashes there or before, 0 = empty; more than there are fields. */
export const NAME_SLOTS_MASK: i32 = 255
export const NAME_SLOTS: usize = WORDS + 128 * 64
/** Names that no field has and that are told already: 64 of NAME_BYTES_MAX bytes, their sizes in front. */
export const TOLD_SIZES: usize = NAME_SLOTS + 256
export const TOLD: usize = TOLD_SIZES + 64

/** Entry e of the block's dictionary: where its bytes stand, how many, their hash, the group it belongs to. */
export const ENTRY_AT: usize = TOLD + 64 * 64
export const ENTRY_SIZE: usize = ENTRY_AT + 4096 * 4
export const ENTRY_HASH: usize = ENTRY_SIZE + 4096 * 4
export const ENTRY_GROUP: usize = ENTRY_HASH + 4096 * 4
/** Slot h: generation * ENTRIES_MAX * 2 + entry + 1; of another generation = empty. */
export const ENTRY_SLOTS: usize = ENTRY_GROUP + 4096
/** Pair k: a row, and the dictionary's entry of one of its resources. */
export const PAIR_ROWS: usize = ENTRY_SLOTS + 8192 * 4
export const PAIR_ENTRIES: usize = PAIR_ROWS + 8192 * 4

/** Members of a link that is an object: their sizes, and their names in NAME_BYTES_MAX bytes. */
export const LINK_MEMBER_SIZES: usize = PAIR_ENTRIES + 8192 * 4
export const LINK_MEMBERS: usize = LINK_MEMBER_SIZES + 16
/** Entry t: type t in quotes. */
export const LINK_TYPES: usize = LINK_MEMBERS + 16 * 64
/** Entry i: links of the block before row i, and behind them those of all rows. The first one is never written. */
export const ROW_LINK_STARTS: usize = LINK_TYPES + 4 * 4
/**
 * Link k: its task (see links.ts) and type, what it is (a code), its lag; where its id or its text stands in the body, and where the copy of it ends
 * that a link has which is left to TypeScript; how long it is, and the first link of its task.
 */
export const LINK_LAGS: usize = ROW_LINK_STARTS + 1028 * 4
export const LINK_TASKS: usize = LINK_LAGS + 8192 * 8
export const LINK_AT: usize = LINK_TASKS + 8192 * 4
export const LINK_TEXT_ENDS: usize = LINK_AT + 8192 * 4
export const LINK_SIZES: usize = LINK_TEXT_ENDS + 8192 * 4
export const LINK_FIRSTS: usize = LINK_SIZES + 8192 * 4
export const LINK_KINDS: usize = LINK_FIRSTS + 8192 * 2
export const LINK_CODES: usize = LINK_KINDS + 8192

/** Ids of a list at most, and bytes of those that are longer than 16: see ids.ts. */
export const IDS_MAX: u32 = 131_071
export const ID_BYTES: usize = 2 * 1024 * 1024
export const ID_SLOTS_MAX: u32 = 262_144
/** None of them lies in two lines of the cache. */
export const ID_ENTRIES: usize = (LINK_CODES + 8192 + 63) & ~63
export const ID_SLOTS: usize = ID_ENTRIES + 131_072 * 32
export const ID_TEXTS: usize = ID_SLOTS + 262_144 * 4

export const HEAP: usize = ID_TEXTS + ID_BYTES + 64
