import type { ErrorObject, ValidateFunction } from 'ajv'
import { isObject, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
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
 * @param plain what its proof covers in its plain form, where it was written in another one: both must conform
 */
export type ValidateCredential = (
  credential: JsonObject,
  credentialSchema: JsonObject,
  plain?: JsonObject,
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

  return (credential, { id, type }, plain) => {
    if (!textsOf(type).some((one) => TYPES.includes(one))) {
      return { result: 'warn', code: 'schema_type_unsupported', message: 'the type of the schema is not supported' }
    }
    const schema = typeof id === 'string' ? compiledSchema(id) : 'the schema has no id'
    if (typeof schema === 'string') return { result: 'warn', code: 'schema_unavailable', message: schema }
    const asSent = violationsIn(credential, schema)
    const asStated = plain === undefined ? [] : violationsIn(plain, schema)
    if (asSent === undefined || asStated === undefined)
      return { result: 'fail', code: 'schema_unavailable', message: ENDLESS }
    const stated = asStated.filter((violation) => !isAboutForm(violation, plain, credential))
    const violations = [...asSent, ...stated]
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
function violationsIn(credential: JsonObject, schema: CompiledSchema): readonly SchemaViolation[] | undefined {
  try {
    return partsOf(credential, schema).flatMap(({ pointer, value }) => violationsOf(schema, value, pointer))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function violationsOf({ validate }: CompiledSchema, value: unknown, pointer: string): readonly SchemaViolation[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map((error: ErrorObject) => ({
    pointer: pointer + error.instancePath,
    keyword: error.keyword,
    message: error.message ?? '',
  }))
}

const KEYWORDS_OF_FORM: readonly string[] = ['anyOf', 'const', 'enum', 'oneOf', 'type']

/**
 * Whether a violation of the plain form says no more than that the value has another form there, as a single value where
 * the credential has a list of it. The schema has judged that form already.
 */
function isAboutForm({ keyword, pointer }: SchemaViolation, plain: unknown, credential: JsonObject): boolean {
  if (!KEYWORDS_OF_FORM.includes(keyword)) return false
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return formOf(valueThroughLists(credential, steps)) !== formOf(valueThroughLists(plain, steps))
}

/** A list of one stands for its value where the way goes on through it. */
function valueThroughLists(root: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step) => {
    if (!Array.isArray(value)) return memberOf(value, step)
    return /^\d+$/.test(step) ? (value[Number(step)] as unknown) : memberOf(value[0], step)
  }, root)
}

function formOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value === 'object' ? 'object' : 'simple'
}
