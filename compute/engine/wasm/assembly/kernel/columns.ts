/** Columns as the passes (compute/engine/passes) index them: an address, and what lies there. */

// biome-ignore-all lint/correctness/noUnusedVariables: they are global

@global
@unmanaged
class F64s {
  @inline
  @operator('[]')
  get(i: usize): f64 {
    return load<f64>(changetype<usize>(this) + (i << 3))
  }
  @inline
  @operator('[]=')
  set(i: usize, value: f64): void {
    store<f64>(changetype<usize>(this) + (i << 3), value)
  }
}

@global
@unmanaged
class U32s {
  @inline
  @operator('[]')
  get(i: usize): u32 {
    return load<u32>(changetype<usize>(this) + (i << 2))
  }
  @inline
  @operator('[]=')
  set(i: usize, value: u32): void {
    store<u32>(changetype<usize>(this) + (i << 2), value)
  }
}

@global
@unmanaged
class U16s {
  @inline
  @operator('[]')
  get(i: usize): u16 {
    return load<u16>(changetype<usize>(this) + (i << 1))
  }
  @inline
  @operator('[]=')
  set(i: usize, value: u16): void {
    store<u16>(changetype<usize>(this) + (i << 1), value)
  }
}

@global
@unmanaged
class I32s {
  @inline
  @operator('[]')
  get(i: usize): i32 {
    return load<i32>(changetype<usize>(this) + (i << 2))
  }
  @inline
  @operator('[]=')
  set(i: usize, value: i32): void {
    store<i32>(changetype<usize>(this) + (i << 2), value)
  }
}

@global
@unmanaged
class U8s {
  @inline
  @operator('[]')
  get(i: usize): u8 {
    return load<u8>(changetype<usize>(this) + i)
  }
  @inline
  @operator('[]=')
  set(i: usize, value: u8): void {
    store<u8>(changetype<usize>(this) + i, value)
  }
}

/** The order of ranks. */
@global
@unmanaged
class Places {
  @inline
  @operator('[]')
  get(i: usize): u32 {
    return <u32>i
  }
}
