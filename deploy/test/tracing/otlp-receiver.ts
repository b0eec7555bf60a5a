/** A receiver of traces over HTTP, as a collector is one: takes OTLP in protobuf, read by protobufjs, and keeps the spans. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'
import type { Test } from 'tap'

export interface ReceivedSpan {
  readonly service: string
  readonly name: string
  /** As OTLP has it, without SPAN_KIND_. */
  readonly kind: string
  readonly traceId: string
  readonly spanId: string
  /** '' = none. */
  readonly parentSpanId: string
  readonly traceState: string
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly isError: boolean
  readonly startNs: bigint
  readonly endNs: bigint
  readonly facts: Readonly<Record<string, string | number | boolean>>
}

export interface OtlpReceiver {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** Bodies as they came, inflated. */
  readonly bodies: Buffer[]
  /** Headers of the posts. */
  readonly headers: Record<string, unknown>[]
  /** Default 200. 0: the post is never answered. */
  status: number
}

const { root } = protobuf.loadSync(fileURLToPath(new URL('./otlp.proto', import.meta.url)))
const REQUEST = root.lookupType('ExportTraceServiceRequest')
const KINDS = root.lookupEnum('SpanKind').valuesById
const ERROR = root.lookupEnum('StatusCode').values.STATUS_CODE_ERROR

// biome-ignore lint/suspicious/noExplicitAny: what protobufjs makes of a message
type Message = any

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

function factsOf(attributes: readonly Message[]): ReceivedSpan['facts'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const which: string = value.value
      return [key, which === 'intValue' ? Number(value.intValue) : value[which]]
    }),
  )
}

function spansOf(body: Buffer): ReceivedSpan[] {
  const { resourceSpans } = REQUEST.decode(body) as Message
  return resourceSpans.flatMap(({ resource, scopeSpans }: Message) => {
    const service = String(factsOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }: Message) =>
      spans.map((span: Message) => ({
        service,
        name: span.name,
        kind: KINDS[span.kind]!.replace('SPAN_KIND_', ''),
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId),
        traceState: span.traceState,
        links: span.links.map((link: Message) => ({ traceId: hex(link.traceId), spanId: hex(link.spanId) })),
        isError: span.status?.code === ERROR,
        startNs: BigInt(span.startTimeUnixNano.toString()),
        endNs: BigInt(span.endTimeUnixNano.toString()),
        facts: factsOf(span.attributes),
      })),
    )
  })
}

export async function startOtlpReceiver(t: Test): Promise<OtlpReceiver> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    receiver.headers.push(request.headers)
    if (receiver.status === 0) return
    if (receiver.status === 200 && request.url === '/v1/traces') {
      const sent = Buffer.concat(parts)
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
      receiver.bodies.push(body)
      receiver.spans.push(...spansOf(body))
    }
    response.writeHead(receiver.status, { 'content-type': 'application/x-protobuf' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${port}`,
    spans: [],
    bodies: [],
    headers: [],
    status: 200,
  }
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
