/** An exporter whose failures stand in the log: once when they begin, and once when they are over. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'

export class ToldExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: Pick<Log, 'info' | 'warn'>
  #isFailing = false

  constructor(exporter: SpanExporter, log: Pick<Log, 'info' | 'warn'>) {
    this.#exporter = exporter
    this.#log = log
  }

  export(spans: ReadableSpan[], tell: (result: ExportResult) => void): void {
    this.#exporter.export(spans, result => {
      this.#note(result)
      tell(result)
    })
  }

  #note({ code, error }: ExportResult): void {
    const isFailing = code !== ExportResultCode.SUCCESS
    if (isFailing === this.#isFailing) return
    this.#isFailing = isFailing
    if (isFailing) this.#log.warn({ reason: reasonOf(error) }, 'traces cannot be sent; calls go on without')
    else this.#log.info({}, 'traces are sent again')
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve()
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }
}

/** A name of the system, or a status and what the collector calls it; never its answer. */
function reasonOf(error: (Error & { code?: string | number }) | undefined): string {
  if (error === undefined) return 'unknown'
  return [error.code, error.message].filter(part => part !== undefined && part !== '').join(' ') || error.name
}
