/** What the page as one file (../one-file.ts) has packed in its markup: the engine with the worker, and the sample. */

const bytesIn = (id: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(document.getElementById(id)!.textContent!), character => character.charCodeAt(0))

/** Throws where the browser is older than what the engine needs. */
export async function packedWorker(): Promise<string> {
  if (!('transfer' in ArrayBuffer.prototype)) throw new Error('the browser is too old')
  const script = new Blob([bytesIn('engine')]).stream().pipeThrough(new DecompressionStream('gzip'))
  return URL.createObjectURL(new Blob([await new Response(script).arrayBuffer()], { type: 'text/javascript' }))
}

export const packedSample = (): Blob => new Blob([bytesIn('sample')])
