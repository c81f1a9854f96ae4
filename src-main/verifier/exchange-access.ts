import type { Send } from '../../shared/contract/caller.ts'
import { CallError, callOver } from '../../shared/contract/caller.ts'
import type { Call } from '../../shared/contract/caller.ts'
import type { ErrorCode } from '../../shared/contract/errors.ts'
import { asPhrase, faultSentence, phrase, ruleAt, ServiceError } from '../../shared/contract/errors.ts'
import { presentationDefinitionOperations } from '../../shared/contract/presentation-definitions.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import { presentationOperations } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { isObject, memberOf, textOf } from '../../shared/presentation-exchange/json.ts'
import type { VerificationOrder } from './verification-order.ts'

interface ExchangeAccessOptions {
  /** Calls the exchange like any other program. */
  readonly send: Send
  /** The request id matters only to scenarios that leave the key out. */
  readonly subscriptionKey: (requestId: string | undefined) => string | undefined
}

/** A definition stored at the exchange. */
export interface KnownDefinition {
  readonly id: string
  readonly name: string | null
  /** As the exchange answers it. */
  readonly document: JsonObject
}

export type ExchangeAccess = ReturnType<typeof createExchangeAccess>

type Headers = Readonly<Record<string, string>>

/** The verifier's calls to the exchange. Errors that the caller can act on are relayed; any other becomes a 502. */
export function createExchangeAccess({ send, subscriptionKey }: ExchangeAccessOptions) {
  const call: Call = callOver(send)
  const { createPresentationDefinition, getPresentationDefinition } = presentationDefinitionOperations

  return {
    /** @throws {ServiceError} the errors of the definition, or `exchange_unavailable` */
    async storeDefinition(definition: JsonObject): Promise<KnownDefinition> {
      const stored = await ask(undefined, RELAYED, (headers) =>
        call(createPresentationDefinition, { body: definition }, headers),
      ).catch((fault: unknown) => {
        throw withPointers(fault, (path) => `/presentation_definition${path}`)
      })
      return knownDefinition(stored.presentation_definition)
    },

    /** @throws {ServiceError} `not_found`, `exchange_unavailable` */
    async findDefinition(definition_id: string): Promise<KnownDefinition> {
      return knownDefinition(await definitionOf(definition_id, undefined, ['not_found']))
    },

    /** @throws {ServiceError} `exchange_unavailable`, also if the exchange no longer has the definition */
    readDefinition: (definition_id: string, requestId: string) => definitionOf(definition_id, requestId, []),

    /** @throws {ServiceError} the errors of the presentation, `too_many_requests`, or `exchange_unavailable` */
    async verify(requestId: string, { body, pointerInSent }: VerificationOrder): Promise<Verification> {
      try {
        return await ask(requestId, RELAYED, (headers) =>
          call(presentationOperations.verifyPresentation, { body }, headers),
        )
      } catch (fault) {
        throw withPointers(fault, pointerInSent)
      }
    },
  }

  async function definitionOf(
    definition_id: string,
    requestId: string | undefined,
    relayed: readonly ErrorCode[],
  ): Promise<JsonObject & { readonly id: string }> {
    const reply = await ask(requestId, relayed, (headers) =>
      call(getPresentationDefinition, { params: { definition_id } }, headers),
    )
    // This reply has no envelope: it is the definition itself.
    return reply as JsonObject & { readonly id: string }
  }

  async function ask<Result>(
    requestId: string | undefined,
    relayed: readonly ErrorCode[],
    work: (headers: Headers) => Promise<Result>,
  ): Promise<Result> {
    const key = subscriptionKey(requestId)
    try {
      return await work({
        ...(key !== undefined && { 'service-subscription-key': key }),
        // All calls share one subscription key; the group keeps one verifier request from delaying the others.
        ...(requestId !== undefined && { 'service-waiting-group': requestId }),
      })
    } catch (fault) {
      throw translated(fault, relayed)
    }
  }
}

/** Errors in the body, and the error of a busy exchange. */
const RELAYED: readonly ErrorCode[] = [
  'invalid_params',
  'param_missing',
  'bad_request',
  'payload_too_large',
  'presentation_form_not_taken',
  'wallet_declined',
  'too_many_requests',
]

function knownDefinition(definition: JsonObject & { readonly id: string }): KnownDefinition {
  return { id: definition.id, name: textOf(memberOf(definition, 'name'))?.slice(0, 255) ?? null, document: definition }
}

function translated(fault: unknown, relayed: readonly ErrorCode[]): ServiceError {
  if (!(fault instanceof CallError)) {
    return new ServiceError('exchange_unavailable', 'The exchange could not be reached.', {
      cause: fault,
      extraInfo: { status: null },
    })
  }
  const code = relayed.find((one) => one === fault.code)
  const [first] = fault.errors
  if (code !== undefined) {
    const { retryAfterSeconds } = fault
    return new ServiceError(code, asPhrase(fault), {
      extraInfo: { ...first?.extra_info },
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }
  return new ServiceError('exchange_unavailable', phrase`The exchange answered ${fault.status}.`, {
    cause: fault,
    extraInfo: { status: fault.status },
  })
}

/** Translates the JSON Pointers of an error from the exchange's request to the caller's. */
function withPointers(fault: unknown, pointerOf: (path: string) => string): unknown {
  if (!(fault instanceof ServiceError) || !Array.isArray(fault.extraInfo['fields'])) return fault
  const fields: readonly unknown[] = fault.extraInfo['fields']
  const moved = fields.map((field) => {
    const path = textOf(memberOf(field, 'path'))
    return isObject(field) && path !== undefined ? { ...field, path: pointerOf(path) } : field
  })
  const at = ruleAt(fault)
  const message = at ? faultSentence({ path: textOf(memberOf(moved[0], 'path')) ?? '', rule: at.rule }) : fault.message
  const { parameter } = fault.extraInfo
  const place = typeof parameter === 'string' && { parameter: pointerOf(parameter) }
  const extraInfo = { ...fault.extraInfo, ...place, fields: moved }
  return new ServiceError(fault.code, message, { cause: fault.cause, extraInfo })
}
