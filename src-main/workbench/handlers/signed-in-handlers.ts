import { clientTaskOperations } from '../../../shared/contract/client-tasks.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { workbenchDelegationOperations } from '../../../shared/contract/workbench-delegations.ts'
import type { workbenchOidcOperations } from '../../../shared/contract/workbench-oidc.ts'
import type { workbenchOrganizationOperations } from '../../../shared/contract/workbench-organizations.ts'
import type { workbenchSharingOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { workbenchTaskOperations } from '../../../shared/contract/workbench-tasks.ts'
import type { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { handOverKey } from '../../client/agents/hand-over-key.ts'
import { startProgramSession } from '../../client/agents/open-agent.ts'
import { organizationKeys } from '../../client/agents/organization-keys.ts'
import { requestOrganization, requestService } from '../../client/agents/request-organization.ts'
import { takeKey } from '../../client/agents/take-key.ts'
import { acceptShare, openShare, unlockShare } from '../../client/items/open-items.ts'
import { createChild } from '../../client/delegations/child-accounts.ts'
import { takeStep } from '../../client/delegations/delegation-keys.ts'
import { delegationRows } from '../../client/delegations/delegation-rows.ts'
import {
  acceptAsDelegate,
  acceptOffer,
  inviteDelegate,
  offerDelegation,
} from '../../client/delegations/grant-delegation.ts'
import { invitationRows, invite, lookAtInvitation } from '../../client/people/connect-people.ts'
import { changeShares, rejectShares, revokeShares } from '../../client/shares/change-shares.ts'
import { shareItems } from '../../client/shares/share-items.ts'
import { resetTasks, taskRows } from '../../client/tasks/task-rows.ts'
import { SCENARIOS } from '../../wallet/scenarios/scenario-catalogue.ts'
import type { Wallet } from '../../wallet/wallets.ts'
import type { EventFeed } from '../journal/event-feed.ts'
import type { SignedIn } from '../users/signed-in.ts'
import { personOnly } from '../users/signed-in.ts'
import type { ActingMember } from '../users/simulated-users.ts'
import { refuseCommonPassphrase } from '../workspaces/common-passphrases.ts'
import { requireOpen } from '../workspaces/workspace-store.ts'
import type { WorkbenchHandlersFor, Working } from './handlers.ts'

/** People and shares as the window sees them: each call is one flow of the client. */
export function sharingHandlers(
  { as }: Working,
  feed: Pick<EventFeed, 'announce'>,
): WorkbenchHandlersFor<typeof workbenchSharingOperations> {
  return {
    connectionRows: ({ params, query }) => as(params.user_id, ({ client }) => client.people.rows(query.text)),
    invitationRows: ({ params }) => as(params.user_id, async ({ client }) => ({ rows: await invitationRows(client) })),
    invitationCreate: ({ params, body }) => as(params.user_id, ({ client }) => invite(client, body)),
    invitationLook: ({ params, body }) => as(params.user_id, ({ client }) => lookAtInvitation(client, body.link)),
    invitationAccept: ({ params, body }) => as(params.user_id, ({ client }) => acceptAsDelegate(client, body)),
    shareRows: ({ params, query }) => as(params.user_id, ({ client }) => client.shares.rows(query)),
    itemShares: ({ params }) =>
      as(params.user_id, async ({ client }) => ({ rows: await client.shares.ofItem(params.item_id) })),
    shareCreate: ({ params, body }) =>
      as(params.user_id, ({ client }) =>
        shareItems(client, body, (done, of) => {
          feed.announce({ type: 'share-run', user_id: params.user_id, done, of })
        }),
      ),
    shareOpen: ({ params }) => as(params.user_id, ({ client }) => openShare(client, params.share_id)),
    shareAccept: ({ params, body }) =>
      as(params.user_id, ({ client }) => acceptShare(client, params.share_id, body.passphrase)),
    shareUnlock: ({ params, body }) =>
      as(params.user_id, ({ client }) => unlockShare(client, params.share_id, body.passphrase)),
    sharesReject: ({ params, body }) =>
      as(params.user_id, ({ client }) => rejectShares(client.account, body.share_ids)),
    sharesRevoke: ({ params, body }) =>
      as(params.user_id, ({ client }) => revokeShares(client.account, body.share_ids)),
    sharesChange: ({ params, body: { share_ids, ...change } }) =>
      as(params.user_id, ({ client }) => changeShares(client.account, share_ids, change)),
  }
}

/** Acting for others: what needs keys of the delegate, the account owner or the parent. */
export function delegationHandlers({
  within,
  as,
}: Working): WorkbenchHandlersFor<typeof workbenchDelegationOperations> {
  return {
    delegationRows: ({ params }) => as(params.user_id, async ({ client }) => ({ rows: await delegationRows(client) })),
    delegateInvite: ({ params, body: { role, ...body } }) =>
      as(params.user_id, async (user) => {
        const { client } = personOnly(user)
        const { invitation, link } = await inviteDelegate(client, { ...body, shares: [] }, role)
        return { invitation, link }
      }),
    delegationOffer: ({ params, body }) =>
      as(params.user_id, async (user) => {
        const { client } = personOnly(user)
        return { offer_id: (await offerDelegation(client, body.connection_id, body.role)).id }
      }),
    delegationOfferAccept: ({ params }) =>
      as(params.user_id, async (user) => {
        const { client } = personOnly(user)
        return { connection_id: (await acceptOffer(client, params.offer_id)).own.id }
      }),
    delegationStep: ({ params, body }) =>
      as(params.user_id, async ({ client }) => {
        await takeStep(client, params.connection_id, body.step)
        return undefined
      }),
    delegationAct: ({ params }) =>
      within(async ({ users }) => ({ user: await users.act(params.user_id, params.connection_id) })),
    childCreate: ({ params, body }) =>
      as(params.user_id, async (user) => {
        const { own, the_other_user: child } = await createChild(personOnly(user).client, body.name)
        return { connection_id: own.id, vault_user_id: child.user_id }
      }),
    childGrowUp: ({ params, body }) =>
      within(async ({ users }) => {
        await refuseCommonPassphrase(body.passphrase, 'passphrase')
        return users.growUp(params.user_id, params.connection_id, body)
      }),
    childDelete: ({ params, body }) =>
      within(async ({ users }) => {
        await users.deleteChild(params.user_id, params.connection_id, body)
        return undefined
      }),
  }
}

/** Whose JSON Web Tokens are accepted, and issuers to try it with. */
export function tokenIssuerHandlers({ within }: Working): WorkbenchHandlersFor<typeof workbenchOidcOperations> {
  return {
    oidcGet: () => within(({ tokenIssuers }) => tokenIssuers.get()),
    oidcIssuerSave: ({ body }) => within(({ tokenIssuers }) => ({ issuer: tokenIssuers.save(body) })),
    oidcIssuerRemove: ({ query }) =>
      within(({ tokenIssuers }) => {
        tokenIssuers.remove(query.issuer)
        return undefined
      }),
    oidcIdentityRemove: ({ params }) =>
      within(({ tokenIssuers }) => {
        tokenIssuers.removeIdentity(params.identity_id)
        return undefined
      }),
    testIssuerCreate: ({ body }) =>
      within(async ({ tokenIssuers }) => ({ issuer: await tokenIssuers.createTest(body) })),
    testIssuerKeyReplace: ({ params }) =>
      within(async ({ tokenIssuers }) => ({ issuer: await tokenIssuers.replaceKey(params.test_id) })),
    testTokenMint: ({ params, body }) => within(({ tokenIssuers }) => tokenIssuers.mint(params.test_id, body)),
  }
}

type CommandUser = Omit<InputFor<typeof workbenchTaskOperations.taskCommandRun>['body'], 'task_id'>

/** Client tasks and the export of events. */
export function taskHandlers({ within, as }: Working): WorkbenchHandlersFor<typeof workbenchTaskOperations> {
  const named = <Result>({ workspace, ...who }: CommandUser, work: (user: SignedIn) => Promise<Result>) =>
    within(({ record, users }) => {
      requireOpen(record, workspace)
      return users.byName(who, work)
    })

  return {
    taskCommandList: ({ body }) =>
      named(body, ({ account }) => account.call(clientTaskOperations.clientTaskQueueGet, { query: body.query })),
    taskCommandRun: ({ body }) => named(body, ({ tasks }) => tasks.run({ task_ids: [body.task_id], limit: 1 })),
    taskRows: ({ params, query }) =>
      within(({ users }) =>
        users.withAccount(params.user_id, async ({ client, tasks }) => ({
          ...(await taskRows(client, query)),
          ...tasks.status(),
          run_tasks_automatically: users.runTasksAutomatically(),
        })),
      ),
    taskRun: ({ params, body }) => within(({ users }) => users.runTasks(params.user_id, body)),
    taskCancel: ({ params }) =>
      as(params.user_id, ({ tasks }) => {
        tasks.cancel()
        return Promise.resolve(tasks.status())
      }),
    taskReset: ({ params, body }) =>
      as(params.user_id, async ({ client }) => ({ reset: await resetTasks(client.account, body.task_ids) })),
    awaitedCopies: ({ params }) => within(async ({ users }) => ({ copies: await users.awaited.list(params.user_id) })),
    awaitedCopyFetch: ({ params }) => within(({ users }) => users.awaited.fetch(params.user_id, params.item_id)),
    taskSettings: ({ body }) =>
      within(({ users }) => {
        users.setRunTasksAutomatically(body.run_tasks_automatically)
        return body
      }),
  }
}

/** Organizations as a member works for them: each call is one flow of the member's client. */
export function organizationHandlers({
  within,
}: Working): WorkbenchHandlersFor<typeof workbenchOrganizationOperations> {
  const as = <Result>(userId: string, work: (member: ActingMember) => Promise<Result>): Promise<Result> =>
    within(({ users }) => users.asMember(userId, work))

  return {
    organizationRequest: ({ params, body }) =>
      as(params.user_id, async ({ requester }) => ({ organization: await requestOrganization(requester, body) })),
    serviceRequest: ({ params, body }) =>
      as(params.user_id, async ({ requester }) => ({
        service: await requestService(requester, params.organization_id, body),
      })),
    organizationAct: ({ params, body }) =>
      as(params.user_id, async (member) => ({ user: await member.act(agentOf(params, body)) })),
    programSessionStart: ({ params, body: { service_id, ...body } }) =>
      as(params.user_id, ({ person }) => startProgramSession(person.account, agentOf(params, { service_id }), body)),
    memberInvite: ({ params, body: { role, ...body } }) =>
      as(params.user_id, (member) =>
        member.actOnce(agentOf(params, { service_id: null }), async (client) => {
          const { invitation, link } = await invite(
            client,
            { ...body, compatible: false, shares: [] },
            { organization_member_role: role },
          )
          return { invitation, link }
        }),
      ),
    organizationKeys: ({ params }) =>
      as(params.user_id, async ({ person }) => ({ keys: await organizationKeys(person, params.organization_id) })),
    organizationKeyHandOver: ({ params, body }) =>
      as(params.user_id, ({ person, name, requester, actOnce }) =>
        handOverKey({ ...person, name, nowMs: requester.nowMs(), actOnce }, agentOf(params, body), body.recipient_id),
      ),
    organizationKeyTake: ({ params, body }) =>
      as(params.user_id, async ({ person, send }) => {
        await takeKey({ ...person, send }, agentOf(params, body), body.share_id)
        const keys = await organizationKeys(person, params.organization_id)
        const key = keys.find(({ service_id }) => service_id === body.service_id)
        if (key === undefined) throw new ServiceError('not_found', 'The service is not there any more.')
        return { key }
      }),
  }
}

function agentOf(
  { organization_id }: { readonly organization_id: string },
  { service_id }: { readonly service_id: string | null },
) {
  return { organizationId: organization_id, serviceId: service_id }
}

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
    walletScenarioRunRows: ({ params }) => as(params.user_id, (wallet) => ({ runs: [...wallet.scenarioRuns()] })),
    walletScenarioRunOpen: ({ params }) =>
      as(params.user_id, (wallet) => {
        const { run, rows } = wallet.openScenarioRun(params.scenario_run_id)
        return { run, rows: [...rows] }
      }),
    walletScenarioRun: ({ params, body }) =>
      as(params.user_id, async (wallet) => ({ rows: [...(await wallet.playScenarios(body.scenarios))] })),
    walletRunRefuse: ({ params }) =>
      as(params.user_id, async ({ runs }) => ({ run: await runs.refuse(params.run_id) })),
  }
}
