import { isObject, textOf } from '../../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { suppliedText } from '../../../i18n/service-words.ts'
import { claimName } from '../phone/asked-text.ts'

type Kind = 'text' | 'date' | 'number' | 'choice' | 'json'

/** A property of a JSON Schema as a form field. Values that no field can show are typed as JSON. */
export interface SchemaField {
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly kind: Kind
  /** The options of a choice, as texts of the form. */
  readonly options: readonly string[]
  readonly required: boolean
}

/** A field for each property of the schema of a subject, in its order. */
export function fieldsOf(schema: JsonObject): readonly SchemaField[] {
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = schema['properties']
  if (!isObject(properties)) return []
  return Object.entries(properties).map(([name, property]) => {
    const described = isObject(property) ? property : {}
    return {
      name,
      label: saidIn(described, 'title') ?? claimName(name),
      hint: saidIn(described, 'description'),
      kind: kindOf(described),
      options: optionsOf(described),
      required: required.includes(name),
    }
  })
}

/** A text of the schema about a property, translated if the schema is bundled. */
function saidIn(property: JsonObject, member: string): string | undefined {
  const said = textOf(property[member])
  return said === undefined ? undefined : suppliedText(said)
}

/** The field texts for values; absent properties are empty. */
export function textsOf(fields: readonly SchemaField[], values: JsonObject): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name }) => {
      const value = values[name]
      return [name, value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)]
    }),
  )
}

/**
 * The values of a form. Empty fields are left out. A text that is not a value of the property's type stays a text: the
 * issuer reports it, or issues it anyway.
 */
export function valuesOf(
  fields: readonly SchemaField[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = texts[field.name]?.trim() ?? ''
      return text === '' ? [] : [[field.name, valueOf(field, text)]]
    }),
  )
}

function valueOf({ kind, options }: SchemaField, text: string): unknown {
  if (kind === 'text' || kind === 'date') return text
  if (kind === 'choice' && !options.every((option) => isOtherThanText(option))) return text
  return isOtherThanText(text) ? JSON.parse(text) : text
}

/** Whether a text is JSON other than a string. */
function isOtherThanText(text: string): boolean {
  try {
    return typeof JSON.parse(text) !== 'string'
  } catch {
    return false
  }
}

function kindOf({ type, format, enum: values }: JsonObject): Kind {
  if (Array.isArray(values) || type === 'boolean') return 'choice'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string') return format === 'date' ? 'date' : 'text'
  return 'json'
}

function optionsOf({ type, enum: values }: JsonObject): readonly string[] {
  if (Array.isArray(values)) return values.map((one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one)))
  return type === 'boolean' ? ['true', 'false'] : []
}
