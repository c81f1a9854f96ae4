import { clientTaskOperations } from '../../../shared/contract/client-tasks.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { workbenchDelegationOperations } from '../../../shared/contract/workbench-delegations.ts'
import type { workbenchOidcOperations } from '../../../shared/contract/workbench-oidc.ts'
import type { workbenchOrganizationOperations } from '../../../shared/contract/workbench-organizations.ts'
import type { workbenchSharingOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { workbenchTaskOperations } from '../../../shared/contract/workbench-tasks.ts'
import type { walletCommandOperations, walletOperations } from '../../../shared/contract/workbench-wallet.ts'
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
import { invitationRows, invite, lookAtInvitation } from '../../client/invitations/connect-people.ts'
import { changeShares, rejectShares, revokeShares } from '../../client/shares/change-shares.ts'
import { shareItems } from '../../client/shares/share-items.ts'
import { resetTasks, taskRows } from '../../client/tasks/task-rows.ts'
import type { Wallet } from '../../wallet/wallets.ts'
import type { EventFeed } from '../journal/event-feed.ts'
import type { SignedIn } from '../users/signed-in.ts'
import { personOnly } from '../users/signed-in.ts'
import type { ActingMember } from '../users/simulated-users.ts'
import { refuseCommonPassphrase } from '../workspaces/common-passphrases.ts'
import { requireOpen } from '../workspaces/workspace-store.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { HandlersOn } from './handlers.ts'

/** People and shares as the window sees them: each call is one flow of the client. */
export function sharingHandlers(
  feed: Pick<EventFeed, 'announce'>,
): HandlersOn<SignedIn, typeof workbenchSharingOperations> {
  return {
    connectionRows: ({ client }, { query }) => client.people.rows(query.text),
    invitationRows: async ({ client }) => ({ rows: await invitationRows(client) }),
    invitationCreate: ({ client }, { body }) => invite(client, body),
    invitationLook: ({ client }, { body }) => lookAtInvitation(client, body.link),
    invitationAccept: ({ client }, { body }) => acceptAsDelegate(client, body),
    shareRows: ({ client }, { query }) => client.shares.rows(query),
    itemShares: async ({ client }, { params }) => ({ rows: await client.shares.ofItem(params.item_id) }),
    shareCreate: ({ client }, { params, body }) =>
      shareItems(client, body, (done, of) => {
        feed.announce({ type: 'share-run', user_id: params.user_id, done, of })
      }),
    shareOpen: ({ client }, { params }) => openShare(client, params.share_id),
    shareAccept: ({ client }, { params, body }) => acceptShare(client, params.share_id, body.passphrase),
    shareUnlock: ({ client }, { params, body }) => unlockShare(client, params.share_id, body.passphrase),
    sharesReject: ({ client }, { body }) => rejectShares(client.account, body.share_ids),
    sharesRevoke: ({ client }, { body }) => revokeShares(client.account, body.share_ids),
    sharesChange: ({ client }, { body: { share_ids, ...change } }) => changeShares(client.account, share_ids, change),
  }
}

/** Acting for others: what needs keys of the delegate, the account owner or the parent. */
export const delegationHandlers: HandlersOn<SignedIn, Omit<typeof workbenchDelegationOperations, HandledByUsers>> = {
  delegationRows: async ({ client }) => ({ rows: await delegationRows(client) }),
  delegateInvite: async (user, { body: { role, ...body } }) => {
    const { client } = personOnly(user)
    const { invitation, link } = await inviteDelegate(client, { ...body, shares: [] }, role)
    return { invitation, link }
  },
  delegationOffer: async (user, { body }) => {
    const { client } = personOnly(user)
    return { offer_id: (await offerDelegation(client, body.connection_id, body.role)).id }
  },
  delegationOfferAccept: async (user, { params }) => {
    const { client } = personOnly(user)
    return { connection_id: (await acceptOffer(client, params.offer_id)).own.id }
  },
  delegationStep: ({ client }, { params, body }) => takeStep(client, params.connection_id, body.step),
  childCreate: async (user, { body }) => {
    const { own, the_other_user: child } = await createChild(personOnly(user).client, body.name)
    return { connection_id: own.id, vault_user_id: child.user_id }
  },
}

type HandledByUsers = 'delegationAct' | 'childGrowUp' | 'childDelete'

/** Acting for others: what changes which users the workspace has. */
export const delegatedUserHandlers: HandlersOn<
  OpenWorkspace,
  Pick<typeof workbenchDelegationOperations, HandledByUsers>
> = {
  delegationAct: async ({ users }, { params }) => ({ user: await users.act(params.user_id, params.connection_id) }),
  childGrowUp: async ({ users }, { params, body }) => {
    await refuseCommonPassphrase(body.passphrase, 'passphrase')
    return users.growUp(params.user_id, params.connection_id, body)
  },
  childDelete: ({ users }, { params, body }) => users.deleteChild(params.user_id, params.connection_id, body),
}

/** Handles the issuers whose JSON Web Tokens are accepted, and test issuers to try it with. */
export const tokenIssuerHandlers: HandlersOn<OpenWorkspace, typeof workbenchOidcOperations> = {
  oidcGet: ({ tokenIssuers }) => tokenIssuers.get(),
  oidcIssuerSave: ({ tokenIssuers }, { body }) => ({ issuer: tokenIssuers.save(body) }),
  oidcIssuerRemove: ({ tokenIssuers }, { query }) => tokenIssuers.remove(query.issuer),
  oidcIdentityRemove: ({ tokenIssuers }, { params }) => tokenIssuers.removeIdentity(params.identity_id),
  testIssuerCreate: async ({ tokenIssuers }, { body }) => ({ issuer: await tokenIssuers.createTest(body) }),
  testIssuerKeyReplace: async ({ tokenIssuers }, { params }) => ({
    issuer: await tokenIssuers.replaceKey(params.test_id),
  }),
  testTokenMint: ({ tokenIssuers }, { params, body }) => tokenIssuers.mint(params.test_id, body),
}

/** Client tasks and the export of events. */
export const taskHandlers: HandlersOn<OpenWorkspace, typeof workbenchTaskOperations> = {
  taskCommandList: (workspace, { body }) =>
    asNamed(workspace, body, ({ account }) =>
      account.call(clientTaskOperations.clientTaskQueueGet, { query: body.query }),
    ),
  taskCommandRun: (workspace, { body }) =>
    asNamed(workspace, body, ({ tasks }) => tasks.run({ task_ids: [body.task_id], limit: 1 })),
  taskRows: ({ users }, { params, query }) =>
    users.withAccount(params.user_id, async ({ client, tasks }) => ({
      ...(await taskRows(client, query)),
      ...tasks.status(),
      run_tasks_automatically: users.runTasksAutomatically(),
    })),
  taskRun: ({ users }, { params, body }) => users.runTasks(params.user_id, body),
  taskCancel: ({ users }, { params }) =>
    users.withAccount(params.user_id, ({ tasks }) => {
      tasks.cancel()
      return Promise.resolve(tasks.status())
    }),
  taskReset: ({ users }, { params, body }) =>
    users.withAccount(params.user_id, async ({ client }) => ({
      reset: await resetTasks(client.account, body.task_ids),
    })),
  awaitedCopies: async ({ users }, { params }) => ({ copies: await users.awaited.list(params.user_id) }),
  awaitedCopyFetch: ({ users }, { params }) => users.awaited.fetch(params.user_id, params.item_id),
  taskSettings: ({ users }, { body }) => {
    users.setRunTasksAutomatically(body.run_tasks_automatically)
    return body
  },
}

type CommandUser = Omit<InputFor<typeof workbenchTaskOperations.taskCommandRun>['body'], 'task_id'>

/** Works as the user of a command, in its workspace. */
function asNamed<Result>(
  { record, users }: OpenWorkspace,
  { workspace, ...who }: CommandUser,
  work: (user: SignedIn) => Promise<Result>,
): Promise<Result> {
  requireOpen(record, workspace)
  return users.byName(who, work)
}

/** The wallet of a user by name, for commands. */
export const walletCommandHandlers: HandlersOn<OpenWorkspace, typeof walletCommandOperations> = {
  walletCommandOpen: (workspace, { body: { link, allow_remote, ...who } }) =>
    withWalletOf(workspace, who, async ({ runs }) => ({ run: await runs.start(link, allow_remote) })),
  walletCommandEnd: (workspace, { body: { run_id, end, share_whole, ...who } }) =>
    withWalletOf(workspace, who, async ({ runs }) => {
      if (end !== 'submit') return { run: await runs.refuse(run_id, end === 'decline') }
      const options = { profile: null, scenario: null, holder_key_id: null, share_whole }
      return { run: await runs.submit(run_id, options) }
    }),
}

function withWalletOf<Result>(
  workspace: OpenWorkspace,
  who: CommandUser,
  work: (wallet: Wallet) => Promise<Result>,
): Promise<Result> {
  return asNamed(workspace, who, () => {
    const user = workspace.users.list().find(({ full_name }) => full_name === who.user)
    return workspace.withWallet(user?.id ?? '', work)
  })
}

/** Organizations as a member works for them: each call is one flow of the member's client. */
export const organizationHandlers: HandlersOn<ActingMember, typeof workbenchOrganizationOperations> = {
  organizationRequest: async ({ requester }, { body }) => ({
    organization: await requestOrganization(requester, body),
  }),
  serviceRequest: async ({ requester }, { params, body }) => ({
    service: await requestService(requester, params.organization_id, body),
  }),
  organizationAct: async (member, { params, body }) => ({ user: await member.act(agentOf(params, body)) }),
  programSessionStart: ({ person }, { params, body: { service_id, ...body } }) =>
    startProgramSession(person.account, agentOf(params, { service_id }), body),
  memberInvite: (member, { params, body: { role, ...body } }) =>
    member.actOnce(agentOf(params, { service_id: null }), async (client) => {
      const { invitation, link } = await invite(
        client,
        { ...body, compatible: false, shares: [] },
        { organization_member_role: role },
      )
      return { invitation, link }
    }),
  organizationKeys: async ({ person }, { params }) => ({
    keys: await organizationKeys(person, params.organization_id),
  }),
  organizationKeyHandOver: ({ person, name, requester, actOnce }, { params, body }) =>
    handOverKey({ ...person, name, nowMs: requester.nowMs(), actOnce }, agentOf(params, body), body.recipient_id),
  organizationKeyTake: async ({ person, send }, { params, body }) => {
    await takeKey({ ...person, send }, agentOf(params, body), body.share_id)
    const keys = await organizationKeys(person, params.organization_id)
    const key = keys.find(({ service_id }) => service_id === body.service_id)
    if (key === undefined) throw new ServiceError('not_found', 'The service is not there any more.')
    return { key }
  },
}

function agentOf(
  { organization_id }: { readonly organization_id: string },
  { service_id }: { readonly service_id: string | null },
) {
  return { organizationId: organization_id, serviceId: service_id }
}

/** The simulated wallet of a user who is signed in. */
export const walletHandlers: HandlersOn<Wallet, Omit<typeof walletOperations, 'scenariosGet'>> = {
  walletGet: (wallet) => wallet.view(),
  holderKeyCreate: async ({ keys }, { body }) => ({ holder_key: await keys.create(body.algorithm, body.make_default) }),
  holderKeyDefault: ({ keys }, { body }) => ({ holder_key: keys.setDefault(body.holder_key_id) }),
  walletCredentialOpen: (wallet, { params }) => wallet.openCredential(params.credential_id),
  walletCredentialImport: async (wallet, { body }) => ({ credentials: [...(await wallet.importText(body.text))] }),
  walletCredentialRemove: (wallet, { params }) => wallet.removeCredential(params.credential_id),
  walletRunStart: async ({ runs }, { body }) => ({ run: await runs.start(body.link, body.allow_remote) }),
  walletRunGet: ({ runs }, { params }) => ({ run: runs.get(params.run_id) }),
  walletRunChoose: async ({ runs }, { params, body }) => ({ run: await runs.choose(params.run_id, body.choice) }),
  walletRunSubmit: async ({ runs }, { params, body }) => ({ run: await runs.submit(params.run_id, body) }),
  walletScenarioRunRows: (wallet) => ({ runs: [...wallet.scenarioRuns()] }),
  walletScenarioRunOpen: (wallet, { params }) => {
    const { run, rows } = wallet.openScenarioRun(params.scenario_run_id)
    return { run, rows: [...rows] }
  },
  walletScenarioRun: async (wallet, { body }) => ({ rows: [...(await wallet.runScenarios(body.scenarios))] }),
  walletScenarioRunEnd: (wallet) => wallet.endScenarios(),
  walletRunRefuse: async ({ runs }, { params }) => ({ run: await runs.refuse(params.run_id) }),
}
