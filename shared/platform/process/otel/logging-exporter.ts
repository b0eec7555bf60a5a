/** An exporter that logs its failures: once when they begin, and once when they end. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'

export class LoggingExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: Pick<Log, 'info' | 'warn'>
  #isFailing = false

  constructor(exporter: SpanExporter, log: Pick<Log, 'info' | 'warn'>) {
    this.#exporter = exporter
    this.#log = log
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, result => {
      this.#note(result)
      done(result)
    })
  }

  #note({ code, error }: ExportResult): void {
    const isFailing = code !== ExportResultCode.SUCCESS
    if (isFailing === this.#isFailing) return
    this.#isFailing = isFailing
    if (isFailing) this.#log.warn({ reason: reasonOf(error) }, 'traces cannot be exported; calls are not affected')
    else this.#log.info({}, 'traces are exported again')
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve()
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }
}

/** A system error name, or a status and the collector's name for it; never the collector's answer. */
function reasonOf(error: (Error & { code?: string | number }) | undefined): string {
  if (error === undefined) return 'unknown'
  return [error.code, error.message].filter(part => part !== undefined && part !== '').join(' ') || error.name
}
