import { callOver } from '../../shared/contract/caller.ts'
import { exchangeOperations } from '../../shared/contract/index.ts'
import type {
  definitionOperations,
  deskOperations,
  exchangeSettingsOperations,
  registryOperations,
  subscriptionKeyOperations,
} from '../../shared/contract/workbench-exchange.ts'
import type { WorkbenchHandlersFor } from './handlers.ts'
import { whileOpen } from './handlers.ts'
import type { Workspaces } from './workspaces.ts'

/** Calls of the exchange and the verifier with the subscription key of the window. */
export function deskHandlers(workspaces: Workspaces): WorkbenchHandlersFor<typeof deskOperations> {
  const within = whileOpen(workspaces)
  return {
    deskCall: ({ body }) => within(({ desk }) => desk.call(body)),
  }
}

/** The index of definitions. What is stored goes through the exchange, as for any program. */
export function definitionHandlers(workspaces: Workspaces): WorkbenchHandlersFor<typeof definitionOperations> {
  const within = whileOpen(workspaces)
  return {
    definitionRows: ({ query }) => within(({ exchange }) => exchange.definitions.rows(query)),
    definitionOpen: ({ params }) => within(({ exchange }) => exchange.definitions.open(params.definition_id)),
    definitionSave: ({ body: { definition, previous_id } }) =>
      within(async ({ exchange: { definitions }, desk }) => {
        if (previous_id !== null) definitions.requireDefinition(previous_id, 'previous_id')
        const made = await callOver(desk.send)(exchangeOperations.createPresentationDefinition, { body: definition })
        const stored = made.presentation_definition
        if (previous_id !== null) definitions.savePrevious(stored.id, previous_id)
        return { row: definitions.row(stored.id), definition: stored, warnings: made.warnings ?? [] }
      }),
  }
}

/** Keys of other programs; the window sees each of them once. */
export function subscriptionKeyHandlers(
  workspaces: Workspaces,
): WorkbenchHandlersFor<typeof subscriptionKeyOperations> {
  const within = whileOpen(workspaces)
  return {
    subscriptionKeysGet: () => within(({ exchange }) => ({ keys: exchange.subscriptionKeys.list() })),
    subscriptionKeyCreate: ({ body }) => within(({ exchange }) => exchange.subscriptionKeys.create(body.name)),
    subscriptionKeyRemove: ({ params }) =>
      within(({ exchange }) => {
        exchange.subscriptionKeys.remove(params.key_id)
        return undefined
      }),
  }
}

/** What verification rests on in this workspace. */
export function registryHandlers(workspaces: Workspaces): WorkbenchHandlersFor<typeof registryOperations> {
  const within = whileOpen(workspaces)
  return {
    registryGet: ({ params }) =>
      within(async ({ exchange }) => ({ rows: await exchange.registries.rows(params.kind) })),
    registryEntryGet: ({ params, query }) => within(({ exchange }) => exchange.registries.get(params.kind, query.key)),
    registryImport: ({ params, body }) =>
      within(async ({ exchange }) => ({ row: await exchange.registries.importText(params.kind, body) })),
    registryRemove: ({ params, query }) =>
      within(({ exchange }) => {
        exchange.registries.remove(params.kind, query.key)
        return undefined
      }),
    trustRows: () => within(({ exchange }) => ({ rows: exchange.trustedIssuers.rows() })),
    trustAdd: ({ body }) => within(({ exchange }) => ({ row: exchange.trustedIssuers.add(body) })),
    trustSave: ({ params, body }) =>
      within(({ exchange }) => ({ row: exchange.trustedIssuers.change(params.entry_id, body) })),
    trustRemove: ({ params }) =>
      within(({ exchange }) => {
        exchange.trustedIssuers.remove(params.entry_id)
        return undefined
      }),
  }
}

export function exchangeSettingsHandlers(
  workspaces: Workspaces,
): WorkbenchHandlersFor<typeof exchangeSettingsOperations> {
  const within = whileOpen(workspaces)
  return {
    exchangeSettingsGet: () => within(({ exchange }) => exchange.settings.get()),
    exchangeSettingsSave: ({ body }) => within(({ exchange }) => exchange.settings.save(body)),
  }
}
