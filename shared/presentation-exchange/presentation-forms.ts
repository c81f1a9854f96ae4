import type { ErrorCode } from '../contract/errors.ts'
import { joseTypeName } from '../media-type.ts'
import { readCompactJwt } from './compact-jwt.ts'
import type { CompactJwt } from './compact-jwt.ts'
import { isObject, memberOf, textOf, textsOf } from './json.ts'
import type { JsonObject, Location } from './json.ts'

/** The parts of a body, not yet checked. */
export interface OpenedForm {
  /** The presentation as sent. */
  readonly sent: unknown
  /** The place of the presentation in the body. */
  readonly at: Location
  /** The `presentation_submission` beside the presentation. */
  readonly beside?: unknown
  readonly options?: unknown
}

/** Parses a member of a body that is JSON in a string. @param name the member, for the error */
export type ReadText = (text: string, name: string) => unknown

/** A value to recognise, with what forms look at. */
interface Received {
  readonly value: unknown
  /** The value, if it is an object but not a presentation. */
  readonly wrapper: JsonObject | undefined
  readonly at: Location
  /** The value decoded, if it is a compact JWT. */
  readonly jwt: CompactJwt | undefined
}

interface Form {
  /** A stable name, which is also the `reason` of a refusal. */
  readonly name: string
  recognises(received: Received): boolean
}

interface TakenForm extends Form {
  readonly at: Location
  open(body: JsonObject, read: ReadText): Omit<OpenedForm, 'at'>
}

export interface RefusedForm extends Form {
  /** What the value is, as the end of the sentence "It is …". */
  readonly came: string
  /** What to send instead, as the end of the sentence "Send …". */
  readonly instead: string
  readonly code?: ErrorCode
  /** Whether a credential of a presentation may have this form too. */
  readonly mayBeCredential?: true
}

const SIGNED = 'a presentation signed by its holder, as linked data or as a JWT with the claim `vp`'
const WRAPPED = 'a presentation that holds it in `verifiableCredential` and is signed by the holder'
/** Members that carry an answer. A body may have only one of them. */
const ANSWERS = ['presentation', 'vp_token', 'response', 'error'] as const

/**
 * The forms in which wallets answer, in the order in which they are tried (docs/contract/exchange.md, Forms). The first
 * taken form opens a body; the first refused form explains a value that is not a presentation.
 */
