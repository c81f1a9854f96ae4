import { asPhrase, documentFaultsError, faultyFieldsError } from '../../shared/contract/errors.ts'
import type { DocumentFault } from '../../shared/contract/errors.ts'
import type { InputFor } from '../../shared/contract/operation.ts'
import type { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { withoutHiding } from '../../shared/hidden-characters.ts'
import { messageFields, phrase } from '../../shared/phrase.ts'
import type { Message } from '../../shared/phrase.ts'
import { isObject, jsonPointer, listOf, memberOf, textOf } from '../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../shared/presentation-exchange/json.ts'
import { isTokenObject, startsAsJson } from '../../shared/presentation-exchange/presentation-forms.ts'
import { readJsonText, refusalOfForm } from '../service/other-bodies.ts'
import { stateOf } from './openid4vp-request.ts'

type ResponseBody = InputFor<typeof verifierRequestOperations.postAuthorizationResponse>['body']

/** The members of a response that the exchange is asked about. */
export function presentedIn({ vp_token, presentation_submission }: ResponseBody): JsonObject {
  return {
    ...(vp_token !== undefined && { vp_token }),
    ...(presentation_submission !== undefined && { presentation_submission }),
  }
}

/**
 * Checks that a form is one answer, or one refusal, to this request (OpenID4VP 1.0, 8.2 and 8.5).
 *
 * @throws {ServiceError} `param_missing`, `invalid_params`, or `presentation_form_not_taken` for another form of answer
 */
export function requireOneResponse(id: string, body: ResponseBody): void {
  const answers = ANSWERS.filter(
    (name) => body[name] !== undefined && !(name === 'id_token' && body.vp_token !== undefined),
  )
  if (answers.length === 0) {
    throw missing('vp_token', phrase`is missing: send the presentations as ${'vp_token'}, or ${'error'} to decline`)
  }
  const isOther = answers.length > 1 || answers[0] === 'response' || answers[0] === 'id_token'
  const sent = Object.fromEntries(answers.map((name) => [name, body[name]]))
  const refusal = isOther ? refusalOfForm({ sent, at: [] }) : undefined
  if (refusal !== undefined) throw refusal
  const { state } = body
  if (state === undefined) throw missing('state', phrase`is missing: send the ${'state'} of the request`)
  if (state === stateOf({ id })) return
  const rule = phrase`is of another request: send the ${'state'} of the request that is answered`
  throw faultyFieldsError([{ path: 'state', code: 'invalid_params', rule }])
}

/**
 * Of these, a form has one. `response` and `id_token` alone are answers in another mode or protocol; beside `vp_token` an
 * `id_token` may stand (SIOPv2), which says nothing that was asked for.
 */
const ANSWERS = ['vp_token', 'response', 'error', 'id_token'] as const

function missing(path: string, rule: Message) {
  return faultyFieldsError([{ path, code: 'param_missing', rule }])
}

const ERROR_CODE = /^[\w.:/-]{1,100}$/
const MAX_SHOWN = 200

/**
 * What a wallet says when it declines, for people: the code of its error, and the beginning of its description.
 *
 * @throws {ServiceError} `invalid_params` for what is no code (RFC 6749, 4.1.2.1)
 */
export function declinedIn({ error = '', error_description = '' }: ResponseBody): string {
  if (!ERROR_CODE.test(error)) {
    const rule = phrase`is no code of an error: send 1 to 100 letters, digits and _ . : / -, such as ${'access_denied'}`
    throw faultyFieldsError([{ path: 'error', code: 'invalid_params', rule }])
  }
  const said = withoutHiding(error_description.toWellFormed(), ' ').trim()
  const shown = said.length > MAX_SHOWN ? `${said.slice(0, MAX_SHOWN)}…`.toWellFormed() : said
  return shown === '' ? error : `${error}: ${shown}`
}

/**
 * Checks the shape of an answer against what was asked. An answer to a query is an object whose members are the ids of
 * credential queries, each with a list (OpenID4VP 1.0, 8.1). An answer to a definition has any form that is taken.
 *
 * @throws {ServiceError} `invalid_params`, `bad_request`
 */
export function requireShapeAsked({ vp_token, presentation_submission }: JsonObject, asked: JsonObject): void {
  const query = memberOf(asked, 'dcql_query')
  const token = startsAsJson(vp_token) ? readJsonText(String(vp_token), 'vp_token') : vp_token
  const faults = isObject(query)
    ? [...faultsOfToken(token, idsOf(query)), ...faultOfSubmission(presentation_submission)]
    : faultOfOtherLanguage(token)
  if (faults.length > 0) throw documentFaultsError(faults)
}

function idsOf(query: JsonObject): readonly string[] {
  return listOf(memberOf(query, 'credentials')).flatMap((one) => textOf(memberOf(one, 'id')) ?? [])
}

function faultsOfToken(token: unknown, ids: readonly string[]): readonly DocumentFault[] {
  const known = ids.join(', ')
  if (!isTokenObject(token)) {
    const came = phrase`is ${kindOf(token)}, and a DCQL query was asked: send a JSON object with a list of presentations by the id of each credential query (${known})`
    return [faultAt([], 'type', came)]
  }
  const entries = Object.entries(token)
  if (entries.length === 0) {
    return [
      faultAt(
        [],
        'required',
        phrase`holds no presentation: send a list of them by the id of a credential query (${known})`,
      ),
    ]
  }
  return entries.flatMap(([id, presentations]) => {
    if (!ids.includes(id)) {
      return faultAt([id], 'unknown', phrase`is the id of no credential query of this request, which has ${known}`)
    }
    if (Array.isArray(presentations) && presentations.length > 0) return []
    const came = Array.isArray(presentations) ? asPhrase('an empty list') : kindOf(presentations)
    return faultAt([id], 'type', phrase`is ${came}: send a list of presentations`)
  })
}

function faultOfSubmission(submission: unknown): readonly DocumentFault[] {
  if (submission === undefined) return []
  const message = 'belongs to a presentation definition, and a DCQL query was asked: leave it out'
  return [{ path: '/presentation_submission', code: 'unknown', message }]
}

/** An answer by the ids of credential queries where a definition was asked. */
function faultOfOtherLanguage(token: unknown): readonly DocumentFault[] {
  const lists = isTokenObject(token) ? Object.values(token) : []
  if (lists.length === 0 || !lists.every(Array.isArray)) return []
  const rule = phrase`is an answer to a DCQL query, and a presentation definition was asked: send a presentation or a list of them, and ${'presentation_submission'} beside it`
  return [faultAt([], 'type', rule)]
}

function faultAt(within: Location, code: string, message: Message): DocumentFault {
  return { path: jsonPointer(['vp_token', ...within]), code, ...messageFields(message) }
}

function kindOf(value: unknown) {
  if (Array.isArray(value)) return asPhrase('a list')
  if (isObject(value)) return asPhrase('one presentation')
  if (value === '') return asPhrase('empty')
  return asPhrase(typeof value === 'string' ? 'a text' : 'neither an object nor a list')
}
