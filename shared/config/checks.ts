/** What texts of settings must look like, for the `check` of a row. Each throws the reason when it does not. */

export function httpUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new Error('must be a URL with http or https')
}

/** name=value,name=value: the value may have an =, as base64 does. */
export function checkPairs(text: string): void {
  for (const pair of text.split(',')) {
    if (!/^\s*[^\s=]+\s*=\s*\S/.test(pair)) throw new Error('must be name=value pairs with commas between them')
  }
}
