import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import type { AnsweredDescriptor, Verification } from '../../shared/contract/presentations.ts'
import { CREDENTIAL_CLAIMS } from '../../shared/presentation-exchange/candidate.ts'
import { isSdJwt, readCompactJwt } from '../../shared/presentation-exchange/compact-jwt.ts'
import { isObject, memberOf, pointerSteps, valueAt } from '../../shared/presentation-exchange/json.ts'
import { openDisclosures } from '../crypto/sd-jwt/disclosures.ts'
import { readSdJwt } from '../crypto/sd-jwt/sd-jwt.ts'
import { readJsonText } from '../service/other-bodies.ts'
import { openForm } from '../../shared/presentation-exchange/presentation-forms.ts'

/** The disclosed value of one field of the definition. */
export interface DisclosedField {
  /** Id of the input descriptor. */
  readonly descriptor: string
  /** The descriptor's name, or its id if it has none. */
  readonly descriptor_name: string
  /** The last member of the field's path, for example `category`. */
  readonly name: string
  readonly value: unknown
}

/**
 * The values that a valid presentation disclosed for the requested fields. A descriptor without fields requests all
 * claims about the subject.
 */
export function disclosedFields(sent: JsonObject | string, verification: Verification): readonly DisclosedField[] {
  const root = presentationOf(sent)
  return verification.descriptors.flatMap((descriptor) => {
    const found =
      descriptor.fields.length > 0 ? requestedFields(descriptor, root) : claimsFor(descriptor, root, verification)
    const { id, name } = descriptor
    return found.map((field) => ({ descriptor: id, descriptor_name: name ?? id, ...field }))
  })
}

type Found = Pick<DisclosedField, 'name' | 'value'>

function requestedFields({ fields }: AnsweredDescriptor, root: unknown): readonly Found[] {
  return fields.flatMap(({ pointer, inner_pointer }): Found[] => {
    if (pointer === null) return [] // an optional field that was not disclosed
    const value = valueAtPointers(root, pointer, inner_pointer)
    const name = pointerSteps(inner_pointer ?? pointer).at(-1) ?? ''
    return value === undefined ? [] : [{ name, value }]
  })
}

function claimsFor({ credential }: AnsweredDescriptor, root: unknown, { credentials }: Verification): readonly Found[] {
  const checked = credentials.find(({ index }) => index === credential)
  const sent = checked && valueAtPointers(root, checked.pointer, null)
  const subject = isSdJwt(sent) ? payloadOf(sent) : memberOf(documentOf(sent), 'credentialSubject')
  if (!isObject(subject)) return []
  return Object.entries(subject)
    .filter(([name]) => !(isSdJwt(sent) ? CREDENTIAL_CLAIMS : NAMING_MEMBERS).includes(name))
    .map(([name, value]) => ({ name, value }))
}

const NAMING_MEMBERS: readonly string[] = ['id', 'type']

function documentOf(credential: unknown): unknown {
  return typeof credential === 'string' ? memberOf(payloadOf(credential), 'vc') : credential
}

/** The document that pointers of an answer refer to: what was sent, or the payload of its JWT. */
function presentationOf(sent: JsonObject | string): unknown {
  const { sent: presentation } = openForm(sent, readJsonText)
  return typeof presentation === 'string' && !isSdJwt(presentation) ? payloadOf(presentation) : presentation
}

/** Pointers into several presentations lead through the payloads of those that are JWTs. */
function valueAtPointers(root: unknown, pointer: string, innerPointer: string | null): unknown {
  const value = pointerSteps(pointer).reduce<unknown>((at, step) => valueAt(opened(at), [step]), root)
  return innerPointer === null ? value : valueAt(opened(value), pointerSteps(innerPointer))
}

function opened(value: unknown): unknown {
  return typeof value === 'string' ? payloadOf(value) : value
}

/** The payload of a JWT that the exchange has verified. */
function payloadOf(jwt: string): unknown {
  return isSdJwt(jwt) ? openDisclosures(readSdJwt(jwt)).claims : readCompactJwt(jwt)?.payload
}