export const PRESENTATION_FORMS: readonly (TakenForm | RefusedForm)[] = [
  {
    name: 'presentation',
    recognises: ({ value }) => has(value, 'type') || has(value, '@context'),
    at: [],
    open: (sent) => ({ sent }),
  },
  {
    name: 'several_answers',
    recognises: ({ wrapper }) => ANSWERS.filter((name) => has(wrapper, name)).length > 1,
    came: 'more than one answer at once',
    instead: `one of ${ANSWERS.map((name) => `\`${name}\``).join(', ')}`,
  },
  {
    name: 'presentation_with_submission',
    recognises: ({ wrapper }) => has(wrapper, 'presentation'),
    at: ['presentation'],
    open: ({ presentation, presentation_submission, options }) => ({
      sent: presentation,
      beside: presentation_submission,
      options,
    }),
  },
  {
    // OpenID for Verifiable Presentations, the drafts with Presentation Exchange: Response Parameters, direct_post
    name: 'vp_token',
    recognises: ({ wrapper }) => has(wrapper, 'vp_token'),
    at: ['vp_token'],
    open: ({ vp_token, presentation_submission, options }, read) => {
      const valueOf = (value: unknown, name: string) => (typeof value === 'string' ? read(value, name) : value)
      return {
        sent: startsAsJson(vp_token) ? valueOf(vp_token, 'vp_token') : vp_token,
        beside: valueOf(presentation_submission, 'presentation_submission'),
        options: valueOf(options, 'options'),
      }
    },
  },
  {
    name: 'empty',
    recognises: ({ value }) => isTextLike(value, /^\s*$/) || (isObject(value) && Object.keys(value).length === 0),
    came: 'empty',
    instead: SIGNED,
  },
  {
    name: 'list',
    recognises: ({ value }) => Array.isArray(value),
    came: 'a list',
    instead: 'one presentation that holds all credentials in `verifiableCredential`, itself and not in a list',
  },
  {
    // Verifiable Credentials Data Model 2.0, 4.13
    name: 'enveloped_presentation',
    recognises: ({ value }) => hasType(value, 'EnvelopedVerifiablePresentation'),
    came: 'an EnvelopedVerifiablePresentation',
    instead: `${SIGNED}, without an envelope`,
  },
  {
    name: 'enveloped_credential',
    mayBeCredential: true,
    recognises: ({ value }) => isEnveloped(value),
    came: 'an EnvelopedVerifiableCredential',
    instead: `${WRAPPED}, the credential without an envelope`,
  },
  {
    name: 'credential',
    recognises: ({ value }) =>
      !hasType(value, 'VerifiablePresentation') &&
      !has(value, 'verifiableCredential') &&
      (hasType(value, 'VerifiableCredential') || has(value, 'credentialSubject')),
    came: 'a credential without a presentation',
    instead: WRAPPED,
  },
  {
    name: 'decoded_jwt',
    recognises: ({ wrapper }) => isObject(memberOf(wrapper, 'vp')) || isObject(memberOf(wrapper, 'vc')),
    came: 'the payload of a JWT',
    instead: 'the JWT itself, a text of three parts',
  },
  {
    name: 'jws_json',
    recognises: ({ wrapper }) =>
      has(wrapper, 'payload') && (has(wrapper, 'signature') || has(wrapper, 'signatures') || has(wrapper, 'protected')),
    came: 'a JWS in JSON serialization',
    instead: 'the JWT in compact serialization, a text of three parts',
  },
  {
    name: 'direct_post_jwt',
    recognises: ({ wrapper, jwt }) => has(wrapper, 'response') || has(jwt?.payload, 'vp_token'),
    came: 'an OpenID4VP response of mode `direct_post.jwt`',
    instead: '`vp_token` and `presentation_submission` as they are, with response mode `direct_post`',
  },
  {
    name: 'error_response',
    recognises: ({ wrapper }) => has(wrapper, 'error'),
    came: 'an OpenID4VP error response, with which the wallet declines',
    instead: `${SIGNED}, to answer the request after all`,
    code: 'wallet_declined',
  },
  {
    name: 'vc_api',
    recognises: ({ wrapper }) => has(wrapper, 'verifiablePresentation'),
    came: 'a vc-api body with `verifiablePresentation`',
    instead: 'the same presentation as `presentation`, or by itself',
  },
  {
    name: 'dc_api',
    recognises: ({ wrapper }) => has(wrapper, 'protocol') && has(wrapper, 'data'),
    came: 'an answer of the Digital Credentials API',
    instead: SIGNED,
  },
  {
    name: 'id_token',
    recognises: ({ wrapper }) => has(wrapper, 'id_token'),
    came: 'a self-issued `id_token` without `vp_token`',
    instead: '`vp_token` and `presentation_submission`',
  },
  {
    name: 'submission_alone',
    recognises: ({ wrapper }) => has(wrapper, 'presentation_submission') || has(wrapper, 'descriptor_map'),
    came: 'a presentation submission without a presentation',
    instead: '`vp_token` or `presentation` beside `presentation_submission`',
  },
  {
    name: 'other_object',
    recognises: ({ wrapper }) => wrapper !== undefined,
    came: 'an object without `type` and `@context`',
    instead: `${SIGNED}, or an object with \`presentation\` or \`vp_token\``,
  },
  {
    name: 'data_url',
    mayBeCredential: true,
    recognises: ({ value }) => isTextLike(value, /^data:/i),
    came: 'a data URL, as an enveloped presentation or credential has it',
    instead: `${SIGNED}, without an envelope`,
  },
  {
    name: 'json_as_text',
    mayBeCredential: true,
    recognises: ({ value }) => startsAsJson(value),
    came: 'JSON as a text',
    instead: 'the JSON itself as Content-Type: application/json, without quotes around it',
  },
  {
    // RFC 9901, 4: what comes in `verifiableCredential` of a presentation is signed twice, and read in neither
    name: 'sd_jwt',
    mayBeCredential: true,
    recognises: ({ value, jwt }) =>
      COMPACT_JWS.test(beforeTilde(value)) ||
      SD_JWT_TYPES.has(typeOf(jwt)) ||
      has(jwt?.payload, 'vct') ||
      has(jwt?.payload, '_sd'),
    came: 'an SD-JWT VC',
    instead: 'it as a presentation of its own, with ~ behind the last disclosure, as the body or in `vp_token`',
  },
  {
    // ISO/IEC 18013-5, 8.3: CBOR, as base64url
    name: 'mdoc',
    mayBeCredential: true,
    recognises: ({ value }) => isMdoc(value),
    came: 'an mdoc (ISO/IEC 18013-5), such as a device response',
    instead: `${SIGNED}; mdoc is not read here`,
  },
  {
    name: 'encrypted_jwt',
    mayBeCredential: true,
    recognises: ({ value }) => isTextLike(value, /^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/),
    came: 'an encrypted JWT (JWE)',
    instead: `${SIGNED}, not encrypted`,
  },
  {
    // RFC 7519, 5.2: the payload begins like the header of a JWT, with `{"` in base64url, which is itself encoded again
    name: 'nested_jwt',
    mayBeCredential: true,
    recognises: ({ value }) => isTextLike(value, /^[\w-]+\.ZXlK[\w-]+\.[\w-]*$/),
    came: 'a JWT inside of a JWT (`cty: JWT`)',
    instead: 'the inner one as it is',
  },
  {
    name: 'credential_jwt',
    recognises: ({ jwt }) => has(jwt?.payload, 'vc') && !has(jwt?.payload, 'vp'),
    came: 'a credential as JWT without a presentation',
    instead: WRAPPED,
  },
  {
    // Securing Verifiable Credentials using JOSE and COSE, 3.1.3
    name: 'jose_presentation',
    recognises: ({ jwt }) =>
      !has(jwt?.payload, 'vp') &&
      (typeOf(jwt) === 'application/vp+jwt' || hasType(jwt?.payload, 'VerifiablePresentation')),
    came: 'a VC-JOSE-COSE presentation (`typ: vp+jwt`), whose claims are the presentation',
    instead: 'a JWT that holds the presentation in the claim `vp`, or linked data with a proof',
  },
  {
    name: 'jose_credential',
    mayBeCredential: true,
    recognises: ({ jwt }) =>
      !has(jwt?.payload, 'vp') &&
      (typeOf(jwt) === 'application/vc+jwt' ||
        hasType(jwt?.payload, 'VerifiableCredential') ||
        has(jwt?.payload, 'credentialSubject')),
    came: 'a VC-JOSE-COSE credential (`typ: vc+jwt`)',
    instead: WRAPPED,
  },
]

