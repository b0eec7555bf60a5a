/**
 * Requests that two parties could read differently: where one sees a body, the other sees the next request. Raw bytes as
 * data. `{key}` stands for an API key, `{smuggled}` is where one reading takes a whole further request for part of the body.
 */

export const SMUGGLED = 'GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: smuggled\r\n\r\n'

const START = 'POST /api/v1/analysis/cpm HTTP/1.1\r\n'
const KEY = 'x-api-key: {key}\r\n'
const HEAD = `${START}Host: x\r\n${KEY}`
const BODY = '{"tasks":[{"id":"A"}]}'
const SIZE = BODY.length
const HEX = SIZE.toString(16)
const CHUNKED = `${HEX}\r\n${BODY}\r\n0\r\n\r\n`

/** With these header lines and this rest of the message. */
const post = (lines: string, rest: string): string => `${HEAD}${lines}\r\n${rest}`
const withLength = (value: string): string => post(`Content-Length: ${value}\r\n`, BODY)
const withCoding = (line: string): string => post(`${line}\r\n`, `${CHUNKED}{smuggled}`)
const withChunks = (chunks: string, more = ''): string => post(`Transfer-Encoding: chunked\r\n${more}`, chunks)

/** Refused, and the connection is closed. */
export const REFUSED: Readonly<Record<string, string>> = {
  'length, then chunked': post(`Content-Length: ${SIZE}\r\nTransfer-Encoding: chunked\r\n`, CHUNKED),
  'chunked, then length': post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n{smuggled}'),
  'two lengths that differ': post(`Content-Length: ${SIZE}\r\nContent-Length: 0\r\n`, BODY),
  'two lengths that are equal': post(`Content-Length: ${SIZE}\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'a list of lengths': withLength(`${SIZE}, ${SIZE}`),
  'a length with a plus': withLength(`+${SIZE}`),
  'a negative length': withLength('-1'),
  'a hexadecimal length': withLength(`0x${HEX}`),
  'a length with an exponent': withLength('2e1'),
  'a length in two words': withLength('2 2'),
  'an empty length': withLength(''),
  'a length beyond 64 bits': withLength(`1844674407370955161${SIZE}`),
  'chunked is not the last coding': withCoding('Transfer-Encoding: chunked, identity'),
  'a coding before chunked': withCoding('Transfer-Encoding: gzip, chunked'),
  'the coding identity': withCoding('Transfer-Encoding: identity'),
  'a coding that resembles chunked': withCoding('Transfer-Encoding: xchunked'),
  'chunked in quotes': withCoding('Transfer-Encoding: "chunked"'),
  'chunked after a vertical tab': withCoding('Transfer-Encoding: \vchunked'),
  'chunked twice': withCoding('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'),
  'a space before the colon': withCoding('Transfer-Encoding : chunked'),
  'a folded coding': withCoding('Transfer-Encoding:\r\n chunked'),
  'a folded header': post(`X-Note: a\r\n b\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'a space before the first header': `${START} Host: x\r\n${KEY}Content-Length: ${SIZE}\r\n\r\n${BODY}`,
  'a header without a colon': post(`Nonsense\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'a space in a header name': post(`Content Length: 0\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'lines that end with LF alone': `${HEAD}Content-Length: ${SIZE}\r\n\r\n${BODY}`.replaceAll('\r\n', '\n'),
  'one line that ends with LF alone': post(`X-Note: a\nContent-Length: 0\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'a zero byte in a value': post(`X-Note: a\0b\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'two hosts': post(`Host: y\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'no host': `${START}${KEY}Content-Length: ${SIZE}\r\n\r\n${BODY}`,
  'two keys': post(`x-api-key: other\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'two authorizations': post(`Authorization: a\r\nAuthorization: b\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'two content types': post(`Content-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: ${SIZE}\r\n`, BODY),
  'a space in the target': `POST /api/v1/analysis/cpm /x HTTP/1.1\r\nHost: x\r\n${KEY}Content-Length: ${SIZE}\r\n\r\n${BODY}`,
  'a version that does not exist': `POST /api/v1/analysis/cpm HTTP/1.1x\r\nHost: x\r\n${KEY}Content-Length: ${SIZE}\r\n\r\n${BODY}`,
  'a chunk size beyond 64 bits': withChunks(`F00000000000000000${HEX}\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk size with a sign': withChunks(`+${HEX}\r\n${BODY}\r\n0\r\n\r\n`),
  'a negative chunk size': withChunks(`-${HEX}\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk size with a prefix': withChunks(`0x${HEX}\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk size after a space': withChunks(` ${HEX}\r\n${BODY}\r\n0\r\n\r\n`),
  'an empty chunk size': withChunks(`\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk that is longer than its size': withChunks(`5\r\n${BODY}\r\n0\r\n\r\n`),
  'a trailer that is announced': withChunks(`${HEX}\r\n${BODY}\r\n0\r\nX-Sum: 1\r\n\r\n`, 'Trailer: X-Sum\r\n'),
  'a trailer': withChunks(`${HEX}\r\n${BODY}\r\n0\r\nContent-Length: 60\r\n\r\n`),
}

/** uWebSockets waits for more than will ever come, and closes the connection when its idle time is over. */
export const UNANSWERED: Readonly<Record<string, string>> = {
  'CR alone in a value': post(`X-Note: a\rContent-Length: 0\r\nContent-Length: ${SIZE}\r\n`, BODY),
}

/** uWebSockets waits here, too; the gateway answers before the idle time is over. */
export const ANSWERED_LATE: Readonly<Record<string, string>> = {
  'a chunk extension': withChunks(`${HEX};a=b\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk extension with LF alone': withChunks(`${HEX};\n${BODY}\r\n0\r\n\r\n`),
}

/** uWebSockets reads them, the parser of Node refuses them; then the connection is closed. */
export const READ_BY_ONE: Readonly<Record<string, string>> = {
  'chunks that end with LF alone': withChunks(`${HEX}\n${BODY}\n0\n\n`),
}

/** Read; then the connection is closed. */
export const LAST_OF_CONNECTION: Readonly<Record<string, string>> = {
  'a whole body in chunks': withChunks(CHUNKED),
}
