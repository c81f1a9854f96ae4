import { ServiceError } from '../../shared/contract/errors.ts'

/** The conditions on which a call is answered or carried out, by its headers (RFC 9110, 13.1.1 and 13.1.2). */
export interface Preconditions {
  readonly if_match?: string | undefined
  readonly if_none_match?: string | undefined
}

/** What the address of a call names, with its entity tag where it has one; undefined: there is nothing. */
export type Named = { readonly tag: string | undefined } | undefined

const ENTITY_TAG = /(?:W\/)?"[^"]*"/g
const WEAK = /^W\//

/**
 * Names the condition that does not hold. `If-Match` compares strongly: a weak tag equals nothing. `If-None-Match`
 * compares weakly. `*` stands for whatever is there, and what has no tag equals no tag that is named.
 */
export function failedPrecondition(sent: Preconditions, named: Named): keyof Preconditions | undefined {
  const { if_match, if_none_match } = sent
  if (if_match !== undefined && !isAmong(if_match, named, (tag) => tag)) return 'if_match'
  if (if_none_match !== undefined && isAmong(if_none_match, named, (tag) => tag.replace(WEAK, '')))
    return 'if_none_match'
  return undefined
}

/** @throws {ServiceError} `precondition_failed` */
export function requirePreconditions(sent: Preconditions, named: Named): void {
  const refusal = refusedByPreconditions(sent, named)
  if (refusal !== undefined) throw refusal
}

/** The same, not thrown. */
export function refusedByPreconditions(sent: Preconditions, named: Named): ServiceError | undefined {
  const failed = failedPrecondition(sent, named)
  if (failed === undefined) return undefined
  const header = failed === 'if_match' ? 'If-Match' : 'If-None-Match'
  const present = named === undefined ? 'there is nothing' : `there is something, with ${said(named.tag)}`
  return new ServiceError('precondition_failed', `The condition of ${header} does not hold: ${present}.`)
}

function said(tag: string | undefined): string {
  return tag === undefined ? 'no entity tag' : `the entity tag ${tag}`
}

/** @param comparable of two tags that are equal this is the same text */
function isAmong(header: string, named: Named, comparable: (tag: string) => string): boolean {
  if (named === undefined) return false
  if (header.trim() === '*') return true
  const { tag } = named
  if (tag === undefined || WEAK.test(comparable(tag))) return false
  return (header.match(ENTITY_TAG) ?? []).some((one) => comparable(one) === comparable(tag))
}
