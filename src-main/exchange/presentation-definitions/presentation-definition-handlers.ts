import { createHash } from 'node:crypto'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { PresentationDefinition } from '../../../shared/contract/presentation-definitions.ts'
import type { presentationDefinitionOperations } from '../../../shared/contract/presentation-definitions.ts'
import type { ExchangeCall, MixedHandlersFor } from '../../service/call.ts'
import type { PresentationDefinitionStore } from './presentation-definition-store.ts'
import type { ReadDefinition } from './definition-reader.ts'
import type { AcceptedDefinition } from './read-definition.ts'

interface DefinitionDependencies {
  readonly store: PresentationDefinitionStore
  readonly read: ReadDefinition
  /** Called for a definition that needs the evaluation thread, which takes a while to start. */
  readonly willEvaluateOnWorker: () => void
}

/** Stores and returns definitions. Every subscription key of the workspace may read them all. */
export function presentationDefinitionHandlers({
  store,
  read,
  willEvaluateOnWorker,
}: DefinitionDependencies): MixedHandlersFor<typeof presentationDefinitionOperations> {
  return {
    createPresentationDefinition: {
      async prepare({ subscriptionKeyId, waitingGroup }, { body }) {
        const accepted = await read(body, { key: subscriptionKeyId, group: waitingGroup ?? undefined })
        return (call) => create(call, accepted)
      },
    },
    getPresentationDefinition(call, { params: { definition_id }, query: { envelope } }) {
      const text = store.findDefinition(definition_id)
      if (text === undefined) throw new ServiceError('not_found', 'There is no presentation definition with this id.')
      addCacheHeaders(call, text)
      const definition = PresentationDefinition.parse(JSON.parse(text))
      return envelope ? { presentation_definition: definition } : definition
    },
  }

  function create(call: ExchangeCall, { definition, warnings }: AcceptedDefinition) {
    const presentation_definition = { ...definition, id: call.newId() }
    const text = JSON.stringify(presentation_definition)
    store.addDefinition({
      id: presentation_definition.id,
      text,
      created_by_key: call.subscriptionKeyId,
      created_at: call.now,
    })
    if (warnings.some(({ code }) => code === 'pattern_backtracking')) willEvaluateOnWorker()
    call.addHeader('Location', `/presentations/definitions/${presentation_definition.id}`)
    addCacheHeaders(call, text)
    return { presentation_definition, ...(warnings.length > 0 && { warnings: [...warnings] }) }
  }
}

/** Allows caching, because a definition never changes (docs/contract/exchange.md, Definitions). */
function addCacheHeaders(call: ExchangeCall, text: string): void {
  call.addHeader('ETag', `"${createHash('sha256').update(text).digest('base64url')}"`)
  call.addHeader('Cache-Control', 'private, max-age=31536000, immutable')
}
