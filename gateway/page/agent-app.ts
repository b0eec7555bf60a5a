/** The view for the clients of agents as one document (MCP Apps): script and styles stand in it, and it reaches no network. */
import { BUNDLES_OF_APP, pageBundles } from './bundle.ts'

let made: string | undefined

/** What ends a script or a style inside a document. */
const inside = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString()
    .replaceAll(/<\/(?=script|style)/gi, '<\\/')

export function appText(): string {
  if (made !== undefined) return made
  const bundles = pageBundles()
  const [script, style] = BUNDLES_OF_APP.map(name => inside(bundles[name].plain))
  made = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Schedule</title>
<style>${style}</style>
</head>
<body>
<script type="module">${script}</script>
</body>
</html>
`
  return made
}
