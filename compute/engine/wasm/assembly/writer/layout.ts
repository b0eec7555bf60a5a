/**
 * Where everything lies in memory. The tables below stand at fixed places; names, texts, columns and the bytes that come out the
 * binding puts behind HEAP, and describes each column to be written by COLUMN_BYTES bytes.
 */

/** What writeRows leaves behind: where the last row that was written whole ends, */
export const ROWS_END: usize = 1008
/** and why it ended before `to`: 1: a cell is left to the binding; 0: there is no room. */
export const IS_UNUSUAL: usize = 1012
/** Entry v: v in two digits. */
export const PAIRS: usize = 1024
/** Entry v: the digits of v, at most three, the first lowest; the highest byte is how many. */
export const THREES: usize = PAIRS + 256
/** Entry v: "false", "true", "null" in eight bytes, the last of which is how many are written. */
export const BOOLEANS: usize = THREES + 4096
/** Row r: the day that was written last of those with day % DAY_ROWS = r. */
export const DAYS: usize = BOOLEANS + 64
export const DAY_ROWS: i32 = 4096
/** Row r: that day between quotes, in 16 bytes. */
export const DAY_TEXTS: usize = DAYS + 4096 * 4
export const HEAP: usize = DAY_TEXTS + 4096 * 16

/** Kinds of columns. */
export const NUMBER: u32 = 0
/** A number rounded half away from zero. */
export const ROUNDED: u32 = 1
export const SIGNED: u32 = 2
export const UNSIGNED: u32 = 3
export const DAY: u32 = 4
export const MOMENT: u32 = 5
export const BOOLEAN: u32 = 6
export const LABEL: u32 = 7
/** Row i is text i - FIRST. */
export const TEXT: u32 = 8
/** Row i is text values[i] - FIRST. */
export const REFERENCE: u32 = 9
export const REFERENCES: u32 = 10

// what describes a column
export const KIND: usize = 0
/** What stands before each cell, and how many bytes. */
export const BEFORE: usize = 4
export const BEFORE_SIZE: usize = 8
/** Pointer: entry i is of row i of the block; of references an entry is a reference. */
export const VALUES: usize = 12
/** Pointer: the references of row i are entries start[i] .. start[i + 1]. */
export const START: usize = 16
/** Pointers to texts: bytes, and where each begins in them. Of labels: place and size of each. */
export const TEXTS: usize = 20
export const OFFSETS: usize = 24
/** The value that names text 0: of codes 1, of rows less than 0 where the block begins later. One less is null. */
export const FIRST: usize = 28
/** 1: an empty text is written as null. */
export const NULL_WHEN_EMPTY: usize = 32
/** 1: none of the texts needs an escape. */
export const PLAIN: usize = 36
export const DECIMALS: usize = 40
/** 10^decimals, and what is added so that noise does not lose a half. */
export const POWER: usize = 48
export const TIE: usize = 56
export const COLUMN_BYTES: usize = 64

/** A cell that is no text and no list is shorter, without what stands before it. */
export const CELL_BYTES_MAX: i32 = 32
/** Bytes that may be overwritten behind what is written. */
export const SLACK_BYTES: i32 = 32
