import { z } from 'zod'
import { atLeast, atMost } from '../contract/bounds.ts'
import type { DefinitionCode } from './definition-faults.ts'
import { isAbsoluteUri } from '../json-schema/uri-references.ts'
import { rule } from '../rule-text.ts'
import { SD_JWT_FORMATS } from './candidate.ts'

/**
 * The shape of a presentation definition (docs/contract/exchange.md, Definitions: fields, Definitions: constraints).
 * Unknown members are kept and have no effect. Rules that involve several members are in definition-rules.ts.
 */

/** Parameters of a zod rule with its own code. For all others, the code follows from the issue that zod reports. */
const code = (name: DefinitionCode, message: string) => ({ params: { code: name }, error: message })

const Text = z.string()
/** A text for people: a name, a purpose. */
export const HumanText = z.string().check(atMost(1000, 'must not be longer than 1,000 characters'))
const Texts = z.array(z.string())
const Preference = z.enum(['required', 'preferred']).meta({ id: 'Preference' })

const JwtFormat = z.looseObject({ alg: Texts.check(atLeast(1)) }).meta({ id: 'JwtFormat' })
/** OpenID4VP, the drafts with Presentation Exchange: both lists may be left out. */
const SdJwtFormatRule = z
  .looseObject({
    'sd-jwt_alg_values': Texts.check(atLeast(1)).optional(),
    'kb-jwt_alg_values': Texts.check(atLeast(1)).optional(),
  })
  .meta({ id: 'SdJwtFormat' })
const LinkedDataFormat = z.looseObject({ proof_type: Texts.check(atLeast(1)) }).meta({ id: 'LinkedDataFormat' })

/** Supported formats. */
export const JWT_FORMATS = ['jwt', 'jwt_vc', 'jwt_vp', 'jwt_vc_json', 'jwt_vp_json'] as const
export const LINKED_DATA_FORMATS = ['ldp', 'ldp_vc', 'ldp_vp'] as const
export const CHECKED_FORMATS: readonly string[] = [...JWT_FORMATS, ...LINKED_DATA_FORMATS, ...SD_JWT_FORMATS]
/** Registered formats that are not supported, with their names. */
export const UNSUPPORTED_FORMATS: ReadonlyMap<string, string> = new Map([
  ...['di', 'di_vc', 'di_vp'].map((name) => [name, 'Data Integrity'] as const),
  ...['ac_vc', 'ac_vp'].map((name) => [name, 'AnonCreds'] as const),
  ['mso_mdoc', 'ISO/IEC 18013-5 mdoc'],
])

export const Format = z
  .looseObject({
    jwt: JwtFormat.optional(),
    jwt_vc: JwtFormat.optional(),
    jwt_vp: JwtFormat.optional(),
    jwt_vc_json: JwtFormat.optional(),
    jwt_vp_json: JwtFormat.optional(),
    ldp: LinkedDataFormat.optional(),
    ldp_vc: LinkedDataFormat.optional(),
    ldp_vp: LinkedDataFormat.optional(),
    'dc+sd-jwt': SdJwtFormatRule.optional(),
    'vc+sd-jwt': SdJwtFormatRule.optional(),
  })
  .meta({ id: 'Format' })
export type Format = z.infer<typeof Format>

export const Field = z
  .looseObject({
    path: z
      .array(z.string().check(atMost(512, 'must not be longer than 512 characters')))
      .check(atLeast(1))
      .check(atMost(20)),
    id: Text.optional(),
    name: Text.optional(),
    purpose: Text.optional(),
    /** A JSON Schema of draft 7. */
    filter: z.unknown().optional(),
    optional: z.boolean().optional(),
    predicate: Preference.optional(),
    intent_to_retain: z.boolean().optional(),
  })
  .meta({ id: 'Field' })
export type Field = z.infer<typeof Field>

export const Relation = z.looseObject({ field_id: Texts, directive: Preference }).meta({ id: 'Relation' })
const StatusDirective = z.enum(['required', 'allowed', 'disallowed']).meta({ id: 'StatusDirective' })
export const StatusRule = z
  .looseObject({ directive: StatusDirective, type: z.unknown().optional() })
  .meta({ id: 'StatusRule' })

export const Statuses = z
  .looseObject({
    active: StatusRule.optional(),
    suspended: StatusRule.optional(),
    revoked: StatusRule.optional(),
  })
  .meta({ id: 'Statuses' })
export type Statuses = z.infer<typeof Statuses>

export const Constraints = z
  .looseObject({
    fields: z.array(Field).check(atMost(100)).optional(),
    limit_disclosure: Preference.optional(),
    subject_is_issuer: Preference.optional(),
    is_holder: z.array(Relation).optional(),
    same_subject: z.array(Relation).optional(),
    statuses: Statuses.optional(),
  })
  .meta({ id: 'Constraints' })

export const SchemaEntry = z
  .looseObject({
    uri: z.string().refine(isAbsoluteUri, code('uri_invalid', 'must be an absolute URI')),
    required: z.boolean().optional(),
  })
  .meta({ id: 'SchemaEntry' })
export type SchemaEntry = z.infer<typeof SchemaEntry>

export const InputDescriptor = z
  .looseObject({
    id: Text,
    name: Text.optional(),
    purpose: Text.optional(),
    schema: z.array(SchemaEntry).check(atLeast(1)).optional(),
    group: Texts.optional(),
    format: Format.optional(),
    constraints: Constraints.optional(),
  })
  .meta({ id: 'InputDescriptor' })
export type InputDescriptor = z.infer<typeof InputDescriptor>

const count = (least: number) =>
  z
    .number()
    .refine(
      (value) => Number.isSafeInteger(value) && value >= least,
      code('number_out_of_range', rule`must be a whole number of ${least} or more`),
    )
    .optional()

const RequirementRule = z.enum(['all', 'pick']).meta({ id: 'RequirementRule' })

export const SubmissionRequirement = z
  .looseObject({
    name: Text.optional(),
    purpose: Text.optional(),
    rule: RequirementRule,
    from: Text.optional(),
    /** Further requirements. Each is parsed separately, because OpenAPI cannot describe a recursive zod schema here. */
    from_nested: z.array(z.unknown()).check(atLeast(1)).optional(),
    count: count(1),
    min: count(0),
    max: count(1),
  })
  .meta({ id: 'SubmissionRequirement' })
export type SubmissionRequirement = z.infer<typeof SubmissionRequirement>

export const MAX_REQUIREMENT_DEPTH = 8

/** A new definition without `id`, which the exchange assigns. */
export const NewPresentationDefinition = z.looseObject({
  name: HumanText.optional(),
  purpose: HumanText.optional(),
  input_descriptors: z.array(InputDescriptor).check(atMost(100)),
  format: Format.optional(),
  submission_requirements: z.array(SubmissionRequirement).check(atLeast(1)).check(atMost(50)).optional(),
})
export type NewPresentationDefinition = z.infer<typeof NewPresentationDefinition>
