/** uWebSockets.js reads this when it is loaded: room for bearer tokens, which outgrow the default of 4 KB. */
const HEADER_BYTES_MAX = 16_384

process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(HEADER_BYTES_MAX)
