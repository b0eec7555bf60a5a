/** The analyses by id, with the types of their bodies and results: all from the OpenAPI document. */
import type { paths } from './api.ts'

type Post<Path extends keyof paths> = paths[Path] extends { post: infer Operation } ? Operation : never
type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never

/** "/api/v1/health/score" -> "health.score" */
type IdOf<Path> = Path extends `/api/v1/${infer Family extends 'health' | 'analysis' | 'forensics'}/${infer Name}`
  ? Name extends `${string}/${string}`
    ? never
    : `${Family}.${Name}`
  : never

/** Id of an analysis, such as "health.dcma-14-point". */
export type Analysis = { [Path in keyof paths]: IdOf<Path> }[keyof paths]

type PathOf<Id extends Analysis> = Id extends `${infer Family}.${infer Name}`
  ? `/api/v1/${Family}/${Name}` & keyof paths
  : never

type BodyOf<Operation> = Operation extends { requestBody?: infer Body } ? JsonOf<NonNullable<Body>> : never
type ReplyOf<Operation> = Operation extends { responses: { 200: infer Reply } } ? JsonOf<Reply> : never

export type AnalysisBody<Id extends Analysis> = BodyOf<Post<PathOf<Id>>>
export type AnalysisResult<Id extends Analysis> = ReplyOf<Post<PathOf<Id>>>

export const pathOf = (id: Analysis): string => `/api/v1/${id.replace('.', '/')}`
