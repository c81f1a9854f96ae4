import { DEMO_CONTEXT, findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/** The claims of a credential. */
interface Claims {
  /** The URL of the schema. */
  readonly schema: string
  readonly values: JsonObject
}

/** Whether a definition asks for a claim, so that scenarios must not change it. */
type IsAsked = (claim: string) => boolean

/** A claim that is not asked for, with another value that its schema also allows; undefined if there is none. */
export function changedClaim({ schema, values }: Claims, isAsked: IsAsked): JsonObject | undefined {
  for (const [claim, value] of Object.entries(values)) {
    const changed = isAsked(claim) ? undefined : otherValue(propertyOf(schema, claim), value)
    if (changed !== undefined) return { [claim]: changed }
  }
  return undefined
}

function otherValue(property: unknown, value: unknown): unknown {
  const others = listOf(memberOf(property, 'enum')).filter((allowed) => allowed !== value)
  if (others.length > 0) return others[0]
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + (value === memberOf(property, 'maximum') ? -1 : 1)
  if (typeof value !== 'string' || memberOf(property, 'pattern') !== undefined) return undefined
  const format = memberOf(property, 'format')
  if (format === 'date') return value === '2001-02-03' ? '2001-02-04' : '2001-02-03'
  return format === undefined ? `${value} (changed)` : undefined
}

/** A claim that is not asked for, with a value that its schema does not allow, even if linked data states it in another form. */
export function wrongClaim({ schema, values }: Claims, isAsked: IsAsked): JsonObject | undefined {
  const claim = Object.keys(values).find((name) => !isAsked(name) && propertyOf(schema, name) !== undefined)
  if (claim === undefined) return undefined
  return { [claim]: memberOf(propertyOf(schema, claim), 'type') === 'string' ? ['a text', 'another text'] : 'a text' }
}

/**
 * Two names that an inline context can swap while the credential still conforms to its schema: two claims with the same type,
 * else an optional claim and a term that the credential does not use.
 */
export function swappableNames({ schema, values }: Claims, isAsked: IsAsked): readonly [string, string] | undefined {
  const unasked = Object.keys(values).filter((name) => !isAsked(name))
  for (const one of unasked) {
    const other = unasked.find((name) => name !== one && typeKeyOf(schema, name) === typeKeyOf(schema, one))
    if (other !== undefined) return [one, other]
  }
  const required = textsOf(memberOf(findDemoSchema(schema)?.schema, 'required'))
  const optional = unasked.find((name) => !required.includes(name))
  const term = unusedTerm(schema)
  return optional === undefined || term === undefined ? undefined : [optional, term]
}

function unusedTerm(schema: string): string | undefined {
  const terms = memberOf(DEMO_CONTEXT, '@context')
  const properties = propertiesOf(schema)
  return Object.keys(isObject(terms) ? terms : {}).find(
    (term) => /^[a-z]/.test(term) && term !== 'name' && memberOf(properties, term) === undefined,
  )
}

/** The same text for claims whose schemas allow the same values. */
function typeKeyOf(schema: string, claim: string): string {
  const property = propertyOf(schema, claim)
  return JSON.stringify(['type', 'pattern', 'enum', 'format'].map((keyword) => memberOf(property, keyword) ?? null))
}

function propertyOf(schema: string, claim: string): unknown {
  return memberOf(propertiesOf(schema), claim)
}

function propertiesOf(schema: string): unknown {
  return memberOf(findDemoSchema(schema)?.schema, 'properties')
}

/** A claim is asked for if any path of the definition contains its name. */
export function askedIn(definition: JsonObject): IsAsked {
  const paths = listOf(memberOf(definition, 'input_descriptors')).flatMap((descriptor) =>
    listOf(memberOf(memberOf(descriptor, 'constraints'), 'fields')).flatMap((field) =>
      textsOf(memberOf(field, 'path')),
    ),
  )
  return (claim) => paths.some((path) => textOf(path)?.includes(claim))
}
