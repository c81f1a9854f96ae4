import { z } from 'zod'
import type { DelegationTerms } from './delegation-rights.ts'
import type { ErrorCode, ExtraInfo, FaultyField } from './errors.ts'
import { Id } from './values.ts'

/**
 * The service is described once, as operations. HTTP routes, the IPC channel, the OpenAPI documents and the typed
 * client are derived from them (docs/adr/0001).
 */
export type Api = 'vault' | 'keystore' | 'exchange' | 'verifier' | 'workbench'
/** Every GET also answers HEAD; an operation has the method HEAD only where there is no GET. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Says who may call.
 *
 * - `none`: anybody; if `delegation` names a role, a caller who sends the delegation header must be signed in
 * - `user`: a signed-in user, by access token or JWT
 * - `token`: a signed-in user by access token only
 * - `optional`: anybody; whoever signs in with a vault account may see more
 * - `operator`: whoever knows the operator password; no user session
 * - `operator_user`: whoever knows the operator password, in the session of a user
 * - `key`: whoever holds a subscription key; no user session
 * - `window`: the workbench's own window
 */
export type Auth = 'none' | 'user' | 'token' | 'optional' | 'operator' | 'operator_user' | 'key' | 'window'

/**
 * Protects a call that deletes an account, destroys keys or gives lasting access (docs/security.md, What a token may
 * destroy).
 */
interface Guard {
  /**
   * - `proof`: a fresh proof of the passphrase in the body
   * - `session`: a session that the owner opened, see `session_not_sufficient`
   * - `use`: the call is refused while the account or key is still in use, in any session
   */
  readonly by: 'proof' | 'session' | 'use'
  /** The window's operation that asks for the passphrase first; null if the window does not call this one. */
  readonly inWindow: string | null
}

/**
 * The form of a request that is not plain JSON.
 *
 * - `verbatim`: path and query are not decoded, and the body is bytes of any type. A header with a range of bytes
 *   arrives as `range` of the query.
 * - `bytes`: the body is bytes: over HTTP as `application/octet-stream`, over IPC as they are
 * - `fields`: the body may be `multipart/form-data`, too; a part named `file` is bytes, everything else text
 * - `presentation`: the body may be whatever a wallet sends as a presentation
 * - `form`: over HTTP the body is `application/x-www-form-urlencoded` and nothing else, in process an object of texts
 */
export type RequestForm = 'verbatim' | 'bytes' | 'fields' | 'presentation' | 'form'

interface Reply {
  readonly status: 200 | 201 | 202
  /** A second success status that the handler may choose. */
  readonly otherStatus?: 200 | 201 | 206
  readonly body: z.ZodType
}

/** No body: a handler that answers 302 adds the `Location`, a path within the same API. */
type Success = (
  | { readonly status: 200 | 201 | 204 | 302; readonly otherStatus?: never; readonly body?: never }
  | Reply
) &
  (
    | { readonly media?: never; readonly file?: never }
    /** Content types of an answer that is not JSON; `body` is then `Media` (media.ts). */
    | { readonly media: readonly [string, ...string[]]; readonly file?: never }
    /** The answer is a range of a file; `body` is then `FileRange`, or `FilePart` in the window (file-range.ts). */
    | { readonly media?: never; readonly file: true }
  )

export interface OperationDefinition extends DelegationTerms {
  readonly api: Api
  /** The method and the path: `GET /items/{id}`. The path is relative to the mount of its api. */
  readonly endpoint: `${Method} /${string}`
  /** Other spellings of the same path. */
  readonly aliases?: readonly string[]
  readonly auth: Auth
  /** No delegate may do this for a child user, whatever the role. */
  readonly neverForChildren?: true
  readonly summary: string
  readonly guard?: Guard
  /**
   * Its writes, such as sessions, may be lost with the process, so that it works even if the disk is read-only. A GET
   * writes nothing unless it has this.
   */
  readonly writesMayBeLost?: true
  /** The refusal says what to call instead; OpenAPI lists no success. */
  readonly alwaysRefused?: true
  /**
   * Not part of the published interface, and marked so in OpenAPI. `unlisted` operations are not even there: callers
   * get their addresses from other operations.
   */
  readonly extension?: true | 'unlisted'
  /** The parameters of the path; all are ids by default. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The schema in OpenAPI of a body that is validated by the handler. */
  readonly publishedBody?: z.ZodType
  /** The largest body, if not the default of its API. */
  readonly maxBodyBytes?: number
  readonly requestForm?: RequestForm
  /** Served only under the mount of its own API, because on the combined one the path is taken. */
  readonly ownMountOnly?: true
  /** Its tasks may wait in a queue, in the group that the header `Service-Waiting-Group` identifies. */
  readonly waitingGroup?: true
  /** By default 204, without a body. */
  readonly success?: Success
  /** Error codes besides those every operation can answer; none by default. */
  readonly errors?: readonly ErrorCode[]
  /** Adds to `extra_info` the part of the sent body that is wrong. */
  readonly describeFaults?: (body: unknown, faulty: readonly Pick<FaultyField, 'path'>[]) => ExtraInfo
}

