/** The part of WebAssembly that is used here, with its types: the library of the compiler has them with the DOM alone. */

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
