import type { verifierSettingsOperations } from '../../shared/contract/workbench-exchange.ts'
import type { VerifierAdministration } from '../verifier/administration.ts'
import type { WorkbenchHandlersFor } from './handlers.ts'
import { whileOpen } from './handlers.ts'
import type { Workspaces } from './workspaces.ts'

/** How the verifier of the open workspace is set, and whether the local network reaches it. */
export function verifierSettingsHandlers(
  workspaces: Workspaces,
): WorkbenchHandlersFor<typeof verifierSettingsOperations> {
  const within = whileOpen(workspaces)
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
