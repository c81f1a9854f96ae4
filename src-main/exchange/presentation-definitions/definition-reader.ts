import { setImmediate } from 'node:timers/promises'
import { asPhrase, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { Message } from '../../../shared/contract/errors.ts'
import { MAX_DEFINITION_BYTES } from '../../../shared/contract/presentation-definitions.ts'
import type { DefinitionFault } from '../../../shared/presentation-exchange/definition-faults.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Sender } from '../../service/fair-queue.ts'
import type { StopCode } from '../registries/stop-code.ts'
import { isLongDefinition } from './definition-cost.ts'
import { definitionIn, readDefinition, requireReadable } from './read-definition.ts'
import type { AcceptedDefinition } from './read-definition.ts'

/**
 * Checks a definition on this thread or, if that takes long, on a worker thread.
 * @throws {ServiceError} like `readDefinition`; also `invalid_params` if it takes too long, and `too_many_requests` if
 *   too many of the sender's tasks are waiting
 */
export type ReadDefinition = (body: JsonObject, sender: Sender) => Promise<AcceptedDefinition>

/** The result of a worker thread for a body, as plain data. */
export type DefinitionVerdict =
  | { readonly warnings: readonly DefinitionFault[] }
  | {
      readonly refused: Pick<ServiceError, 'code' | 'extraInfo'> & { readonly message: Message }
    }

/** Checks on a worker thread. @param text the body as JSON. @throws if the thread ends without a result */
export type ReadDefinitionOnWorker = (text: string, sender: Sender) => Promise<DefinitionVerdict>

interface ReaderDependencies {
  readonly readOnWorker: ReadDefinitionOnWorker
  /** Tells why the worker thread ended; undefined for any other fault. */
  readonly stopCodeOf: (fault: unknown) => StopCode | undefined
}

/** Checks new definitions: long or deliberately slow ones on a worker thread. */
export function definitionReader({ readOnWorker, stopCodeOf }: ReaderDependencies): ReadDefinition {
  return async (body, sender) => {
    const text = requireReadable(body, MAX_DEFINITION_BYTES)
    const definition = definitionIn(body)
    if (!isLongDefinition(definition)) return readDefinition(body)
    await setImmediate() // lets other calls run before a large text is posted
    const verdict = await readOnWorker(text, sender).catch((fault: unknown) => {
      throw stopCodeOf(fault) === 'timeout' ? tooSlow(fault) : fault
    })
    if ('warnings' in verdict) return { definition, warnings: verdict.warnings }
    const { code, message, extraInfo } = verdict.refused
    throw new ServiceError(code, message, { extraInfo })
  }
}

/** Checks a definition on the worker thread. @param text the body as JSON */
export function definitionVerdict(text: string): DefinitionVerdict {
  try {
    return { warnings: readDefinition(JSON.parse(text) as JsonObject).warnings } // definitionReader wrote it
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault
    const { code, extraInfo } = fault
    return { refused: { code, message: asPhrase(fault), extraInfo } }
  }
}

function tooSlow(cause: unknown): ServiceError {
  const message = 'takes too long to check'
  return new ServiceError('invalid_params', phrase`The definition ${asPhrase(message)}.`, {
    cause,
    extraInfo: { fields: [{ path: '', code: 'json_schema_invalid', message }] },
  })
}
