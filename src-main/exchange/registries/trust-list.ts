import type { TrustRow } from '../../../shared/contract/workbench-exchange.ts'
import { compareMoments, readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'

/**
 * A trusted issuer, for all its credentials or for some schemas or types, from `valid_from` until before `valid_until`,
 * both as `xsd:dateTime` with a zone. A missing or null member sets no limit.
 */
export type TrustEntry = Pick<TrustRow, 'did' | 'name'> &
  Partial<Pick<TrustRow, 'valid_from' | 'valid_until'>> &
  Partial<Record<'schemas' | 'types', readonly string[] | null | undefined>>

/** What a credential says about itself. */
interface IssuedAs {
  readonly issuer: string
  readonly schemas: readonly string[]
  readonly types: readonly string[]
}

/** The outcome of `credential.trust`. `no_data` means that the list is empty, so trust is not checked. */
export type TrustOutcome =
  | { readonly result: 'pass'; readonly name: string }
  | { readonly result: 'fail'; readonly code: 'issuer_untrusted' | 'issuer_not_trusted_for_schema' }
  | { readonly result: 'not_run'; readonly code: 'no_data' }

/** Whether the list trusts the issuer now for this schema or type, by any of the issuer's entries. */
export function judgeIssuer(entries: readonly TrustEntry[], issued: IssuedAs, now: Moment): TrustOutcome {
  if (entries.length === 0) return { result: 'not_run', code: 'no_data' }
  const current = entries.filter((entry) => entry.did === issued.issuer && isCurrent(entry, now))
  if (current.length === 0) return { result: 'fail', code: 'issuer_untrusted' }
  const fitting = current.find((entry) => isFor(entry, issued))
  if (fitting === undefined) return { result: 'fail', code: 'issuer_not_trusted_for_schema' }
  return { result: 'pass', name: fitting.name }
}

/** Whether the list trusts the issuer now, at least for some credentials; null if the list is empty. */
export function isTrustedNow(entries: readonly TrustEntry[], did: string, now: Moment): boolean | null {
  if (entries.length === 0) return null
  return entries.some((entry) => entry.did === did && isCurrent(entry, now))
}

/** An entry without schemas and types applies to all credentials; otherwise to those it names. */
function isFor({ schemas, types }: TrustEntry, issued: IssuedAs): boolean {
  if (!schemas && !types) return true
  const names = (list: readonly string[] | null | undefined, values: readonly string[]) =>
    values.some((value) => list?.includes(value) === true)
  return names(schemas, issued.schemas) || names(types, issued.types)
}

/** An entry with an unreadable bound is never current. */
function isCurrent({ valid_from, valid_until }: TrustEntry, now: Moment): boolean {
  const [from, until] = [valid_from, valid_until].map((text) => (typeof text === 'string' ? readDateTime(text) : null))
  if (from === undefined || until === undefined) return false
  return (from === null || compareMoments(from, now) <= 0) && (until === null || compareMoments(now, until) < 0)
}
