import type { z } from 'zod'
import type { DelegationTerms } from './delegation-rights.ts'
import type { ErrorCode, ExtraInfo, FaultyField } from './errors.ts'

/**
 * The service is described once, as operations. HTTP routes, the IPC channel, the OpenAPI documents and the typed
 * client are derived from them (docs/adr/0001).
 */
export type Api = 'vault' | 'keystore' | 'exchange' | 'verifier' | 'workbench'
/** HEAD is answered wherever there is a GET; as a method of its own it stands where there is none. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Says who may call.
 *
 * - `none`: anybody; where `delegation` names a role, whoever sends the header is signed in
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
 * What stands before a call that takes an account away, destroys keys or lets somebody in for good
 * (docs/security.md, What a token may destroy).
 */
interface Guard {
  /**
   * - `proof`: a fresh proof of the passphrase in the body
   * - `session`: one that the owner opened, see `session_not_sufficient`
   * - `use`: it is refused for what is still needed, in whatever session
   */
  readonly by: 'proof' | 'session' | 'use'
  /** The operation of the window that asks for the passphrase first; null: the window has none, and does not call it. */
  readonly inWindow: string | null
}

/**
 * How a request is written where it is not JSON alone.
 *
 * - `verbatim`: path and query are taken without decoding anything, and the body is bytes of any type. A header that
 *   names a range of bytes arrives as `range` of the query.
 * - `bytes`: the body is bytes: over HTTP as `application/octet-stream`, over IPC as they are
 * - `fields`: the body may be `multipart/form-data`, too; a part named `file` is bytes, everything else text
 * - `presentation`: the body may be whatever a wallet sends as a presentation
 */
export type RequestForm = 'verbatim' | 'bytes' | 'fields' | 'presentation'

interface Reply {
  readonly status: 200 | 201 | 202
  /** A second success status that the handler may choose. */
  readonly otherStatus?: 200 | 201 | 206
  readonly body: z.ZodType
}

/** Nothing, or where to go: a handler that answers 302 adds the `Location`, a path of the same part. */
type Success = (
  | { readonly status: 200 | 201 | 204 | 302; readonly otherStatus?: never; readonly body?: never }
  | Reply
) &
  (
    | { readonly media?: never; readonly file?: never }
    /** Content types of an answer that is not JSON; `body` is then `Media` (media.ts). */
    | { readonly media: readonly [string, ...string[]]; readonly file?: never }
    /** The answer is a range of a file; `body` is then `FileRange`, of the window `FilePart` (file-range.ts). */
    | { readonly media?: never; readonly file: true }
  )

export interface OperationDefinition extends DelegationTerms {
  readonly api: Api
  readonly method: Method
  /** The path has `{name}` for its parameters and is relative to the mount of its api. */
  readonly path: string
  /** Other spellings of the same path. */
  readonly aliases?: readonly string[]
  readonly auth: Auth
  /** Nobody may do it for a child user, whatever the role. */
  readonly neverForChildren?: true
  readonly summary: string
  readonly guard?: Guard
  /**
   * What it writes may end with the process, a session above all: it works also where the data can only be read. A GET
   * writes nothing unless it says so.
   */
  readonly writesMayBeLost?: true
  /** Answers where to go instead; OpenAPI lists no success. */
  readonly alwaysRefused?: true
  /**
   * It is not in the published interface, and marked in OpenAPI; `unlisted` ones are not even there: who comes here was
   * sent here by an address that another operation gave.
   */
  readonly extension?: true | 'unlisted'
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** What OpenAPI says of a body whose shape is checked as a whole. */
  readonly publishedBody?: z.ZodType
  /** Largest body, where it is not that of the part. */
  readonly maxBodyBytes?: number
  readonly requestForm?: RequestForm
  /** Served under the mount of its part alone: on the combined one the path is another part's. */
  readonly ownMountOnly?: true
  /** Its tasks may wait: `Service-Waiting-Group` says for which of the caller's own callers, who take turns. */
  readonly waitingGroup?: true
  readonly success: Success
  /** Codes of this operation besides those every operation can answer. */
  readonly errors: readonly ErrorCode[]
  /** Adds to `extra_info` the part of the sent body that is wrong. */
  readonly describeFaults?: (body: unknown, faulty: readonly Pick<FaultyField, 'path'>[]) => ExtraInfo
}

/** A definition together with its name; `id` is unique over all parts, for example `vault.itemsPost`. */
export type Operation<D extends OperationDefinition = OperationDefinition> = D & {
  readonly name: string
  readonly id: string
}

export type Operations<D extends Readonly<Record<string, OperationDefinition>>> = {
  readonly [K in keyof D]: Operation<D[K]>
}

/** Names each definition after its key. */
export function defineOperations<const D extends Readonly<Record<string, OperationDefinition>>>(
  definitions: D,
): Operations<D> {
  const named = Object.entries(definitions).map(([name, definition]) => [
    name,
    Object.freeze({ ...definition, name, id: `${definition.api}.${name}` }),
  ])
  // The entries were made from the keys of D just above.
  return Object.freeze(Object.fromEntries(named)) as Operations<D>
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type PartOf<D, K extends 'params' | 'query' | 'body'> = D extends Readonly<Record<K, infer S>> ? S : undefined

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
