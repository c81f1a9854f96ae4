import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { DemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { STRING_FORMATS } from '../../../shared/presentation-exchange/string-formats.ts'

export interface Violation {
  /** JSON Pointer into the values. Of what is missing: where it would be. */
  readonly pointer: string
  readonly keyword: string
  readonly message: string
}

const compiled = new Map<string, ValidateFunction>()

/** What keeps values from being issued: everything the schema says against them, and names that it does not have. */
export function valueViolations(schema: DemoSchema, values: Readonly<Record<string, unknown>>): readonly Violation[] {
  const validate = compiled.get(schema.id) ?? compile(schema)
  const broken = validate(values) ? [] : (validate.errors ?? []).map(violationOf)
  return [...broken, ...foreignNames(schema, values)]
}

function compile({ id, schema }: DemoSchema): ValidateFunction {
  const validator = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  for (const [name, isOfFormat] of STRING_FORMATS) validator.addFormat(name, isOfFormat)
  const validate = validator.compile(schema)
  compiled.set(id, validate)
  return validate
}

function violationOf({ instancePath, keyword, message = '', params }: ErrorObject): Violation {
  const missing = textOf(memberOf(params, 'missingProperty'))
  if (missing === undefined) return { pointer: instancePath, keyword, message }
  return { pointer: `${instancePath}/${missing}`, keyword, message: 'is required' }
}

/** No context defines them either, so no signature would cover them. */
function foreignNames({ schema }: DemoSchema, values: Readonly<Record<string, unknown>>): readonly Violation[] {
  const properties = memberOf(schema, 'properties')
  const isForeign = (name: string) => !isObject(properties) || !Object.hasOwn(properties, name)
  return Object.keys(values)
    .filter(isForeign)
    .map((name) => ({
      pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      keyword: 'additionalProperties',
      message: 'is no property of the schema',
    }))
}
