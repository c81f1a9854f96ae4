import { z } from 'zod'
import { asPhrase, documentFaultsError, faultSentence, ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { readCompactJwt } from '../../shared/presentation-exchange/compact-jwt.ts'
import { jsonPointer } from '../../shared/presentation-exchange/json.ts'
import { findRefused, startsAsJson } from '../../shared/presentation-exchange/presentation-forms.ts'
import type { OpenedForm, ReadText } from '../../shared/presentation-exchange/presentation-forms.ts'
import { readJson } from '../../shared/strict-json.ts'

/** How a body is read: as a JSON document, as a text, or as an object of form fields. */
export type BodyReading = 'json' | 'text' | 'fields'

/** The body types that an operation accepts besides `application/json`. */
export interface OtherBodies {
  /** Whether it accepts only these, and no `application/json`. */
  readonly only?: true
  readonly types: Readonly<Record<string, BodyReading>>
  /** The form fields that are read; others are ignored. */
  readonly fields: z.ZodObject
  /** Sentences by refused type: what such a body is, and what to send instead. */
  readonly refusedTypes: Readonly<Record<string, string>>
  /** Explains why a value that is neither an object nor JSON text is refused. */
  readonly refusalOfValue: (value: unknown) => ServiceError | undefined
  /** Explains why a text that is not JSON is refused. */
  readonly refusalOfText: (text: string) => ServiceError | undefined
}

const OF_VP_SD_JWT =
  'The body is an SD-JWT of a presentation, which is not read here: send an SD-JWT VC as Content-Type: application/dc+sd-jwt, ' +
  'or a presentation as linked data or as a JWT.'
const OF_KEY_BINDING =
  'The body is a key binding without its credential: send the SD-JWT with the key binding behind its last tilde, as ' +
  'Content-Type: application/dc+sd-jwt.'
const OF_CREDENTIAL =
  'The body is a credential without a presentation: send a presentation that holds it and is signed by the holder, ' +
  'as Content-Type: application/vp+ld+json or application/jwt.'
const OF_COSE =
  'The body is CBOR, such as an mdoc, which is not read here: send a presentation as linked data or as a JWT.'

/** The other bodies in which a presentation may be sent (docs/contract/exchange.md, Forms). */
export const PRESENTATION_BODIES: OtherBodies = {
  types: {
    'application/ld+json': 'json',
    'application/vp+ld+json': 'json',
    'application/vp': 'json',
    'application/jwt': 'text',
    'application/vp+jwt': 'text',
    'application/sd-jwt': 'text',
    'application/dc+sd-jwt': 'text',
    'application/vc+sd-jwt': 'text',
    'application/x-www-form-urlencoded': 'fields',
  },
  fields: z.looseObject({
    vp_token: z.string(),
    presentation_submission: z.string().optional(),
    /** Ignored, because the address tells which request is answered. */
    state: z.string().optional(),
  }),
  refusedTypes: {
    'application/vp+sd-jwt': OF_VP_SD_JWT,
    'application/kb+jwt': OF_KEY_BINDING,
    'application/vc': OF_CREDENTIAL,
    'application/vc+ld+json': OF_CREDENTIAL,
    'application/vc+jwt': OF_CREDENTIAL,
    'application/cbor': OF_COSE,
    'application/cose': OF_COSE,
    'application/mdoc': OF_COSE,
    'application/vp+cose': OF_COSE,
    'application/vc+cose': OF_COSE,
    'multipart/form-data':
      'The body is a form in parts: send its fields as Content-Type: application/x-www-form-urlencoded.',
    'text/plain':
      'The type of the body says nothing about its format: send a JWT as Content-Type: application/jwt, and JSON as application/json.',
  },
  refusalOfValue: (sent) => refusalOfForm({ sent, at: [] }),
  refusalOfText,
}

const AS_FORM = 'send its members as the fields of a form, as Content-Type: application/x-www-form-urlencoded.'

/** The bodies of OpenID4VP wallets: forms, as `direct_post` and `request_uri_method` demand (OpenID4VP 1.0, 5.10, 8.2). */
const FORM_BODIES: OtherBodies = {
  only: true,
  types: { 'application/x-www-form-urlencoded': 'fields' },
  fields: z.looseObject({}),
  refusedTypes: {
    'application/json': `The body is JSON: ${AS_FORM}`,
    'multipart/form-data': PRESENTATION_BODIES.refusedTypes['multipart/form-data'] ?? '',
    'application/jwt':
      'The body is a JWT, as of response mode `direct_post.jwt`: send the fields of `direct_post` as Content-Type: application/x-www-form-urlencoded.',
  },
  refusalOfValue: () => undefined,
  refusalOfText: () => undefined,
}

/** Undefined for an operation that accepts only JSON. */
export function otherBodiesOf({ requestForm }: Pick<Operation, 'requestForm'>): OtherBodies | undefined {
  if (requestForm === 'form') return FORM_BODIES
  return requestForm === 'presentation' ? PRESENTATION_BODIES : undefined
}

/** Reads a JSON text within a body. @throws {ServiceError} `bad_request`, naming the member that holds it */
export const readJsonText: ReadText = (text, name) => {
  try {
    return readJson(new TextEncoder().encode(text))
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause
    const why = cause.message
      .replace(/^The body/, 'it')
      .replace(/^A(?=n? )/, 'a')
      .replace(/\.$/, '')
    const extraInfo = { ...cause.extraInfo, parameter: `/${name}` }
    throw new ServiceError(cause.code, `The JSON text in \`/${name}\` cannot be read: ${why}.`, { cause, extraInfo })
  }
}

/**
 * Explains the refusal of a known format that was sent instead of a presentation.
 *
 * @param sent a value without the shape of a presentation; `at` is its place in the body
 * @returns undefined when the value is not recognised
 */
export function refusalOfForm({ sent, at }: Pick<OpenedForm, 'sent' | 'at'>): ServiceError | undefined {
  const form = findRefused(sent, at)
  if (form === undefined) return undefined
  const { name: reason, code = 'presentation_form_not_taken', came, instead } = form
  const fault = { path: jsonPointer(at), code: reason, message: `is ${came}: send ${instead}` }
  const refusal = documentFaultsError([fault])
  return new ServiceError(code, asPhrase(refusal), {
    extraInfo: { parameter: fault.path, ...refusal.extraInfo, reason },
  })
}

/** Explains the refusal of a body that was sent as JSON but is a form, a JWT or another known format. */
export function refusalOfText(text: string): ServiceError | undefined {
  const sent = text.trim()
  if (startsAsJson(sent)) return undefined
  if (/^[\w.%+-]+=/.test(sent)) {
    const rule = 'is a form: send it as Content-Type: application/x-www-form-urlencoded, or its fields as JSON'
    return new ServiceError('bad_request', faultSentence({ path: '', rule }))
  }
  if (/^[\w-]+\.[\w-]+\.[\w-]*~/.test(sent)) {
    const rule = 'is an SD-JWT without quotes: send it as Content-Type: application/dc+sd-jwt, or in quotes'
    return new ServiceError('bad_request', faultSentence({ path: '', rule }))
  }
  const refusal = refusalOfForm({ sent, at: [] })
  if (refusal !== undefined || readCompactJwt(sent) === undefined) return refusal
  const rule = 'is a JWT without quotes: send it as Content-Type: application/jwt, or in quotes, as a JSON string'
  return new ServiceError('bad_request', faultSentence({ path: '', rule }))
}
