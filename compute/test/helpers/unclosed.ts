/** Whether a document of ours is whole. */
const VOID = new Set(['meta', 'br', 'img'])

/** Tags that are not closed in their order; none = the document is whole. */
export function unclosed(text: string): string[] {
  const open: string[] = []
  const markup = text.replace(/<style>[\s\S]*?<\/style>|<!doctype html>|<\?xml[^>]*\?>/g, '')
  for (const [tag, slash, name, , empty] of markup.matchAll(
    /<(\/?)([a-z][\w]*)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>|<[^>]{0,40}/gi,
  )) {
    if (name === undefined) return [`no tag: ${tag}`]
    if (empty === '/' || VOID.has(name)) continue
    if (slash !== '/') open.push(name)
    else if (open.pop() !== name) return [`</${name}> at the wrong place`]
  }
  return open
}
