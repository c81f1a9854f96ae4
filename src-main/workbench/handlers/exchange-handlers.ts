import { callOver } from '../../../shared/contract/caller.ts'
import { exchangeOperations } from '../../../shared/contract/index.ts'
import type {
  verifierSettingsOperations,
  definitionOperations,
  exchangeSettingsOperations,
  registryOperations,
  subscriptionKeyOperations,
} from '../../../shared/contract/workbench-exchange.ts'
import type { issuerOperations } from '../../../shared/contract/workbench-issuer.ts'
import { DEMO_SCHEMAS } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { VerifierAdministration } from '../../verifier/verifier-administration.ts'
import type { WorkbenchHandlersFor, Working } from './handlers.ts'
import { issueInto } from './issuing.ts'

/** The demo issuers. */
export function issuerHandlers({ within }: Working): WorkbenchHandlersFor<typeof issuerOperations> {
  return {
    issuersGet: () =>
      within(async ({ issuers }) => ({
        issuers: await issuers.list(),
        schemas: DEMO_SCHEMAS.map(({ schema, example, ...row }) => ({
          ...row,
          schema: { ...schema },
          example: { ...example },
        })),
      })),
    credentialIssue: ({ params, body }) => within((workspace) => issueInto(workspace, params.user_id, body)),
    issuedRows: ({ query }) => within(({ issuers }) => issuers.rows(query)),
    issuedStatusChange: ({ params, body }) =>
      within(async ({ issuers }) => ({ issued: await issuers.changeStatus(params.issued_id, body.status) })),
  }
}

/** How the verifier of the open workspace is set, and whether the local network reaches it. */
export function verifierSettingsHandlers({ within }: Working): WorkbenchHandlersFor<typeof verifierSettingsOperations> {
  return {
    verifierSettingsGet: () => within(({ verifier }) => shown(verifier)),
    verifierSettingsSave: ({ body }) =>
      within(({ verifier }) => {
        verifier.settings.save(body)
        return shown(verifier)
      }),
    networkAccessOpen: ({ body }) => within(({ verifier }) => verifier.network.open(body.minutes)),
    networkAccessClose: () => within(({ verifier }) => verifier.network.close()),
  }
}

function shown({ settings, network, webhookKey }: VerifierAdministration) {
  return { ...settings.get(), network: network.state(), webhook_public_key: webhookKey.publicPem() }
}

/** The index of definitions. What is stored goes through the exchange, as for any program. */
export function definitionHandlers({ within }: Working): WorkbenchHandlersFor<typeof definitionOperations> {
  return {
    definitionRows: ({ query }) => within(({ exchange }) => exchange.definitions.rows(query)),
    scenarioRecordsForget: () =>
      within(({ exchange, verifier, announce }) => {
        const requests = verifier.lab.forgetScenarios()
        const definitions = exchange.definitions.forgetScenarios()
        if (definitions > 0) announce({ type: 'exchange', part: 'definitions' })
        return { requests, definitions }
      }),
    definitionOpen: ({ params }) => within(({ exchange }) => exchange.definitions.open(params.definition_id)),
    definitionSave: ({ body: { definition, previous_id } }) =>
      within(async ({ exchange: { definitions }, sendWithKey }) => {
        if (previous_id !== null) definitions.requireDefinition(previous_id, 'previous_id')
        const made = await callOver(sendWithKey)(exchangeOperations.createPresentationDefinition, { body: definition })
        const stored = made.presentation_definition
        if (previous_id !== null) definitions.savePrevious(stored.id, previous_id)
        return { row: definitions.row(stored.id), definition: stored, warnings: made.warnings ?? [] }
      }),
  }
}

/** Keys of other programs; the window sees each of them once. */
export function subscriptionKeyHandlers({ within }: Working): WorkbenchHandlersFor<typeof subscriptionKeyOperations> {
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
export function registryHandlers({ within }: Working): WorkbenchHandlersFor<typeof registryOperations> {
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

export function exchangeSettingsHandlers({ within }: Working): WorkbenchHandlersFor<typeof exchangeSettingsOperations> {
  return {
    exchangeSettingsGet: () => within(({ exchange }) => exchange.settings.get()),
    exchangeSettingsSave: ({ body }) => within(({ exchange }) => exchange.settings.save(body)),
  }
}
