/**
 * Allocates the short arrays of a schedule. A buffer of its own costs 0.4 to 0.7 us, and more in later collections; a view of an existing one
 * costs 0.02 us, and a call has more than a hundred arrays. So short arrays share pages. A thread that keeps nothing of a call except the
 * bytes of its reply uses the same memory for each call.
 */

const PAGE_BYTES = 64 * 1024
const SHORT_BYTES_MAX = 2 * 1024
let page = new ArrayBuffer(PAGE_BYTES)
let pageTakenBytes = 0

/** What a thread keeps for the arrays of its calls, and the longest array that is taken from it. */
const KEPT_BYTES = 2 ** 20
const KEPT_ARRAY_BYTES_MAX = 16 * 1024
let kept: ArrayBuffer | undefined
let keptTakenBytes = 0
let isReusing = false
let callCount = 0

/**
 * Memory of the long arrays of such a call, which can be given back before it ends: what a collection finds is found late, and again by each. Of more than the
 * maximum, as of all other calls, the collector takes care; less than the minimum is not worth to look for what is still needed.
 */
let longBuffers: ArrayBuffer[] = []
let longBytes = 0
const LONG_BYTES_MAX = 96 * 2 ** 20
const LONG_BYTES_MIN = 4 * 2 ** 20

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

export type Kind<T> = {
  new (buffer: ArrayBuffer, offset?: number, length?: number): T
  readonly BYTES_PER_ELEMENT: number
}

/** Any kind of number may begin there. */
const aligned = (bytes: number): number => (bytes + 7) & ~7

/** An array of zeros: in memory that it shares when it is short, else with a buffer of its own. */
export function zeros<T>(Kind: Kind<T>, length: number): T {
  const bytes = length * Kind.BYTES_PER_ELEMENT
  if (isReusing && bytes <= KEPT_ARRAY_BYTES_MAX && keptTakenBytes + bytes <= KEPT_BYTES) {
    const at = keptTakenBytes
    keptTakenBytes = aligned(at + bytes)
    return new Kind(kept!, at, length)
  }
  if (bytes > SHORT_BYTES_MAX) return new Kind(ofCall(new ArrayBuffer(bytes)))
  if (pageTakenBytes + bytes > PAGE_BYTES) {
    page = new ArrayBuffer(PAGE_BYTES)
    pageTakenBytes = 0
  }
  const at = pageTakenBytes
  pageTakenBytes = aligned(at + bytes)
  return new Kind(page, at, length)
}

/** A buffer that is of no use when the call has ended. */
function ofCall(buffer: ArrayBuffer): ArrayBuffer {
  if (!isReusing) return buffer
  longBytes += buffer.byteLength
  if (longBytes > LONG_BYTES_MAX) forgetLong()
  longBuffers.push(buffer)
  return buffer
}

function forgetLong(): void {
  longBuffers = []
  longBytes = 0
}

/** From here on a large call needs these buffers alone: the memory of its other long arrays is given back at once. */
export function giveBackAllBut(findNeeded: () => ReadonlySet<ArrayBufferLike>): void {
  if (longBytes < LONG_BYTES_MIN) return
  const needed = findNeeded()
  const others = longBuffers
  forgetLong()
  for (const buffer of others) {
    if (needed.has(buffer)) ofCall(buffer)
    else if (!buffer.detached) buffer.transfer(0)
  }
}

const NOTHING: ReadonlySet<ArrayBufferLike> = new Set()

/** At the end of a call, so that a large one does not hold its memory until the next. */
export const endCall = (): void => giveBackAllBut(() => NOTHING)

/** The numbers in an array that may be changed. */
export function copied<T extends Numbers>(values: T): T {
  if (values.byteLength > SHORT_BYTES_MAX && !isReusing) return values.slice() as T
  const copy = zeros(values.constructor as unknown as Kind<T>, values.length)
  copy.set(values)
  return copy
}

/** What `make` makes outlives the call: a table that is made once per thread, when it is first asked for. */
export function lasting<T>(make: () => T): T {
  const wasReusing = isReusing
  isReusing = false
  try {
    return make()
  } finally {
    isReusing = wasReusing
  }
}

/** The number of the present call when its arrays are gone with it, 0 = they may outlive it. */
export const fleetingCall = (): number => (isReusing ? callCount : 0)

/** Whether an array shares its memory, so that to copy a part of it would give nothing back. */
export const isShared = ({ byteLength, buffer }: Numbers): boolean => byteLength < buffer.byteLength

/** Frees the memory of an array that nobody looks at any more, where it shares none, at once instead of at the next collection. */
export function giveBack(values: Numbers): void {
  if (values.length > 0 && !isShared(values)) (values.buffer as ArrayBuffer).transfer(0)
}

/**
 * At the start of a call: the arrays of the last one are gone. isReusing: nothing of this call outlives it but bytes that were copied, so its
 * arrays too are gone when the next call starts.
 */
export function beginCall(isReused: boolean): void {
  callCount++
  if (keptTakenBytes > 0) new Uint8Array(kept!, 0, keptTakenBytes).fill(0)
  keptTakenBytes = 0
  if (longBytes > 0) forgetLong()
  isReusing = isReused
  if (isReused) kept ??= new ArrayBuffer(KEPT_BYTES)
}

/** Whether no code of a column is greater than this: one look at a column that says which rules can matter at all. */
export function isUpTo(codes: Uint8Array, max: number): boolean {
  for (let i = 0; i < codes.length; i++) if (codes[i] > max) return false
  return true
}
