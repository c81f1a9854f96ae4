import { z } from 'zod'
import { atLeast, atMost } from '../contract/bounds.ts'
import { HumanText } from '../presentation-exchange/definition.ts'
import type { DefinitionCode } from '../presentation-exchange/definition-faults.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'

/*
 * A query of the Digital Credentials Query Language (OpenID4VP 1.0, 6). Members that are not named here have no
 * effect. What reaches over more than one member stands in check-query.ts. The numbers of credential queries, claims,
 * steps, values and sets are limits of our own (docs/contract/exchange.md, DCQL).
 */

/** Credential formats of OpenID4VP 1.0, appendix B, and `vc+sd-jwt`, as `dc+sd-jwt` was called before. */
export const QUERY_FORMATS = ['dc+sd-jwt', 'vc+sd-jwt', 'jwt_vc_json', 'ldp_vc', 'mso_mdoc'] as const
export type QueryFormat = (typeof QUERY_FORMATS)[number]

/** A step of a claims path pointer (OpenID4VP 1.0, 7): a name, an index, or null for every element. */
export type PathStep = string | number | null
export type ClaimsPath = readonly PathStep[]
export type ClaimValue = string | number | boolean

export interface ClaimsQuery {
  readonly id?: string | undefined
  readonly path: ClaimsPath
  readonly values?: readonly ClaimValue[] | undefined
}

export interface TrustedAuthorities {
  /** `aki`, `etsi_tl` or `openid_federation`. */
  readonly type: string
  readonly values: readonly string[]
}

export interface CredentialQuery {
  readonly id: string
  readonly format: QueryFormat
  readonly multiple: boolean
  readonly meta: {
    readonly vct_values?: readonly string[] | undefined
    readonly type_values?: readonly (readonly string[])[] | undefined
    readonly doctype_value?: string | undefined
  }
  readonly trusted_authorities?: readonly TrustedAuthorities[] | undefined
  readonly require_cryptographic_holder_binding: boolean
  readonly claims?: readonly ClaimsQuery[] | undefined
  readonly claim_sets?: readonly (readonly string[])[] | undefined
}

export interface CredentialSetQuery {
  readonly options: readonly (readonly string[])[]
  readonly required: boolean
}

/** A query with its defaults filled in. */
export interface DcqlQuery {
  readonly credentials: readonly CredentialQuery[]
  readonly credential_sets?: readonly CredentialSetQuery[] | undefined
}

/** A rule that has its own code. */
const code = (name: DefinitionCode, message: string) => ({ params: { code: name }, error: message })

const Id = z
  .string()
  .check(atMost(255, 'must not be longer than 255 characters'))
  .refine((text) => /^[A-Za-z0-9_-]+$/.test(text), code('type', 'must be letters, digits, _ and - only'))
const Name = z.string().check(atMost(512, 'must not be longer than 512 characters'))

const listOf = <Entry extends z.ZodType>(entry: Entry, most: number) =>
  z.array(entry).check(atLeast(1)).check(atMost(most))

const isIndex = (step: unknown) => Number.isSafeInteger(step) && Number(step) >= 0

const Step = z
  .unknown()
  .refine(
    (step) => step === null || isIndex(step) || Name.safeParse(step).success,
    code('type', 'must be a text of at most 512 characters, null, or a whole number of zero or more'),
  )
  .transform((step) => step as PathStep) // as refined
const Value = z
  .unknown()
  .refine(
    (value) => typeof value === 'boolean' || Number.isSafeInteger(value) || Name.safeParse(value).success,
    code('type', 'must be a text of at most 512 characters, a whole number, true or false'),
  )
  .transform((value) => value as ClaimValue) // as refined

export const ClaimsQueryShape = z.object({
  id: Id.optional(),
  path: listOf(Step, 20),
  values: listOf(Value, 100).optional(),
})

export const TrustedAuthoritiesShape = z.object({ type: z.string(), values: listOf(Name, 100) })

export const MetaShape = z.object({
  vct_values: listOf(Name, 100).optional(),
  type_values: listOf(listOf(Name, 20), 100).optional(),
  doctype_value: Name.optional(),
})

const isFormat = (text: string): text is QueryFormat => (QUERY_FORMATS as readonly string[]).includes(text)

export const CredentialQueryShape = z.object({
  id: Id,
  format: z.string().refine(isFormat, code('format_unknown', 'is not a credential format')),
  multiple: z.boolean().default(false),
  meta: MetaShape,
  trusted_authorities: listOf(TrustedAuthoritiesShape, 20).optional(),
  require_cryptographic_holder_binding: z.boolean().default(true),
  claims: listOf(ClaimsQueryShape, 100).optional(),
  claim_sets: listOf(listOf(Id, 100), 50).optional(),
})

export const CredentialSetShape = z.object({
  options: listOf(listOf(Id, 50), 50),
  required: z.boolean().default(true),
})

export const QueryShape = z.object({
  credentials: listOf(CredentialQueryShape, 50),
  credential_sets: listOf(CredentialSetShape, 50).optional(),
})

/** A query as it is stored: with a name and a purpose, which the language itself does not have. */
export const NewQueryDefinition = z.object({
  name: HumanText.optional(),
  purpose: HumanText.optional(),
  dcql_query: QueryShape,
})

/** Whether what was sent to be stored is a query, and no presentation definition. */
export function isQueryDefinition(sent: JsonObject): boolean {
  return Object.hasOwn(sent, 'dcql_query') && !Object.hasOwn(sent, 'input_descriptors')
}
