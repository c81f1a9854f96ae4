import { MAX_DEFINITION_BYTES } from '../../../shared/contract/presentation-definitions.ts'
import { MAX_JSON_DEPTH } from '../../../shared/contract/json-depth.ts'
import { checkQueryDefinition } from '../../../shared/dcql/check-query.ts'
import { isQueryDefinition } from '../../../shared/dcql/query.ts'
import { checkDefinition } from '../../../shared/presentation-exchange/check-definition.ts'
import { isNestedDeeper, isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { RequestRefused } from '../openid4vp/request-rules.ts'
import { WalletHttpError } from '../store/wallet-ports.ts'
import type { WalletHttp, WalletReply } from '../store/wallet-ports.ts'
import { asPhrase, phrase, messageFields } from '../../../shared/phrase.ts'
import type { MessageFields, Message } from '../../../shared/phrase.ts'

const FETCH_TIMEOUT_MS = 10_000

/** Why a run cannot continue, as a message for the user. */
interface RunFailure extends MessageFields {
  readonly code: string
}

export const REMOTE_NOT_ALLOWED = {
  code: 'remote_not_allowed',
  message: 'the link leads to another computer; nothing was called',
} as const satisfies RunFailure

/** @throws {WalletHttpError} if there is no reply */
export function fetchDefinition(http: WalletHttp, url: string, userId: string): Promise<WalletReply> {
  const headers = { accept: 'application/json' }
  const limits = { timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_DEFINITION_BYTES }
  return http({ method: 'GET', url, headers, userId, ...limits })
}

/** The message for a call without a reply, or for a request that is not answered; undefined for other errors. */
export function failureOf(fault: unknown): RunFailure | undefined {
  if (!(fault instanceof WalletHttpError || fault instanceof RequestRefused)) return undefined
  return { code: fault.code, ...messageFields(fault) }
}

export type ReadDefinition =
  | {
      readonly definition: JsonObject
      /** Null for a DCQL query that has none: no answer names it. */
      readonly id: string | null
      readonly warnings: readonly RunFailure[]
    }
  | { readonly failure: RunFailure }

/** Reads and checks a definition, which may be in a `presentation_definition` envelope. */
export function readDefinition({ status, body }: Pick<WalletReply, 'status' | 'body'>): ReadDefinition {
  const sent = parsed(body)
  if (status !== 200)
    return failed(errorCodeOf(sent) ?? 'status', phrase`the verifier answered ${`${status}${reasonIn(sent)}`}`)
  if (sent === undefined) return failed('not_json', 'the answer is not JSON')
  if (isNestedDeeper(sent, MAX_JSON_DEPTH))
    return failed('not_json', `the answer is nested deeper than ${MAX_JSON_DEPTH}`)
  const definition = unwrapped(sent)
  if (!isObject(definition)) return failed('definition_invalid', 'the answer is not a presentation definition')
  return checkedDefinition(definition)
}

/** Unwraps as the exchange does: an object with members of a definition is not an envelope. */
function unwrapped(sent: unknown): unknown {
  const envelope = memberOf(sent, 'presentation_definition')
  return isObject(envelope) && memberOf(sent, 'input_descriptors') === undefined ? envelope : sent
}

/** Checks a definition or a query by the rules of the exchange. */
export function checkedDefinition(definition: JsonObject): ReadDefinition {
  const isQuery = isQueryDefinition(definition)
  const id = textOf(memberOf(definition, 'id'))
  if (!isQuery && (id === undefined || id === '')) return failed('definition_invalid', '/id is missing: required')
  const { id: _id, ...newDefinition } = definition // for new definitions, the check warns that `id` is ignored
  const { faults, warnings } = isQuery ? checkQueryDefinition(newDefinition) : checkDefinition(newDefinition)
  const [first] = faults
  if (first !== undefined) {
    const others = faults.length === 1 ? '' : `, and ${faults.length - 1} more`
    return failed('definition_invalid', `${first.path} ${first.message}: ${first.code}${others}`)
  }
  return {
    definition,
    id: id ?? null,
    warnings: warnings.map(({ code, path, ...row }) => ({ code, ...messageFields(phrase`${path} ${asPhrase(row)}`) })),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failed(code: string, message: Message): { readonly failure: RunFailure } {
  return { failure: { code, ...messageFields(message) } }
}

function firstError(sent: unknown): unknown {
  const errors = memberOf(sent, 'errors')
  return Array.isArray(errors) ? errors[0] : undefined
}

function errorCodeOf(sent: unknown): string | undefined {
  return textOf(memberOf(firstError(sent), 'error'))
}

function reasonIn(sent: unknown): string {
  const message = textOf(memberOf(firstError(sent), 'message'))
  return message === undefined ? '' : `: ${message}`
}