/** What excludes each other: a GET or HEAD has no body, and what is always refused no success. */
type Exclusions = (
  | { readonly endpoint: `${'GET' | 'HEAD'} /${string}`; readonly body?: never }
  | { readonly endpoint: `${Exclude<Method, 'GET' | 'HEAD'>} /${string}` }
) &
  ({ readonly alwaysRefused?: never } | { readonly success?: never })

/** A definition together with its name and defaults; `id` is unique over all APIs, for example `vault.itemsPost`. */
export type Operation<D extends OperationDefinition = OperationDefinition> = D & {
  readonly name: string
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly success: Success
  readonly errors: readonly ErrorCode[]
}

export type Operations<D extends Readonly<Record<string, OperationDefinition>>> = {
  readonly [K in keyof D]: Operation<D[K]>
}

/** The `success` of an operation that answers an object with these fields. */
export function answer<const Status extends Reply['status'], Shape extends z.core.$ZodLooseShape>(
  status: Status,
  shape: Shape,
) {
  return { status, body: z.object(shape) }
}

/** Names each definition after its key, and fills in what it leaves out. */
export function defineOperations<const D extends Readonly<Record<string, OperationDefinition & Exclusions>>>(
  definitions: D,
): Operations<D> {
  const named = Object.entries(definitions).map(([name, definition]) => {
    const [method, path] = definition.endpoint.split(' ')
    const id = `${definition.api}.${name}`
    const usual = { ...idsOf(path ?? ''), success: { status: 204 }, errors: [] }
    return [name, Object.freeze({ ...usual, ...definition, name, id, method, path })]
  })
  // The entries were made from the keys of D just above.
  return Object.freeze(Object.fromEntries(named)) as Operations<D>
}

function idsOf(path: string): { params?: z.ZodObject } {
  const names = path.match(/(?<=\{)\w+(?=\})/g)
  return names === null ? {} : { params: z.object(Object.fromEntries(names.map((name) => [name, Id]))) }
}

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type IdsOf<D> = D extends { readonly endpoint: infer Endpoint }
  ? [NamesIn<Endpoint>] extends [never]
    ? undefined
    : z.ZodObject<Record<NamesIn<Endpoint>, typeof Id>>
  : undefined

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type PartOf<D, K extends 'params' | 'query' | 'body'> =
  D extends Readonly<Record<K, infer S>> ? S : K extends 'params' ? IdsOf<D> : undefined

/** What a handler receives: the three parts of the request after validation, kept separate. */
export interface InputFor<D extends OperationDefinition> {
  readonly params: OutputOf<PartOf<D, 'params'>>
  readonly query: OutputOf<PartOf<D, 'query'>>
  readonly body: OutputOf<PartOf<D, 'body'>>
}

type RequestPart<D, K extends 'params' | 'query' | 'body'> =
  PartOf<D, K> extends z.ZodType
    ? Record<string, never> extends InputOf<PartOf<D, K>>
      ? { readonly [P in K]?: InputOf<PartOf<D, K>> }
      : { readonly [P in K]: InputOf<PartOf<D, K>> }
    : unknown

/** What a caller sends. */
export type RequestFor<D extends OperationDefinition> = RequestPart<D, 'params'> &
  RequestPart<D, 'query'> &
  RequestPart<D, 'body'>

/** What a caller gets after the output filter. */
export type ReplyFor<D extends OperationDefinition> = D['success'] extends { readonly body: infer S }
  ? OutputOf<S>
  : undefined

/** What a handler returns, before the output filter. */
export type ResultFor<D extends OperationDefinition> = D['success'] extends { readonly body: infer S }
  ? InputOf<S>
  : undefined
