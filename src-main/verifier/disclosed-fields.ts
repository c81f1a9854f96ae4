import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import type { AnsweredDescriptor, Verification } from '../../shared/contract/presentations.ts'
import { readCompactJwt } from '../../shared/presentation-exchange/compact-jwt.ts'
import { isObject, memberOf, pointerSteps, valueAt } from '../../shared/presentation-exchange/json.ts'
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
  const sent = checked && valueAt(root, pointerSteps(checked.pointer))
  const subject = memberOf(typeof sent === 'string' ? memberOf(payloadOf(sent), 'vc') : sent, 'credentialSubject')
  if (!isObject(subject)) return []
  return Object.entries(subject)
    .filter(([name]) => name !== 'id' && name !== 'type')
    .map(([name, value]) => ({ name, value }))
}

/** The document that the pointers refer to: the presentation, or the payload of its JWT. */
function presentationOf(sent: JsonObject | string): unknown {
  const { sent: presentation } = openForm(sent, readJsonText)
  return typeof presentation === 'string' ? payloadOf(presentation) : presentation
}

function valueAtPointers(root: unknown, pointer: string, innerPointer: string | null): unknown {
  const value = valueAt(root, pointerSteps(pointer))
  if (innerPointer === null) return value
  return typeof value === 'string' ? valueAt(payloadOf(value), pointerSteps(innerPointer)) : undefined
}

/** The payload of a JWT that the exchange has verified. */
function payloadOf(jwt: string): unknown {
  return readCompactJwt(jwt)?.payload
}
