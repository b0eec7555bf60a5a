/** A compute node whose jobs are idle-analysers.ts. Argument: run-node.ts of the release that is measured. */
const { runNode } = (await import(process.argv[2]!)) as {
  runNode(options: { readonly analysersModule: string }): Promise<void>
}
await runNode({ analysersModule: new URL('./idle-analysers.ts', import.meta.url).href })
