import { checkQuery } from '../../../shared/dcql/check-query.ts'
import { asPhrase, documentFaultsError, ServiceError, messageFields } from '../../../shared/contract/errors.ts'
import type { Message } from '../../../shared/contract/errors.ts'
import { MAX_CREDENTIALS, MAX_PRESENTATION_BYTES, VerificationOptions } from '../../../shared/contract/presentations.ts'
import { isObject, jsonPointer, listOf, memberOf, pointerSteps } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { excessOfDisclosures } from '../../crypto/sd-jwt/sd-jwt.ts'
import { readJsonText, refusalOfForm } from '../../service/other-bodies.ts'
import { isTokenObject, openForm } from '../../../shared/presentation-exchange/presentation-forms.ts'
import type { OpenedForm } from '../../../shared/presentation-exchange/presentation-forms.ts'
import { phrase } from '../../../shared/phrase.ts'
import { ruleOf, ruleText } from '../../../shared/rule-text.ts'
import { requireReadable } from '../presentation-definitions/read-definition.ts'
import { sentPresentation, sentPresentations, tokenOf } from './presentation.ts'
import type { SentPresentation, Token } from './presentation.ts'

/** A body that can be read: what is to be verified, and how. */
export interface VerificationRequest {
  readonly token: Token
  readonly options: VerificationOptions
}

interface Fault {
  readonly location: Location
  readonly code: string
  readonly message: Message
}

/**
 * Reads a body in one of the forms that are taken (docs/contract/exchange.md, Forms) and the shape of each presentation
 * in it (docs/contract/exchange.md, Verifying: shape).
 *
 * @throws {ServiceError} `bad_request` when it is nested too deep, holds an unpaired surrogate or a text that is no JSON, `payload_too_large`, `presentation_form_not_taken` or `wallet_declined` for another form that is known,
 *   `invalid_params` with every fault in `extra_info.fields`, at most 50.
 */
export function readVerificationRequest(body: JsonObject | string): VerificationRequest {
  requireWellFormed(body, requireReadable(body, MAX_PRESENTATION_BYTES))
  const opened = openForm(body, readJsonText)
  const { at, beside, options: sentOptions = {} } = opened
  const options = VerificationOptions.safeParse(sentOptions, { error: ruleText })
  const { sent, faults } = readPresentations(opened)
  refuse([
    ...faults.map((fault) => ({ ...fault, location: [...at, ...fault.location] })),
    ...faultsBeside(beside),
    ...strayOptions(body, at),
    ...(options.success ? queryFaults(options.data) : options.error.issues.flatMap(optionFaults)),
  ])
  if (!options.success) throw options.error
  return { token: tokenOf(opened.sent, sent, isObject(beside) ? beside : undefined), options: options.data }
}

/** @throws {ServiceError} with the form that was received, if known */
function readPresentations({ sent: value, at }: OpenedForm) {
  const isToken = at[0] === 'vp_token'
  if (isToken && countOf(value) > MAX_CREDENTIALS) {
    const message = phrase`holds more than ${MAX_CREDENTIALS} presentations; none was looked at`
    return { sent: [], faults: [{ location: [], code: 'too_many', message }] satisfies readonly Fault[] }
  }
  // Only OpenID4VP has a way to send several.
  const sent = isToken ? sentPresentations(value) : [sentPresentation(value, { within: [], query: undefined })]
  if (sent.length === 0) {
    const message = 'holds no presentation'
    return { sent, faults: [{ location: [], code: 'required', message }] satisfies readonly Fault[] }
  }
  const faults = sent.flatMap((one) => {
    const found = faultsOfPresentation(one)
    // What holds too much has its form.
    const isOfNoForm = found.length > 0 && found.every(({ code }) => code !== 'too_many')
    const refusal = isOfNoForm ? refusalOfForm({ sent: one.value, at: [...at, ...one.within] }) : undefined
    if (refusal !== undefined) throw refusal
    return found.map((fault) => ({ ...fault, location: [...one.within, ...fault.location] }))
  })
  return { sent, faults }
}

/** How many presentations a token holds. */
function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (!isTokenObject(value)) return 1
  return Object.values(value).reduce<number>((sum, one) => sum + (Array.isArray(one) ? one.length : 1), 0)
}

function faultsBeside(beside: unknown): readonly Fault[] {
  const message = submissionFault(beside)
  return message === undefined ? [] : [{ location: ['presentation_submission'], code: 'type', message }]
}

const OPTION_NAMES = Object.keys(VerificationOptions.shape)

/** A challenge that stands beside the options would be compared with nothing, and nobody would notice. */
function strayOptions(body: unknown, [form]: Location): readonly Fault[] {
  if (form !== 'presentation') return [] // what a wallet sends beside `vp_token` means something else
  return OPTION_NAMES.filter((name) => memberOf(body, name) !== undefined).map((name) => ({
    location: [name],
    code: 'unknown',
    message: `is an option: send it as \`/options/${name}\``,
  }))
}

