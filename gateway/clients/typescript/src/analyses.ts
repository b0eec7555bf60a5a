/** The analyses by id, with the types of their bodies and results: all from the OpenAPI document. */
import type { paths } from './api.ts'

type Post<Path> = Path extends keyof paths ? (paths[Path] extends { post: infer Operation } ? Operation : never) : never
type ContentOf<Message> = Message extends { content: infer Content } ? Content : never
type JsonOf<Message> = ContentOf<Message> extends { 'application/json': infer Body } ? Body : never
type FormOf<Message> = ContentOf<Message> extends { 'multipart/form-data': infer Form } ? Form : never

/** "/api/v1/health/score" -> "health.score" */
type IdOf<Path> = Path extends `/api/v1/${infer Family extends 'health' | 'analysis' | 'forensics'}/${infer Name}`
  ? Name extends `${string}/${string}`
    ? never
    : `${Family}.${Name}`
  : never

/** Id of an analysis, such as "health.dcma-14-point". */
export type Analysis = { [Path in keyof paths]: IdOf<Path> }[keyof paths]

type PathOf<Id extends Analysis> = Id extends `${infer Family}.${infer Name}` ? `/api/v1/${Family}/${Name}` : never

type RequestOf<Operation> = Operation extends { requestBody?: infer Body } ? NonNullable<Body> : never
type ReplyOf<Operation> = Operation extends { responses: { 200: infer Reply } } ? JsonOf<Reply> : never

/** Body of a call by its path. */
export type BodyAt<Path extends keyof paths> = JsonOf<RequestOf<Post<Path>>>
/** Parts of its form, files as text. */
export type FormAt<Path extends keyof paths> = FormOf<RequestOf<Post<Path>>>
export type ReplyAt<Path extends keyof paths> = ReplyOf<Post<Path>>

export type AnalysisBody<Id extends Analysis> = JsonOf<RequestOf<Post<PathOf<Id>>>>
export type AnalysisForm<Id extends Analysis> = FormOf<RequestOf<Post<PathOf<Id>>>>
export type AnalysisResult<Id extends Analysis> = ReplyOf<Post<PathOf<Id>>>
/** The body as a job, with callback_url. */
export type JobBody<Id extends Analysis> = JsonOf<RequestOf<Post<`${PathOf<Id>}/async`>>>
export type JobForm<Id extends Analysis> = FormOf<RequestOf<Post<`${PathOf<Id>}/async`>>>

export const pathOf = (id: Analysis): string => `/api/v1/${id.replace('.', '/')}`
