import { DEMO_CONTEXT, findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/** Claims of a credential, and the schema they are of. */
interface Claims {
  /** URL. */
  readonly schema: string
  readonly values: JsonObject
}

/** Whether a definition asks for a claim: then it stays as it is. */
type IsAsked = (claim: string) => boolean

/** A claim that no path selects, with another value that its schema allows too; undefined if there is none. */
export function changedClaim({ schema, values }: Claims, isAsked: IsAsked): JsonObject | undefined {
  for (const [claim, value] of Object.entries(values)) {
    const changed = isAsked(claim) ? undefined : otherValue(propertyOf(schema, claim), value)
    if (changed !== undefined) return { [claim]: changed }
  }
  return undefined
}

function otherValue(property: unknown, value: unknown): unknown {
  const others = listOf(memberOf(property, 'enum')).filter((one) => one !== value)
  if (others.length > 0) return others[0]
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + (value === memberOf(property, 'maximum') ? -1 : 1)
  if (typeof value !== 'string' || memberOf(property, 'pattern') !== undefined) return undefined
  const format = memberOf(property, 'format')
  if (format === 'date') return value === '2001-02-03' ? '2001-02-04' : '2001-02-03'
  return format === undefined ? `${value} (changed)` : undefined
}

/** A claim nobody asks for, with a value of a type that its schema does not allow, in whatever form it is stated. */
export function wrongClaim({ schema, values }: Claims, isAsked: IsAsked): JsonObject | undefined {
  const claim = Object.keys(values).find((name) => !isAsked(name) && propertyOf(schema, name) !== undefined)
  if (claim === undefined) return undefined
  return { [claim]: memberOf(propertyOf(schema, claim), 'type') === 'string' ? ['a text', 'another text'] : 'a text' }
}

/**
 * Two names whose meaning an inline context can exchange so that the schema still holds: two claims of one shape, else a
 * claim that the schema does not need and a term that the credential does not use.
 */
export function exchangeableNames({ schema, values }: Claims, isAsked: IsAsked): readonly [string, string] | undefined {
  const free = Object.keys(values).filter((name) => !isAsked(name))
  for (const one of free) {
    const other = free.find((name) => name !== one && shapeOf(schema, name) === shapeOf(schema, one))
    if (other !== undefined) return [one, other]
  }
  const required = textsOf(memberOf(findDemoSchema(schema)?.schema, 'required'))
  const one = free.find((name) => !required.includes(name))
  const other = freeTerm(schema)
  return one === undefined || other === undefined ? undefined : [one, other]
}

function freeTerm(schema: string): string | undefined {
  const terms = memberOf(DEMO_CONTEXT, '@context')
  const properties = propertiesOf(schema)
  return Object.keys(isObject(terms) ? terms : {}).find(
    (term) => /^[a-z]/.test(term) && term !== 'name' && memberOf(properties, term) === undefined,
  )
}

function shapeOf(schema: string, claim: string): string {
  const property = propertyOf(schema, claim)
  return JSON.stringify(['type', 'pattern', 'enum', 'format'].map((keyword) => memberOf(property, keyword) ?? null))
}

function propertyOf(schema: string, claim: string): unknown {
  return memberOf(propertiesOf(schema), claim)
}

function propertiesOf(schema: string): unknown {
  return memberOf(findDemoSchema(schema)?.schema, 'properties')
}

/** A claim counts as asked for when any path of the definition names it. */
export function askedIn(definition: JsonObject): IsAsked {
  const paths = listOf(memberOf(definition, 'input_descriptors')).flatMap((descriptor) =>
    listOf(memberOf(memberOf(descriptor, 'constraints'), 'fields')).flatMap((field) =>
      textsOf(memberOf(field, 'path')),
    ),
  )
  return (claim) => paths.some((path) => textOf(path)?.includes(claim))
}
