/** What the page as one file (../one-file.ts) has packed in its markup: the engine with the worker, and the sample. */

/** Of the script that unpacks the page. */
declare const packedBytes: (id: string) => Uint8Array<ArrayBuffer>

/** Throws where the browser is older than what the engine needs. */
export async function packedWorker(): Promise<string> {
  if (!('transfer' in ArrayBuffer.prototype)) throw new Error('the browser is too old')
  const script = new Blob([packedBytes('engine')]).stream().pipeThrough(new DecompressionStream('gzip'))
  return URL.createObjectURL(new Blob([await new Response(script).arrayBuffer()], { type: 'text/javascript' }))
}

export const packedSample = (): Blob => new Blob([packedBytes('sample')])
