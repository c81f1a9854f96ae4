import type { IssueOrder } from '../../wallet/issuer/issue-order.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'

/**
 * Issues a credential into the wallet of a user.
 *
 * @throws {ServiceError} `not_found`, `user_locked`, `wallet_run_open`, `invalid_params`, `credential_invalid`
 */
export function issueInto({ withWallet, issuers }: OpenWorkspace, user_id: string, order: IssueOrder) {
  return withWallet(user_id, ({ intake }) =>
    issuers.issue(order, {
      user_id,
      hasOpenRun: () => intake.isRunOpen(),
      defaultDid: () => intake.holderDid(),
      add: (credential) => intake.add(credential).id,
    }),
  )
}