const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]*$/
const SD_JWT_TYPES: ReadonlySet<unknown> = new Set(['vc+sd-jwt', 'dc+sd-jwt', 'kb+jwt'].map(joseTypeName))

/**
 * Splits a body into its parts. A body of no taken form is the presentation itself.
 *
 * @param read must throw if the text is not JSON
 */
export function openForm(body: unknown, read: ReadText): OpenedForm {
  const form = takenForm(body)
  return form !== undefined && isObject(body) ? { ...form.open(body, read), at: form.at } : { sent: body, at: [] }
}

/** The place of the presentation in a body; empty if the body is the presentation. */
export function placeInForm(body: unknown): Location {
  return takenForm(body)?.at ?? []
}

/** What a credential that cannot be read is, as the end of the sentence "It is …"; undefined if unknown. */
export function formOfCredential(value: unknown): string | undefined {
  const form = findRefused(value, [])
  return form?.mayBeCredential && form.came
}

/** Whether the members are those of an envelope, not of a credential (Verifiable Credentials Data Model 2.0, 4.13). */
export function isEnveloped(value: unknown): boolean {
  return hasType(value, 'EnvelopedVerifiableCredential')
}

function takenForm(body: unknown): TakenForm | undefined {
  if (!isObject(body)) return undefined
  const received = { value: body, wrapper: wrapperOf(body), at: [], jwt: undefined }
  const form = PRESENTATION_FORMS.find((candidate) => candidate.recognises(received))
  return form !== undefined && 'open' in form ? form : undefined
}

/** Recognises what was sent instead of a presentation; undefined if unknown. @param at the place in the body */
export function findRefused(value: unknown, at: Location): RefusedForm | undefined {
  const jwt = typeof value === 'string' ? readCompactJwt(value) : undefined
  const received = { value, wrapper: wrapperOf(value), at, jwt }
  return PRESENTATION_FORMS.find((form): form is RefusedForm => 'came' in form && form.recognises(received))
}

function has(value: unknown, name: string): boolean {
  return memberOf(value, name) !== undefined
}

function hasType(value: unknown, type: string): boolean {
  return textsOf(memberOf(value, 'type')).includes(type)
}

/** A `vp_token` with presentations by the ids of credential queries (OpenID4VP 1.0, 8.1), and no presentation itself. */
export function isTokenObject(value: unknown): value is JsonObject {
  return wrapperOf(value) !== undefined
}

/** An object with a member of a presentation counts as one, perhaps invalid, and not as a wrapper. */
function wrapperOf(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const isMeant = ['type', '@context', 'verifiableCredential', 'proof'].some((name) => Object.hasOwn(value, name))
  return isMeant ? undefined : value
}

function isTextLike(value: unknown, form: RegExp): boolean {
  return typeof value === 'string' && form.test(value)
}

/** The part before the first tilde; empty if there is none. */
function beforeTilde(value: unknown): string {
  const text = textOf(value) ?? ''
  return text.slice(0, Math.max(0, text.indexOf('~')))
}

export function startsAsJson(value: unknown): boolean {
  return isTextLike(value, /^\s*[{["]/)
}

function typeOf(jwt: CompactJwt | undefined): string | undefined {
  return joseTypeName(memberOf(jwt?.header, 'typ'))
}

/** Whether the first 18 bytes begin a CBOR map whose first name is one of an mdoc. */
function isMdoc(value: unknown): boolean {
  const head = typeof value === 'string' ? (/^[\w+/-]{24}/.exec(value)?.[0] ?? '') : ''
  const bytes = atob(head.replaceAll('-', '+').replaceAll('_', '/'))
  return /^[\xa1-\xb7][\x60-\x77](?:version|docum|status|docType|issuer|device|nameSpaces)/.test(bytes)
}
