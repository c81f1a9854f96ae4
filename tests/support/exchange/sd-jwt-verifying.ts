import type { Check, Verification } from '../../../shared/contract/presentations.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { AcceptedPresentation } from '../../../src-main/exchange/presentations/accepted-presentation-store.ts'
import { contextOver } from '../../../src-main/exchange/presentations/open-context.ts'
import type { Registries } from '../../../src-main/exchange/presentations/open-context.ts'
import { presentationHandlers } from '../../../src-main/exchange/presentations/presentation-handlers.ts'
import { verifyPresentation } from '../../../src-main/exchange/presentations/verify-presentation.ts'
import type { ExchangeCall } from '../../../src-main/service/call.ts'
import { IMPORTED_CONTEXTS, NOW } from './presentations.ts'

const NOTHING = { find: () => undefined }
export const EMPTY_REGISTRIES: Registries = {
  contexts: { find: (url) => IMPORTED_CONTEXTS.get(url) },
  dids: NOTHING,
  schemas: NOTHING,
  statusLists: NOTHING,
  trustList: () => [],
  revision: () => 0,
}

/**
 * The operation that verifies presentations, at {@link NOW}, without a database.
 *
 * @param definitions by their ids, each with what is asked for
 */
export function verifierAt(
  now: string = NOW,
  definitions: Readonly<Record<string, JsonObject>> = {},
): (body: unknown, registries?: Partial<Registries>) => Promise<Verification> {
  const accepted: AcceptedPresentation[] = []
  return async (body, registries = {}) => {
    const elapsedMs = () => 0
    const contextAt = contextOver({ ...EMPTY_REGISTRIES, ...registries }, elapsedMs)
    const handlers = presentationHandlers({
      definitions: {
        findDefinition: (id) =>
          Object.hasOwn(definitions, id) ? JSON.stringify({ id, ...definitions[id] }) : undefined,
      },
      accepted: {
        findEarlier: ({ digest }) =>
          accepted.some((one) => Buffer.compare(one.digest, digest) === 0) ? 'same' : 'none',
        addAccepted: (presentation) => void accepted.push(presentation),
        addRecord: () => undefined,
        forget: () => undefined,
      },
      verify: (input, at) => verifyPresentation(input, contextAt(at, input.options.trusted_issuers)),
      willEvaluateOnWorker: () => undefined,
      defaultPolicy: () => ({}),
      elapsedMs,
    })
    const call = { now, nowMs: Date.parse(now), newId: () => 'id' } as unknown as ExchangeCall // what is used of it
    const input = { params: undefined, query: undefined, body: body as JsonObject }
    const decide = await handlers.verifyPresentation.prepare(call, input)
    return decide(call, input)
  }
}

export function allChecks({ checks, credentials, descriptors }: Verification): readonly Check[] {
  return [...checks, ...[...credentials, ...descriptors].flatMap((one) => one.checks)]
}

/** What failed or warns, as `check code pointer#inner_pointer`. */
export function found(answer: Verification): readonly string[] {
  return allChecks(answer)
    .filter(({ result }) => result === 'fail' || result === 'warn')
    .map(({ check, code, result, pointer, inner_pointer }) => {
      const place = pointer === null ? '' : ` ${pointer}#${inner_pointer ?? ''}`
      return `${result === 'warn' ? 'warn ' : ''}${check} ${code ?? ''}${place}`
    })
}
