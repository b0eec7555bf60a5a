/**
 * API keys: `sis_<live|demo>_<43 base62 characters of 256 random bits>_<6 base62 characters of CRC-32>`. The checksum distinguishes a mistyped
 * or invented key without a read of the store. Stored are the SHA-256 and the first characters. identity/identity-directory.ts knows who owns a key.
 */
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type KeyKind = 'live' | 'demo'

/** What every key begins with, and no JSON Web Token does. */
export const KEY_START = 'sis_'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
/** 62^43 > 2^256. */
const SECRET_LENGTH = 43
/** 62^6 > 2^32. */
const CHECKSUM_LENGTH = 6
/** How many characters of a key are shown. */
export const PREFIX_LENGTH = 12

const FORM = new RegExp(`^(${KEY_START}(?:live|demo)_[0-9A-Za-z]{${SECRET_LENGTH}})_([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

interface ApiKey {
  /** SHA-256 of the whole key, hexadecimal. */
  readonly sha256: string
  /** The first 12 characters: shown in lists, enough to recognise a key, not to guess it. */
  readonly prefix: string
}

/** A new key. `text` is shown once and kept nowhere. */
export function mintKey(kind: KeyKind): ApiKey & { readonly text: string } {
  const body = `${KEY_START}${kind}_${base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH)}`
  const text = `${body}_${checksum(body)}`
  return { text, ...known(text) }
}

/** The key in `text`, or null when it is none: wrong form or wrong checksum. */
export function parseKey(text: string): ApiKey | null {
  const [, body, sum] = FORM.exec(text) ?? []
  return body !== undefined && checksum(body) === sum ? known(text) : null
}

/** The hash that stands in for a text which may be no key at all. */
export const keySha256 = (text: string): string => hash('sha256', text)

const known = (text: string): ApiKey => ({
  sha256: keySha256(text),
  prefix: text.slice(0, PREFIX_LENGTH),
})

const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM_LENGTH)

function base62(value: bigint, length: number): string {
  const digits: string[] = []
  for (let rest = value; digits.length < length; rest /= 62n) digits.push(ALPHABET[Number(rest % 62n)]!)
  return digits.reverse().join('')
}
