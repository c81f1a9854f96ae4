import type { ErrorObject, ValidateFunction } from 'ajv'
import {
  isObject,
  listOf,
  memberOf,
  pointerSteps,
  textOf,
  textsOf,
  valueAt,
} from '../../../shared/presentation-exchange/json.ts'
import { formsOf } from '../../../shared/presentation-exchange/json-schema.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'
import { isOfType } from '../../../shared/presentation-exchange/json-schema-values.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { SchemaRegistry } from './registry.ts'
import { faultyPatternIn, validatorOfDraft, withoutInherited } from './schema-library.ts'
import type { Allowance, StopCode } from './stop-code.ts'

interface SchemaViolation {
  /** JSON Pointer into the credential. */
  readonly pointer: string
  readonly keyword: string
  readonly message: string
}

/** The outcome of check 25 for one `credentialSchema`. */
export type SchemaOutcome =
  | { readonly result: 'pass' }
  | {
      readonly result: 'warn'
      readonly code: 'schema_unavailable' | 'schema_type_unsupported'
      readonly message: string
    }
  | {
      /**
       * The schema has no end, or nobody had time for it. What a credential holds may lead to either, so that it is no
       * warning, which may pass.
       */
      readonly result: 'fail'
      readonly code: 'schema_unavailable' | 'schema_not_checked'
      readonly message: string
    }
  | {
      readonly result: 'fail'
      readonly code: 'schema_violation' | StopCode
      readonly violations: readonly SchemaViolation[]
    }

/**
 * @param credential in its normalised form
 * @param isStated whether that is what linked data states, where a value says the same in the form that a schema demands: with
 * and without a list around it, a reference as text and as an object
 */
export type ValidateCredential = (
  credential: JsonObject,
  credentialSchema: JsonObject,
  isStated?: boolean,
) => SchemaOutcome

/** The same, elsewhere. Never rejects: what cannot be decided fails. */
export type ValidateCredentialApart = (
  ...order: [...Parameters<ValidateCredential>, allowance?: Allowance]
) => Promise<SchemaOutcome>

const TYPES: readonly string[] = ['JsonSchemaValidator2018', 'JsonSchema']
const MAX_VIOLATIONS = 20
const MAX_REFERENCES = 50
/** What a stack that overflowed says: credentials are nested less deeply than it holds, so the schema is what has no end. */
const ENDLESS = 'the registered schema refers to itself without end, or is nested too deeply'
/**
 * Validates credentials against registered JSON Schemas (docs/contract/exchange.md, Registries: schemas). A reference
 * leads only to another registered schema. Each schema is compiled once, so a registry that changes needs a new
 * validator.
 *
 * Patterns run in an engine that cannot go back, where it knows them; the others can keep this thread busy for years.
 */
export function schemaValidatorOver(schemas: SchemaRegistry): ValidateCredential {
  const compiled = new Map<string, CompiledSchema | string>()

  return (credential, { id, type }, isStated = false) => {
    if (!textsOf(type).some((one) => TYPES.includes(one))) {
      return { result: 'warn', code: 'schema_type_unsupported', message: 'the type of the schema is not supported' }
    }
    const schema = typeof id === 'string' ? compiledSchema(id) : 'the schema has no id'
    if (typeof schema === 'string') return { result: 'warn', code: 'schema_unavailable', message: schema }
    const violations = violationsIn(credential, schema, isStated)
    if (violations === undefined) return { result: 'fail', code: 'schema_unavailable', message: ENDLESS }
    if (violations.length === 0) return { result: 'pass' }
    return { result: 'fail', code: 'schema_violation', violations: violations.slice(0, MAX_VIOLATIONS) }
  }

  function compiledSchema(id: string): CompiledSchema | string {
    const known = compiled.get(id)
    if (known !== undefined) return known
    const document = schemas.find(id)
    if (document === undefined) return 'the schema is not registered here'
    const schema = compile(document, schemas)
    compiled.set(id, schema)
    return schema
  }
}

/** Why a document cannot be used as a schema; undefined when it can. */
export function schemaFault(document: unknown, schemas: SchemaRegistry): string | undefined {
  const schema = compile(document, schemas)
  return typeof schema === 'string' ? schema : undefined
}

interface CompiledSchema {
  readonly validate: ValidateFunction
  /** The whole credential is meant, not each subject. */
  readonly isForCredential: boolean
}

/** @returns why it cannot be used, when it cannot */
function compile(document: unknown, schemas: SchemaRegistry): CompiledSchema | string {
  const schema = unwrapped(document)
  if (!isObject(schema)) return 'the registered document is not a JSON Schema'
  try {
    return { validate: compileWithReferences(schema, schemas), isForCredential: namesSubject(schema) }
  } catch (error) {
    if (error instanceof RangeError) return ENDLESS
    const faulty = faultyPatternIn(schema)
    const cause = error instanceof Error ? error.message : 'unknown cause'
    const reason = faulty === undefined ? cause : `${faulty.place} is no pattern of ECMA-262: ${faulty.reason}`
    return `the registered schema cannot be used: ${reason}`
  }
}