/** The JSON reader of HTTP refuses the same before this is reached; a call in process comes here first. */
function requireWellFormed(body: JsonObject | string, text: string): void {
  // JSON.stringify escapes unpaired surrogates, so only texts with `\ud` need a look.
  if ((text === body || text.includes('\\ud')) && !isWellFormed(body)) {
    throw new ServiceError('bad_request', 'A text holds half of a surrogate pair.')
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => name.isWellFormed() && isWellFormed(part))
}

function faultsOfPresentation({ read, value }: SentPresentation): readonly Fault[] {
  const excess = read === undefined && typeof value === 'string' ? excessOfDisclosures(value) : undefined
  if (excess !== undefined) return [{ location: [], code: 'too_many', message: excess }]
  if (read === undefined) {
    const message =
      'must be an object, a compact JWS of three base64url parts, header and payload JSON objects, or an SD-JWT that begins with one'
    return [{ location: [], code: 'type', message }]
  }
  if (read.kind === 'sd_jwt') return []
  if (read.kind === 'object') return presentationShapeFaults(read.object)
  const vp = memberOf(read.jwt.payload, 'vp')
  if (!isObject(vp)) return [{ location: [], code: 'required', message: 'must have `vp` in the payload of the JWT' }]
  return presentationShapeFaults({ '@context': [], ...vp }).map(({ code, message, location }) => ({
    location: [],
    code,
    message: `does not fit: \`/vp${jsonPointer(location)}\` of the payload ${message}`,
  }))
}

/** A query is checked like a stored one, and excludes `definition_id`. */
function queryFaults({ dcql_query, definition_id }: VerificationOptions): readonly Fault[] {
  if (dcql_query === undefined) return []
  const at = ['options', 'dcql_query']
  if (definition_id !== undefined) {
    return [
      {
        location: at,
        code: 'type',
        message: 'cannot stand beside `/options/definition_id`: both say what is asked for',
      },
    ]
  }
  return checkQuery(dcql_query).faults.map(({ path, code, ...said }) => ({
    location: [...at, ...pointerSteps(path)],
    code,
    message: asPhrase(said),
  }))
}

function optionFaults(issue: {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
}): readonly Fault[] {
  const at = ['options', ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))]
  const { keys = [] } = issue
  if (keys.length === 0) return [{ location: at, code: 'type', message: ruleOf(issue) }]
  const isPolicy = at[1] === 'policy'
  const message = isPolicy
    ? 'is not a check whose level can be chosen'
    : `is not an option; there are ${OPTION_NAMES.join(', ')}`
  return keys.map((key) => ({ location: [...at, key], code: 'unknown', message }))
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  throw documentFaultsError(
    faults.map(({ location, code, message }) => ({ path: jsonPointer(location), code, ...messageFields(message) })),
  )
}

/** A reason why a body is not a presentation. */
interface ShapeFault {
  readonly location: Location
  readonly code: 'required' | 'type'
  readonly message: string
}

type ShapeRule = (value: unknown) => string | undefined

const isListOf = (value: unknown, fits: (entry: unknown) => boolean) => Array.isArray(value) && value.every(fits)
const isText = (value: unknown) => typeof value === 'string'
const unless = (fits: boolean, message: string) => (fits ? undefined : message)

/** One rule for each member. */
const RULES: readonly (readonly [string, ShapeRule])[] = [
  [
    'type',
    (value) =>
      unless(
        (isText(value) || isListOf(value, isText)) && listOf(value).includes('VerifiablePresentation'),
        'must be VerifiablePresentation or a list of texts with it',
      ),
  ],
  ['@context', (value) => unless(isText(value) || Array.isArray(value), 'must be a text or a list')],
  [
    'verifiableCredential',
    (value) =>
      unless(
        value === undefined || listOf(value).every((entry) => isText(entry) || isObject(entry)),
        'must be an object, a text, or a list of them',
      ),
  ],
  [
    'proof',
    (value) =>
      unless(
        value === undefined || isObject(value) || (isListOf(value, isObject) && listOf(value).length > 0),
        'must be an object or a list of objects that is not empty',
      ),
  ],
  ['presentation_submission', submissionFault],
  [
    'holder',
    (value) =>
      unless(
        value === undefined || isText(value) || isText(memberOf(value, 'id')),
        'must be a text, or an object with id',
      ),
  ],
]

/** Every fault of the object form. Everything else that is wrong is a result, not an error. */
function presentationShapeFaults(presentation: JsonObject): readonly ShapeFault[] {
  return RULES.flatMap(([name, rule]) => {
    const value = memberOf(presentation, name)
    const message = rule(value)
    if (message === undefined) return []
    return { location: [name], code: value === undefined ? ('required' as const) : ('type' as const), message }
  })
}

/** The fault of `presentation_submission`, in the presentation or beside it. */
function submissionFault(value: unknown): string | undefined {
  const map = memberOf(value, 'descriptor_map')
  const fits = value === undefined || (isObject(value) && (map === undefined || isListOf(map, isObject)))
  return unless(fits, 'must be an object, and its descriptor_map a list of objects')
}
