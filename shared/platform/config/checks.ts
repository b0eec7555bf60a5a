/** Format checks for settings, used by the `check` of a row. Each throws the reason when the text is invalid. */

export function httpUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new Error('must be an http or https URL')
}

/** name=value,name=value. The value may contain =, as base64 does. */
export function checkPairs(text: string): void {
  for (const pair of text.split(',')) {
    if (!/^\s*[^\s=]+\s*=\s*\S/.test(pair)) throw new Error('must be comma-separated name=value pairs')
  }
}
