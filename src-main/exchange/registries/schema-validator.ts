import { BudgetSpent, newBudget, TooDeep } from '../../../shared/presentation-exchange/budget.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'
import {
  isObject,
  jsonPointer,
  listOf,
  memberOf,
  textOf,
  textsOf,
  valueAt,
} from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { Violation } from '../../../shared/json-schema/json-schema-keyword.ts'
import { formsOf } from '../../../shared/json-schema/json-schema-readings.ts'
import { SchemaFault } from '../../../shared/json-schema/json-schema-resources.ts'
import { isOfType } from '../../../shared/json-schema/json-schema-values.ts'
import { messageFields } from '../../../shared/phrase.ts'
import type { MessageFields } from '../../../shared/phrase.ts'
import { violationText } from '../../../shared/json-schema/json-schema-words.ts'
import { prepareSchema } from '../../../shared/json-schema/json-schema.ts'
import type { PreparedSchema } from '../../../shared/json-schema/json-schema.ts'
import metaschemas from './metaschemas.json' with { type: 'json' }
import type { SchemaRegistry } from './registry.ts'
import type { Allowance, StopCode } from './stop-code.ts'

interface SchemaViolation extends MessageFields {
  /** JSON Pointer into the credential. */
  readonly pointer: string
  readonly keyword: string
}

