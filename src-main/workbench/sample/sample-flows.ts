import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { Client } from '../../client/client.ts'
import { acceptInvitation, invite } from '../../client/invitations/connect-people.ts'
import type { ShareItemsOrder } from '../../client/shares/share-items.ts'
import { shareItems } from '../../client/shares/share-items.ts'
import type { ActingMember } from '../users/simulated-users.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { Message } from '../../../shared/phrase.ts'

/** An event of the sample workspace, with its time. */
export interface SampleStep {
  /** Its name in the progress that the window shows. */
  readonly name: Message
  readonly daysAgo: number
  readonly run: () => Promise<unknown>
}

/** The workspace in which the sample is made. People are known by their full names. */
export interface SampleContext {
  readonly workspace: OpenWorkspace
  /** The real time of creation, whatever time the clock was moved to. */
  readonly madeAtMs: number
  readonly idOf: (fullName: string) => string
  readonly clientOf: (fullName: string) => Promise<Client>
  readonly asMember: <Result>(fullName: string, work: (member: ActingMember) => Promise<Result>) => Promise<Result>
}

export function sampleContext(workspace: OpenWorkspace, userIds: ReadonlyMap<string, string>): SampleContext {
  const { users } = workspace
  const idOf = (fullName: string) => {
    const id = userIds.get(fullName)
    if (id === undefined) throw new Error(`${fullName} is no sample user`)
    return id
  }
  return {
    workspace,
    madeAtMs: workspace.nowMs(),
    idOf,
    clientOf: (fullName) => users.withAccount(idOf(fullName), ({ client }) => Promise.resolve(client)),
    asMember: (fullName, work) => users.asMember(idOf(fullName), work),
  }
}

/** Both sides of a connection in the sample. */
export interface Pair {
  readonly from: Client
  readonly to: Client
}

/**
 * One invites, the other accepts.
 *
 * @param role of whoever accepts, where an organization invites a member
 */
export async function connectPair(
  { from, to }: Pair,
  names: { readonly inviter: string; readonly invitee: string },
  role?: MemberRole,
): Promise<void> {
  const options = { expires_in_days: 14, compatible: false, shares: [] }
  const { link } = await invite(from, { ...options, name: names.invitee }, role && { organization_member_role: role })
  await acceptInvitation(to, { link, passphrase: null, name: names.inviter, compatible: false })
}

/** Shares one item, or one slot of it. @returns the id of the share */
export async function shareOne({ from, to }: Pair, order: Omit<ShareItemsOrder, 'recipient_ids'>): Promise<string> {
  const recipient_ids = [to.account.vaultUserId]
  const { failed, share_ids } = await shareItems(from, { ...order, recipient_ids }, () => undefined)
  const [id] = share_ids
  if (id === undefined) throw new Error(`a share of the sample failed: ${failed[0]?.message ?? ''}`)
  return id
}

/** Id of the first item of that name, own or received. */
export async function itemNamed({ items }: Client, label: string, own: boolean): Promise<string> {
  const { rows } = await items.rows({ text: label, own, order_by: 'label', order: 'asc', offset: 0, limit: 500 })
  const found = rows.find((row) => row.label === label)
  if (found === undefined) throw new Error(`the sample has no item ${label}`)
  return found.id
}
