import { ServiceError } from '../../shared/contract/errors.ts'

/** The preconditions in a call's headers (RFC 9110, 13.1.1 and 13.1.2). */
export interface Preconditions {
  readonly if_match?: string | undefined
  readonly if_none_match?: string | undefined
}

/** The resource that a call addresses, with its entity tag if it has one; undefined if there is no resource. */
export type AddressedResource = { readonly tag: string | undefined } | undefined

const ENTITY_TAG = /(?:W\/)?"[^"]*"/g
const WEAK = /^W\//

/**
 * Returns the header whose condition does not hold. `If-Match` compares strongly, so a weak tag matches nothing;
 * `If-None-Match` compares weakly. `*` matches any resource, and a resource without a tag matches no other value.
 */
export function failedPrecondition(sent: Preconditions, resource: AddressedResource): keyof Preconditions | undefined {
  const { if_match, if_none_match } = sent
  if (if_match !== undefined && !isAmong(if_match, resource, (tag) => tag)) return 'if_match'
  if (if_none_match !== undefined && isAmong(if_none_match, resource, (tag) => tag.replace(WEAK, '')))
    return 'if_none_match'
  return undefined
}

/** @throws {ServiceError} `precondition_failed` */
export function requirePreconditions(sent: Preconditions, resource: AddressedResource): void {
  const refusal = refusedByPreconditions(sent, resource)
  if (refusal !== undefined) throw refusal
}

/** Like {@link requirePreconditions}, but returns the refusal. */
export function refusedByPreconditions(sent: Preconditions, resource: AddressedResource): ServiceError | undefined {
  const failed = failedPrecondition(sent, resource)
  if (failed === undefined) return undefined
  const header = failed === 'if_match' ? 'If-Match' : 'If-None-Match'
  const present = resource === undefined ? 'there is nothing' : `there is something, with ${tagText(resource.tag)}`
  return new ServiceError('precondition_failed', `The condition of ${header} does not hold: ${present}.`)
}

function tagText(tag: string | undefined): string {
  return tag === undefined ? 'no entity tag' : `the entity tag ${tag}`
}

/** @param comparable reduces a tag to a text that is the same for tags that count as equal */
function isAmong(header: string, resource: AddressedResource, comparable: (tag: string) => string): boolean {
  if (resource === undefined) return false
  if (header.trim() === '*') return true
  const { tag } = resource
  if (tag === undefined || WEAK.test(comparable(tag))) return false
  return (header.match(ENTITY_TAG) ?? []).some((one) => comparable(one) === comparable(tag))
}
