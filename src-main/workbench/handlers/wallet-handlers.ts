import type { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { SCENARIOS } from '../../wallet/scenarios/scenario-catalogue.ts'
import type { Wallet } from '../../wallet/wallets.ts'
import type { WorkbenchHandlersFor, Working } from './handlers.ts'

type WalletHandlers = WorkbenchHandlersFor<typeof walletOperations>

/** The simulated wallet of a user who is signed in. */
export function walletHandlers({ within }: Working): WalletHandlers {
  const as = <Result>(userId: string, work: (wallet: Wallet) => Result | Promise<Result>): Promise<Result> =>
    within((workspace) => workspace.withWallet(userId, work))
  return {
    walletGet: ({ params }) => as(params.user_id, (wallet) => wallet.view()),
    holderKeyCreate: ({ params, body }) =>
      as(params.user_id, async ({ keys }) => ({ holder_key: await keys.create(body.algorithm, body.make_default) })),
    holderKeyDefault: ({ params, body }) =>
      as(params.user_id, ({ keys }) => ({ holder_key: keys.setDefault(body.holder_key_id) })),
    walletCredentialOpen: ({ params }) => as(params.user_id, (wallet) => wallet.openCredential(params.credential_id)),
    walletCredentialImport: ({ params, body }) =>
      as(params.user_id, async (wallet) => ({ credentials: [...(await wallet.importText(body.text))] })),
    walletCredentialRemove: ({ params }) =>
      as(params.user_id, (wallet) => {
        wallet.removeCredential(params.credential_id)
        return undefined
      }),
    walletRunStart: ({ params, body }) =>
      as(params.user_id, async ({ runs }) => ({ run: await runs.start(body.link, body.allow_remote) })),
    walletRunGet: ({ params }) => as(params.user_id, ({ runs }) => ({ run: runs.get(params.run_id) })),
    walletRunChoose: ({ params, body }) =>
      as(params.user_id, async ({ runs }) => ({ run: await runs.choose(params.run_id, body.choice) })),
    walletRunSubmit: ({ params, body }) =>
      as(params.user_id, async ({ runs }) => ({ run: await runs.submit(params.run_id, body) })),
    scenariosGet: () => ({ scenarios: [...SCENARIOS] }),
    walletScenarioRun: ({ params, body }) =>
      as(params.user_id, async (wallet) => ({ rows: [...(await wallet.playScenarios(body.scenarios))] })),
    walletRunRefuse: ({ params }) =>
      as(params.user_id, async ({ runs }) => ({ run: await runs.refuse(params.run_id) })),
  }
}
