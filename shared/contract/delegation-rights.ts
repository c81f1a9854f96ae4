import { z } from 'zod'

/**
 * What a delegate may do (docs/contract/vault.md, Delegation header; docs/contract/keystore.md, Delegation). Each
 * operation states its rule in `delegation` and `delegationFor`; together these form the table of rights. The service
 * enforces the table and the window shows it, both with the functions here.
 */

/** The roles are ordered from the most to the fewest rights. */
export const DELEGATION_ROLES = ['owner', 'admin', 'reader'] as const
export const DelegationRole = z.enum(DELEGATION_ROLES).meta({ id: 'DelegationRole' })
export type DelegationRole = z.infer<typeof DelegationRole>

/** Tells whether a role includes the rights of the needed one: every role includes those that follow it. */
export function roleSuffices(role: DelegationRole, needed: DelegationRole): boolean {
  return DELEGATION_ROLES.indexOf(role) <= DELEGATION_ROLES.indexOf(needed)
}

/**
 * What a `Service-Delegation-Id` header does: it is ignored, it is refused, or it needs at least this role of the
 * delegate.
 */
export type DelegationRule = 'ignored' | 'refused' | DelegationRole

/** The row of the table of rights that an operation states. */
export interface DelegationTerms {
  readonly delegation: DelegationRule
  /** The parts of a request that, when given, need a role other than `delegation`. */
  readonly delegationFor?: readonly {
    readonly part: 'query' | 'body'
    readonly path: readonly string[]
    readonly role: DelegationRole
  }[]
}

/** The parts of a request that were read so far. */
export interface RequestParts {
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * Returns the role a delegate needs for a call, or `ignored` or `refused` if the operation says so. Parts that were not
 * read yet do not raise the role.
 */
export function neededRole({ delegation, delegationFor }: DelegationTerms, parts: RequestParts): DelegationRule {
  const special = delegationFor?.find(({ part, path }) => isGiven(valueAt(parts[part], path)))
  return special?.role ?? delegation
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
