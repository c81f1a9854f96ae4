import { connectionOperations } from '../../../shared/contract/connections.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { Invitation, InvitationState } from '../../../shared/contract/invitations.ts'
import { INVITATION_STATES, invitationOperations } from '../../../shared/contract/invitations.ts'
import type { InputFor, ReplyFor } from '../../../shared/contract/operation.ts'
import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { InvitationRow, workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { ShareFormat } from '../../crypto/connection-key-pair.ts'
import { formatOfPublicKey } from '../../crypto/connection-key-pair.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { newSharePassphrase } from '../../crypto/share-passphrase.ts'
import type { Client } from '../client.ts'
import type { StoredKeyPair } from '../people/connection-keys.ts'
import type { InvitationLink } from './invitation-link.ts'
import { formatInvitationLink, parseInvitationLink } from './invitation-link.ts'
import { readableKeyFingerprint } from '../account/key-fingerprint.ts'
import { pagesOf } from '../account/pages.ts'
import { personOf } from '../people/people.ts'
import { openPrivateName, sealPrivateName } from '../items/private-text.ts'
import { createIntents, openReportedShares } from './prepare-intents.ts'

type Operations = typeof workbenchPeopleOperations
type Body<Name extends keyof Operations> = InputFor<Operations[Name]>['body']
type Reply<Name extends keyof Operations> = ReplyFor<Operations[Name]>

/** The role that an invitation grants. */
export type InvitationIntent =
  | { readonly organization_member_role?: MemberRole }
  | { readonly delegation_token: string; readonly delegate_role: DelegationRole }

/**
 * Creates a key pair, an invitation and its prepared shares (docs/contract/client-crypto.md, Connecting, Shares of an
 * invitation). A failure undoes everything.
 */
export async function invite(
  client: Client,
  body: Body<'invitationCreate'>,
  /** Whether the recipient becomes a member of an organization, or a delegate. */
  intent: InvitationIntent = {},
): Promise<Reply<'invitationCreate'>> {
  const { call } = client.account
  const format = formatOfPair(client, body.compatible)
  const pair = await client.keys.create(format)
  let made: Invitation | undefined
  try {
    const { invitation } = await call(invitationOperations.invitationsPost, {
      body: {
        public_key: publicKeyOf(pair),
        invitation: {
          encrypted_recipient_name: sealName(client, pair, body.name),
          ...intent,
        },
        expires_in: body.expires_in_days,
      },
    })
    made = invitation
    const passphrase = body.shares.length === 0 ? null : newSharePassphrase()
    if (passphrase !== null) await createIntents(client, { invitation, passphrase, format, shares: body.shares })
    const shared = { ...invitation, shares_to_be_created: body.shares.length }
    const link = formatInvitationLink({ token: invitation.token, passphrase })
    return { invitation: rowOf(client, shared), link, passphrase }
  } catch (error) {
    if (made !== undefined) await call(invitationOperations.invitationsIdDelete, { params: { token: made.token } })
    await client.keys.discard(pair)
    throw error
  }
}

/** Lists the invitations that the client's user sent, newest first. */
export async function invitationRows(
  client: Client,
  states: readonly InvitationState[] = INVITATION_STATES,
): Promise<InvitationRow[]> {
  await client.people.version()
  const rows: InvitationRow[] = []
  for (const state of states) {
    const pages = pagesOf((page) =>
      client.account.call(invitationOperations.invitationsGet, { query: { ...page, state } }),
    )
    for await (const { invitations } of pages) rows.push(...invitations.map((one) => rowOf(client, one)))
  }
  return rows.sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0))
}

