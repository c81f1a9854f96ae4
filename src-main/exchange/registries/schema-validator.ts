import { Ajv } from 'ajv'
import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import type Validator from 'ajv/dist/core.js'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import AjvDraft04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { BudgetSpent, newBudget } from '../../../shared/presentation-exchange/budget.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { preparePattern } from '../../../shared/presentation-exchange/pattern.ts'
import type { PreparedPattern } from '../../../shared/presentation-exchange/pattern.ts'
import type { SchemaRegistry } from './registry.ts'
import type { StopCode } from './stop-code.ts'

export interface SchemaViolation {
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
      readonly result: 'fail'
      readonly code: 'schema_violation' | StopCode
      readonly violations: readonly SchemaViolation[]
    }

/** @param credential in its normalised form */
export type ValidateCredential = (credential: JsonObject, credentialSchema: JsonObject) => SchemaOutcome

/** The same, elsewhere. Never rejects: what cannot be decided fails. */
export type ValidateCredentialApart = (credential: JsonObject, credentialSchema: JsonObject) => Promise<SchemaOutcome>

const TYPES: readonly unknown[] = ['JsonSchemaValidator2018', 'JsonSchema']
const MAX_VIOLATIONS = 20
const MAX_REFERENCES = 50
/** A text is tried against a pattern for so many steps (budget.ts); one that takes more does not conform. */
const STEPS_OF_A_PATTERN = 250_000

/** The library tells patterns apart by their text. */
const regExp = Object.assign(
  (source: string) => {
    const pattern = preparePattern(source, newBudget())
    return { test: (text: string) => isMatch(pattern, text), toString: () => source }
  },
  { code: 'preparePattern' },
)
const OPTIONS: Options = { strict: false, allErrors: true, unicodeRegExp: false, logger: false, code: { regExp } }

/**
 * Validates credentials against registered JSON Schemas (contract 7.3). A reference leads only to another registered
 * schema. Each schema is compiled once, so a registry that changes needs a new validator.
 *
 * Patterns run in an engine that cannot go back, where it knows them; the others can keep this thread busy for years.
 */
export function schemaValidatorOver(schemas: SchemaRegistry): ValidateCredential {
  const compiled = new Map<string, CompiledSchema | string>()

  return (credential, { id, type }) => {
    if (!TYPES.includes(type)) {
      return { result: 'warn', code: 'schema_type_unsupported', message: 'the type of the schema is not supported' }
    }
    const schema = typeof id === 'string' ? compiledSchema(id) : 'the schema has no id'
    if (typeof schema === 'string') return { result: 'warn', code: 'schema_unavailable', message: schema }
    const violations = partsOf(credential, schema).flatMap(({ pointer, value }) => violationsOf(schema, value, pointer))
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
    return `the registered schema cannot be used: ${error instanceof Error ? error.message : 'unknown cause'}`
  }
}

function compileWithReferences(schema: JsonObject, schemas: SchemaRegistry): ValidateFunction {
  const validator = validatorFor(schema)
  for (let references = 0; references < MAX_REFERENCES; references += 1) {
    try {
      return validator.compile(schema)
    } catch (error) {
      const missing = textOf(memberOf(error, 'missingSchema'))
      const referenced = missing === undefined ? undefined : unwrapped(schemas.find(missing))
      if (missing === undefined || !isObject(referenced)) throw error
      validator.addSchema(referenced, missing)
    }
  }
  throw new Error(`it refers to more than ${MAX_REFERENCES} other schemas`)
}

/** By `$schema`; draft 7 where it says nothing. */
function validatorFor(schema: JsonObject): Validator {
  const draft = textOf(memberOf(schema, '$schema')) ?? ''
  const validator = newValidator(draft)
  addFormats(validator)
  return validator
}

function newValidator(draft: string): Validator {
  if (draft.includes('draft-04')) return new AjvDraft04(OPTIONS)
  if (draft.includes('2019-09')) return new Ajv2019(OPTIONS)
  if (draft.includes('2020-12')) return new Ajv2020(OPTIONS)
  const validator = new Ajv(OPTIONS)
  if (draft.includes('draft-06')) validator.addMetaSchema(draft06)
  return validator
}

function isMatch(pattern: PreparedPattern, text: string): boolean {
  try {
    return pattern.test(text, newBudget(STEPS_OF_A_PATTERN, true))
  } catch (fault) {
    if (fault instanceof BudgetSpent) return false
    throw fault
  }
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

function violationsOf({ validate }: CompiledSchema, value: unknown, pointer: string): readonly SchemaViolation[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map((error: ErrorObject) => ({
    pointer: pointer + error.instancePath,
    keyword: error.keyword,
    message: error.message ?? '',
  }))
}