function compileWithReferences(document: JsonObject, schemas: SchemaRegistry): ValidateFunction {
  const validator = validatorOfDraft(textOf(memberOf(document, '$schema')) ?? '')
  const schema = withoutInherited(document) as JsonObject
  for (let references = 0; references < MAX_REFERENCES; references += 1) {
    try {
      return synchronous(validator.compile(schema))
    } catch (error) {
      const missing = textOf(memberOf(error, 'missingSchema'))
      const referenced = missing === undefined ? undefined : unwrapped(schemas.find(missing))
      if (missing === undefined || !isObject(referenced)) throw error
      validator.addSchema(withoutInherited(referenced) as JsonObject, missing)
    }
  }
  throw new Error(`it refers to more than ${MAX_REFERENCES} other schemas`)
}

/** The library's own `$async` makes a validator that answers later, which any reader of now takes for a yes. */
function synchronous(validate: ValidateFunction): ValidateFunction {
  if ('$async' in validate) throw new Error('$async is no keyword of JSON Schema')
  return validate
}

/** Some registries give a schema inside of a description of it. */
function unwrapped(document: unknown): unknown {
  const inner = memberOf(document, 'schema')
  return isObject(inner) ? inner : document
}

function namesSubject(schema: JsonObject): boolean {
  const { properties, required } = schema
  const isRequired = Array.isArray(required) && required.includes('credentialSubject')
  return isRequired || (isObject(properties) && Object.hasOwn(properties, 'credentialSubject'))
}

interface Part {
  readonly pointer: string
  readonly value: unknown
}

function partsOf(credential: JsonObject, { isForCredential }: CompiledSchema): readonly Part[] {
  const { proof: _proof, ...whole } = credential
  if (isForCredential) return [{ pointer: '', value: whole }]
  const subject = memberOf(credential, 'credentialSubject')
  if (!Array.isArray(subject)) return [{ pointer: '/credentialSubject', value: subject }]
  return subject.map((value: unknown, index) => ({ pointer: `/credentialSubject/${index}`, value }))
}

/** Undefined when the schema has no end: a reference that leads to itself before it looks at anything smaller. */
function violationsIn(
  credential: JsonObject,
  schema: CompiledSchema,
  isStated: boolean,
): readonly SchemaViolation[] | undefined {
  try {
    return partsOf(credential, schema).flatMap(({ pointer, value }) =>
      (isStated ? errorsOfStated(value, schema) : errorsOf(value, schema)).map((error) => ({
        pointer: pointer + error.instancePath,
        keyword: error.keyword,
        message: error.message ?? '',
      })),
    )
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function errorsOf(value: unknown, { validate }: CompiledSchema): readonly ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? [])
}

/** Each turn gives forms to what the last one could look into; a credential is not nested more deeply. */
const MAX_TURNS = 64

/** Of what linked data states, once each value has the form that the schema demands of it. */
function errorsOfStated(value: unknown, schema: CompiledSchema): readonly ErrorObject[] {
  let formed = value
  let errors = errorsOf(formed, schema)
  for (let turn = 0; errors.length > 0 && turn < MAX_TURNS; turn += 1) {
    const next = formedFor(errors, formed)
    if (next === formed) break
    formed = next
    errors = errorsOf(formed, schema)
  }
  return errors
}

const KEYWORDS_OF_FORM: readonly string[] = ['anyOf', 'const', 'enum', 'oneOf', 'type']

/** The value with another form wherever all that is wrong is the form, and the schema demands another one. */
function formedFor(errors: readonly ErrorObject[], value: unknown): unknown {
  const byPlace = Map.groupBy(errors, ({ instancePath }) => instancePath)
  return [...byPlace].reduce((formed, [place, ofPlace]) => {
    const isOfForm = ofPlace.every(({ keyword }) => KEYWORDS_OF_FORM.includes(keyword))
    const steps = pointerSteps(place)
    const found = valueAt(value, steps)
    const form = isOfForm
      ? ofPlace.map((error) => demandedForm(error, found)).find((one) => one !== undefined)
      : undefined
    return form === undefined ? formed : withValueAt(formed, steps, form)
  }, value)
}

/** Undefined where the value has no form that the keyword takes. */
function demandedForm({ keyword, schema }: ErrorObject, value: unknown): unknown {
  const forms = formsOf(value).slice(1)
  if (keyword === 'type') return forms.find((form) => textsOf(schema).some((type) => isOfType(form, type)))
  if (keyword !== 'const' && keyword !== 'enum') return undefined
  const allowed = new Set((keyword === 'enum' ? listOf(schema) : [schema]).map((one) => canonicalJson(one)))
  return forms.find((form) => form !== undefined && allowed.has(canonicalJson(form)))
}

function withValueAt(root: unknown, [step, ...rest]: Location, value: unknown): unknown {
  if (step === undefined) return value
  const inner = withValueAt(valueAt(root, [step]), rest, value)
  if (Array.isArray(root)) return root.map((entry: unknown, index) => (index === Number(step) ? inner : entry))
  return isObject(root) ? { ...root, [step]: inner } : root
}