/** Reads an invitation without accepting it (docs/contract/vault.md, Invitations: reading). */
export async function lookAtInvitation(client: Client, text: string): Promise<Reply<'invitationLook'>> {
  const { token, passphrase } = parseInvitationLink(text)
  const { invitation, share_intents } = await client.account.call(invitationOperations.invitationsIdGet, {
    params: { token },
  })
  const { integration_data, user_public_key } = invitation
  return {
    inviter_name: invitation.user_name ?? '',
    key_fingerprint: readableKeyFingerprint(user_public_key),
    format: formatOfPublicKey(user_public_key),
    state: invitation.state,
    own: invitation.outgoing,
    intent: integration_data?.intent ?? 'plain',
    role: integration_data?.role ?? integration_data?.organization_member_role ?? null,
    message: invitation.message,
    expire_at: invitation.expire_at,
    passphrase_included: passphrase !== null,
    shares: share_intents.map(({ item_label, acceptance_required, terms, expires_at }) => ({
      item_label,
      acceptance_required,
      terms,
      expires_at,
    })),
  }
}

/**
 * Creates a key pair, connects, and opens the shares of the invitation (docs/contract/client-crypto.md, Connecting,
 * Shares of an invitation). The key pair is deleted if the invitation is refused or the connection already existed.
 */
export async function acceptInvitation(
  client: Client,
  body: Body<'invitationAccept'>,
): Promise<Reply<'invitationAccept'>> {
  const link = withPassphrase(parseInvitationLink(body.link), body.passphrase)
  const pair = await client.keys.create(formatOfPair(client, body.compatible))
  const answer = await connect(client, { link, pair, name: body.name })
  const { connection, connection_existed_already: existed_already, created_shares_report: report } = answer
  if (existed_already) await client.keys.discard(pair)
  const { row } = personOf(connection, client.account.keys())
  return { connection: row, existed_already, shares: await openReportedShares(client, report, link.passphrase) }
}

/** Published clients read only their own format, so an account in that format uses no other. */
function formatOfPair({ account }: Client, compatible: boolean): ShareFormat {
  return compatible || account.keys().format === 'published' ? 'published' : 'pdv1'
}

interface Connecting {
  readonly link: InvitationLink
  readonly pair: StoredKeyPair
  readonly name: string
}

async function connect(client: Client, { link, pair, name }: Connecting) {
  try {
    return await client.account.call(connectionOperations.connectionsPost, {
      body: {
        public_key: publicKeyOf(pair),
        connection: { invitation_token: link.token, encrypted_recipient_name: sealName(client, pair, name) },
      },
    })
  } catch (error) {
    await client.keys.discard(pair)
    throw error
  }
}

function withPassphrase(link: InvitationLink, typed: string | null): InvitationLink {
  return { token: link.token, passphrase: typed === null || typed === '' ? link.passphrase : typed }
}

function publicKeyOf({ id, publicKey }: StoredKeyPair) {
  return { public_key: publicKey, keypair_external_id: id }
}

function sealName(client: Client, pair: StoredKeyPair, name: string): string {
  return sealPrivateName(client.account.keys(), pair.publicKey, name)
}

function rowOf(client: Client, invitation: Invitation): InvitationRow {
  const { id, token, state, invited_user_id, user_public_key } = invitation
  return {
    id: id ?? '', // the sender always sees it
    name: nameOf(client, invitation),
    state,
    format: formatOfPublicKey(user_public_key),
    shares_to_be_created: invitation.shares_to_be_created,
    delegation_role: invitation.delegation_role,
    person: invited_user_id === null ? null : client.people.known(invited_user_id),
    link: state === 'new' ? formatInvitationLink({ token, passphrase: null }) : null,
    created_at: invitation.created_at,
    expire_at: invitation.expire_at,
  }
}

const NO_NAME = 'Without a name'

function nameOf(client: Client, { encrypted_recipient_name, user_public_key }: Invitation): string {
  if (encrypted_recipient_name === null) return NO_NAME
  try {
    return openPrivateName(client.account.keys(), user_public_key, encrypted_recipient_name)
  } catch (error) {
    if (error instanceof CryptoError) return NO_NAME
    throw error
  }
}
