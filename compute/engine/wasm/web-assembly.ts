/** The part of WebAssembly that is used here, with its types (the library of the compiler has them with the DOM alone), and the views of a memory. */

export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

export interface WasmGlobal {
  readonly value: number
}

/** A function of the module, or one that it calls. */
export type WasmFunction = (...values: never[]) => number | undefined

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: Record<string, Record<string, WasmFunction>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> }
  /** What a trap throws. */
  readonly RuntimeError: new (
    message?: string,
  ) => Error
}

/** Undefined where this Node runs none. */
export const webAssembly = (globalThis as { readonly WebAssembly?: WebAssemblyApi }).WebAssembly

const PAGE_BYTES = 64 * 1024

/** Grows the memory to `bytes`; shows it as arrays, which stay valid as long as it grows no more. */
export function memoryViews(memory: WasmMemory, bytes: number) {
  memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES)))
  const { buffer } = memory
  return {
    u8: new Uint8Array(buffer),
    u16: new Uint16Array(buffer),
    u32: new Uint32Array(buffer),
    i32: new Int32Array(buffer),
    f64: new Float64Array(buffer),
  }
}
