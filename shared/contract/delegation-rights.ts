import { z } from 'zod'

/**
 * What a delegate may do (docs/contract/vault.md, Delegation header; docs/contract/keystore.md, Delegation). Each
 * operation says it once, in `delegation` and `delegationFor`: together they are the table. The service enforces it and
 * the window draws it with the functions here.
 */

/** The roles are ordered from the most to the least that a delegate may do. */
export const DELEGATION_ROLES = ['owner', 'admin', 'reader'] as const
export const DelegationRole = z.enum(DELEGATION_ROLES).meta({ id: 'DelegationRole' })
export type DelegationRole = z.infer<typeof DelegationRole>

/** Whether a delegate of this role may do what needs that one: every role may what the ones below it may. */
export function roleSuffices(role: DelegationRole, needed: DelegationRole): boolean {
  return DELEGATION_ROLES.indexOf(role) <= DELEGATION_ROLES.indexOf(needed)
}

/**
 * What a `Service-Delegation-Id` header does: it is ignored, it is refused, or it needs at least this role of the
 * delegate.
 */
export type DelegationRule = 'ignored' | 'refused' | DelegationRole

/** The line of the table that an operation says. */
export interface DelegationTerms {
  readonly delegation: DelegationRule
  /** What needs another role than `delegation` says when this part of the request is given. */
  readonly delegationFor?: readonly {
    readonly part: 'query' | 'body'
    readonly path: readonly string[]
    readonly role: DelegationRole
  }[]
}

/** Parts of a request, as far as they were read. */
export interface RequestParts {
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * The role a delegate needs for a call; `ignored` and `refused` as the operation says. What was not read yet needs
 * nothing more.
 */
export function neededRole({ delegation, delegationFor }: DelegationTerms, parts: RequestParts): DelegationRule {
  const asked = delegationFor?.find(({ part, path }) => isGiven(valueAt(parts[part], path)))
  return asked?.role ?? delegation
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined),
    value,
  )
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}