/** The outcome of `credential.schema` for one `credentialSchema`. */
export type SchemaOutcome =
  | { readonly result: 'pass' }
  | {
      readonly result: 'warn'
      readonly code: 'schema_unavailable' | 'schema_type_unsupported'
      readonly message: string
    }
  | {
      /**
       * The schema recurses endlessly, or could not be checked for lack of time. A credential can cause either on
       * purpose, so this is not just a warning.
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
 * Validates a credential with a registered schema.
 *
 * @param credential the credential in its normalised form
 * @param isStated whether it was read as linked data, in which a single value is equivalent to a list of it, and a
 *   reference as text to an object. Each value then gets the form that the schema demands.
 */
export type ValidateCredential = (
  credential: JsonObject,
  credentialSchema: JsonObject,
  isStated?: boolean,
) => SchemaOutcome

/** Validates on a worker thread. Never rejects: what cannot be checked fails. */
export type ValidateCredentialOnWorker = (
  ...order: [...Parameters<ValidateCredential>, allowance?: Allowance]
) => Promise<SchemaOutcome>

const TYPES: readonly string[] = ['JsonSchemaValidator2018', 'JsonSchema']
const MAX_VIOLATIONS = 20
const MAX_REFERENCES = 50
/** Allows some seconds of work. Backtracking patterns are limited by time instead. */
const MAX_STEPS = 2_500_000
/** The depth of nested references: a credential may have 64 levels, each of which may need several references. */
const MAX_DEPTH = 600
const newSchemaBudget = () => newBudget(MAX_STEPS, true, MAX_DEPTH)
/** Credentials cannot exceed the depth, so the schema must be the cause. */
const ENDLESS = 'the registered schema refers to itself without end, or is nested too deeply'

/** The metaschemas of all drafts and vocabularies from json-schema.org, by URI without an empty fragment. */
const METASCHEMAS: ReadonlyMap<string, unknown> = new Map(
  metaschemas.map((document: unknown) => {
    const name = textOf(memberOf(document, '$id')) ?? textOf(memberOf(document, 'id')) ?? ''
    return [name.replace(/#$/, ''), document]
  }),
)

/**
 * Validates credentials with registered JSON Schemas (docs/contract/exchange.md, Registries: schemas). References lead
 * only to other registered schemas or to metaschemas. Each schema is compiled once, so a changed registry needs a new
 * validator.
 */
export function schemaValidatorOver(schemas: SchemaRegistry): ValidateCredential {
  const known = new Map<string, RegisteredSchema | string>()

  return (credential, { id, type }, isStated = false) => {
    if (!textsOf(type).some((one) => TYPES.includes(one))) {
      return { result: 'warn', code: 'schema_type_unsupported', message: 'the type of the schema is not supported' }
    }
    const schema = typeof id === 'string' ? schemaNamed(id) : 'the schema has no id'
    if (typeof schema === 'string') return { result: 'warn', code: 'schema_unavailable', message: schema }
    try {
      const violations = violationsIn(credential, schema, isStated)
      if (violations.length === 0) return { result: 'pass' }
      return { result: 'fail', code: 'schema_violation', violations: violations.slice(0, MAX_VIOLATIONS) }
    } catch (fault) {
      if (isEndless(fault)) return { result: 'fail', code: 'schema_unavailable', message: ENDLESS }
      if (fault instanceof BudgetSpent) return { result: 'fail', code: 'timeout', violations: [] }
      throw fault
    }
  }

  function schemaNamed(id: string): RegisteredSchema | string {
    const schema = known.get(id) ?? registered(id)
    known.set(id, schema)
    return schema
  }

  function registered(id: string): RegisteredSchema | string {
    const document = schemas.find(id)
    return document === undefined ? 'the schema is not registered here' : prepare(document, schemas, id)
  }
}

/** Why a document cannot be used as a schema; undefined if it can. */
export function schemaFault(document: unknown, schemas: SchemaRegistry): string | undefined {
  const schema = prepare(document, schemas)
  return typeof schema === 'string' ? schema : undefined
}

interface RegisteredSchema {
  readonly prepared: PreparedSchema
  /** Whether the schema is for the whole credential rather than for each subject. */
  readonly isForCredential: boolean
}

/** @returns the compiled schema, or why it cannot be used */
function prepare(document: unknown, schemas: SchemaRegistry, uri = ''): RegisteredSchema | string {
  const schema = unwrapped(document)
  if (!isObject(schema)) return 'the registered document is not a JSON Schema'
  let references = 0
  const find = (name: string) => {
    const found = METASCHEMAS.get(name) ?? unwrapped(schemas.find(name) ?? schemas.find(`${name}#`))
    references += found === undefined ? 0 : 1
    if (references > MAX_REFERENCES) {
      throw new SchemaFault(`refers to more than ${MAX_REFERENCES} other schemas`, [])
    }
    return found
  }
  try {
    return { prepared: prepareSchema(schema, newSchemaBudget(), { uri, find }), isForCredential: namesSubject(schema) }
  } catch (fault) {
    if (isEndless(fault)) return ENDLESS
    if (fault instanceof BudgetSpent) return 'the registered schema is too large to be used'
    if (!(fault instanceof SchemaFault)) throw fault
    return `the registered schema cannot be used: ${jsonPointer(fault.location) || 'it'} ${fault.message}`
  }
}

function isEndless(fault: unknown): boolean {
  return fault instanceof TooDeep || fault instanceof RangeError
}

/** Some registries publish a schema within a description of it. */
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
  readonly location: Location
  readonly value: unknown
}

function partsOf(credential: JsonObject, { isForCredential }: RegisteredSchema): readonly Part[] {
  const { proof: _proof, ...whole } = credential
  if (isForCredential) return [{ location: [], value: whole }]
  const subject = memberOf(credential, 'credentialSubject')
  if (!Array.isArray(subject)) return [{ location: ['credentialSubject'], value: subject }]
  return subject.map((value: unknown, index) => ({ location: ['credentialSubject', index], value }))
}

/** @throws {BudgetSpent | RangeError} */
function violationsIn(credential: JsonObject, schema: RegisteredSchema, isStated: boolean): readonly SchemaViolation[] {
  const budget = newSchemaBudget()
  const violationsOf = (value: unknown) => schema.prepared.violations(value, budget)
  return partsOf(credential, schema).flatMap(({ location, value }) =>
    (isStated ? violationsOfStated(value, violationsOf) : violationsOf(value)).map((violation) => ({
      pointer: jsonPointer([...location, ...violation.location]),
      keyword: violation.keyword,
      ...messageFields(violationText(violation)),
    })),
  )
}

/** Each turn converts one more level; a credential has at most so many. */
const MAX_TURNS = 64

/** Validates linked data after giving each value the equivalent form that the schema demands. */
function violationsOfStated(
  value: unknown,
  violationsOf: (value: unknown) => readonly Violation[],
): readonly Violation[] {
  let converted = value
  let violations = violationsOf(converted)
  for (let turn = 0; violations.length > 0 && turn < MAX_TURNS; turn += 1) {
    const next = convertForms(violations, converted)
    if (next === converted) break
    converted = next
    violations = violationsOf(converted)
  }
  return violations
}

const KEYWORDS_OF_FORM: readonly string[] = ['anyOf', 'const', 'enum', 'oneOf', 'type']

/** Converts each value whose only violations are about its form to the form that the schema demands. */
function convertForms(violations: readonly Violation[], value: unknown): unknown {
  const byPlace = Map.groupBy(violations, ({ location }) => jsonPointer(location))
  return [...byPlace.values()].reduce((converted, ofPlace) => {
    const [{ location } = { location: [] }] = ofPlace
    const isOfForm = ofPlace.every(({ keyword }) => KEYWORDS_OF_FORM.includes(keyword))
    const found = valueAt(value, location)
    const form = isOfForm ? ofPlace.map((one) => demandedForm(one, found)).find((one) => one !== undefined) : undefined
    return form === undefined ? converted : withValueAt(converted, location, form)
  }, value)
}

/** The equivalent form of a value that satisfies the keyword, if there is one. */
function demandedForm({ keyword, expected }: Violation, value: unknown): unknown {
  const forms = formsOf(value).slice(1)
  if (keyword === 'type') return forms.find((form) => textsOf(expected).some((type) => isOfType(form, type)))
  if (keyword !== 'const' && keyword !== 'enum') return undefined
  const allowed = new Set((keyword === 'enum' ? listOf(expected) : [expected]).map((one) => canonicalJson(one)))
  return forms.find((form) => form !== undefined && allowed.has(canonicalJson(form)))
}

function withValueAt(root: unknown, [step, ...rest]: Location, value: unknown): unknown {
  if (step === undefined) return value
  const inner = withValueAt(valueAt(root, [step]), rest, value)
  if (Array.isArray(root)) return root.map((entry: unknown, index) => (index === Number(step) ? inner : entry))
  return isObject(root) ? { ...root, [step]: inner } : root
}
