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
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { HandlersOn } from './handlers.ts'
import { issueInto } from './issuing.ts'

/** The demo issuers. */
export const issuerHandlers: HandlersOn<OpenWorkspace, typeof issuerOperations> = {
  issuersGet: async ({ issuers }) => ({
    issuers: await issuers.list(),
    schemas: DEMO_SCHEMAS.map(({ schema, example, ...row }) => ({
      ...row,
      schema: { ...schema },
      example: { ...example },
    })),
  }),
  credentialIssue: (workspace, { params, body }) => issueInto(workspace, params.user_id, body),
  issuedRows: ({ issuers }, { query }) => issuers.rows(query),
  issuedStatusChange: async ({ issuers }, { params, body }) => ({
    issued: await issuers.changeStatus(params.issued_id, body.status),
  }),
}

/** Handles the settings of the verifier, and its access from the local network. */
export const verifierSettingsHandlers: HandlersOn<OpenWorkspace, typeof verifierSettingsOperations> = {
  verifierSettingsGet: ({ verifier }) => shown(verifier),
  verifierSettingsSave: ({ verifier }, { body }) => {
    verifier.settings.save(body)
    return shown(verifier)
  },
  networkAccessOpen: ({ verifier }, { body }) => verifier.network.open(body.minutes),
  networkAccessClose: ({ verifier }) => verifier.network.close(),
}

function shown({ settings, network, webhookKey }: VerifierAdministration) {
  return { ...settings.get(), network: network.state(), webhook_public_key: webhookKey.publicPem() }
}

/** Handles the index of definitions. They are stored through the exchange, as for any program. */
export const definitionHandlers: HandlersOn<OpenWorkspace, typeof definitionOperations> = {
  definitionRows: ({ exchange }, { query }) => exchange.definitions.rows(query),
  scenarioRecordsForget: ({ exchange, verifier, announce }) => {
    const requests = verifier.scenarioControls.deleteScenarios()
    const definitions = exchange.definitions.deleteUnusedOfScenarios()
    if (definitions > 0) announce({ type: 'exchange', part: 'definitions' })
    return { requests, definitions }
  },
  definitionOpen: ({ exchange }, { params }) => exchange.definitions.open(params.definition_id),
  definitionSave: async ({ exchange: { definitions }, sendWithKey }, { body: { definition, previous_id } }) => {
    if (previous_id !== null) definitions.requireDefinition(previous_id, 'previous_id')
    const made = await callOver(sendWithKey)(exchangeOperations.createPresentationDefinition, { body: definition })
    const stored = made.presentation_definition
    if (previous_id !== null) definitions.savePrevious(stored.id, previous_id)
    return { row: definitions.row(stored.id), definition: stored, warnings: made.warnings ?? [] }
  },
}

/** Handles keys of other programs; the window sees each of them only once. */
export const subscriptionKeyHandlers: HandlersOn<OpenWorkspace, typeof subscriptionKeyOperations> = {
  subscriptionKeysGet: ({ exchange }) => ({ keys: exchange.subscriptionKeys.list() }),
  subscriptionKeyCreate: ({ exchange }, { body }) => exchange.subscriptionKeys.create(body.name),
  subscriptionKeyRemove: ({ exchange }, { params }) => exchange.subscriptionKeys.remove(params.key_id),
}

/** Handles the registries and the trust list of the workspace. */
export const registryHandlers: HandlersOn<OpenWorkspace, typeof registryOperations> = {
  registryGet: async ({ exchange }, { params }) => ({ rows: await exchange.registries.rows(params.kind) }),
  registryEntryGet: ({ exchange }, { params, query }) => exchange.registries.get(params.kind, query.key),
  registryImport: async ({ exchange }, { params, body }) => ({
    row: await exchange.registries.importText(params.kind, body),
  }),
  registryRemove: ({ exchange }, { params, query }) => exchange.registries.remove(params.kind, query.key),
  trustRows: ({ exchange }) => ({ rows: exchange.trustedIssuers.rows() }),
  trustAdd: ({ exchange }, { body }) => ({ row: exchange.trustedIssuers.add(body) }),
  trustSave: ({ exchange }, { params, body }) => ({ row: exchange.trustedIssuers.change(params.entry_id, body) }),
  trustRemove: ({ exchange }, { params }) => exchange.trustedIssuers.remove(params.entry_id),
}

export const exchangeSettingsHandlers: HandlersOn<OpenWorkspace, typeof exchangeSettingsOperations> = {
  exchangeSettingsGet: ({ exchange }) => exchange.settings.get(),
  exchangeSettingsSave: ({ exchange }, { body }) => exchange.settings.save(body),
}
