import type { CreatedShareReport } from '../../../shared/contract/connections.ts'
import { asPhrase, ServiceError, messageFields } from '../../../shared/contract/errors.ts'
import { CallError } from '../../../shared/contract/caller.ts'
import type { Invitation } from '../../../shared/contract/invitations.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import { shareIntentOperations } from '../../../shared/contract/share-intents.ts'
import type { OpenedItem } from '../../../shared/contract/workbench-items.ts'
import type { AcceptedShare, workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { ShareFormat } from '../../crypto/connection-key-pair.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { lockShareKey, newShareKey, wipeShareKey } from '../../crypto/share-format.ts'
import type { Client } from '../client.ts'
import { openShare } from '../items/open-items.ts'
import type { Unlock } from '../items/received-items.ts'
import { unlockWith } from '../items/received-items.ts'
import type { Shareable } from '../shares/shareables.ts'
import { prepareShareables, sealValues, wipeShareables } from '../shares/shareables.ts'
import type { MessageFields } from '../../../shared/phrase.ts'

type RequestedShare = InputFor<typeof workbenchPeopleOperations.invitationCreate>['body']['shares'][number]

export interface IntentsOrder {
  readonly invitation: Invitation
  readonly passphrase: string
  readonly format: ShareFormat
  readonly shares: readonly RequestedShare[]
}

/**
 * Prepares the shares of an invitation. The recipient's key is not known yet, so the share key is wrapped under a
 * passphrase (docs/contract/client-crypto.md, Shares of an invitation). All shares have one key, because wrapping takes
 * a second.
 *
 * @throws {ServiceError} for an item that cannot be shared; {@link CallError}
 */
export async function createIntents(client: Client, order: IntentsOrder): Promise<void> {
  const prepared = await prepareShareables(
    client,
    order.shares.map(({ item_id, slot_id }) => ({ item_id, slot_id })),
  )
  const shareKey = newShareKey(order.format)
  try {
    const options = client.cost === undefined ? undefined : { cost: client.cost }
    const lockedKey = await lockShareKey(shareKey, order.passphrase, options)
    const share_intents = order.shares.map((share, index) => {
      const shareable = readyOne(prepared[index])
      return {
        item_id: share.item_id,
        slot_id: share.slot_id,
        encrypted_dek: lockedKey,
        sharing_mode: share.onsharing_permitted ? ('anyone' as const) : ('owner' as const),
        acceptance_required: share.acceptance_required,
        terms: share.terms === '' ? null : share.terms,
        expires_at: share.expires_at,
        slot_values: sealValues(shareable, shareKey),
      }
    })
    await client.account.call(shareIntentOperations.invitationsInvitationIdShareIntentsPost, {
      params: { invitation_id: order.invitation.id ?? '' },
      body: { share_intents },
    })
  } finally {
    wipeShareKey(shareKey)
    wipeShareables(prepared)
  }
}

/**
 * Opens the shares of a new connection and reports the outcome of each. The passphrase is kept in memory for those that
 * await acceptance.
 */
export async function openReportedShares(
  client: Client,
  report: readonly CreatedShareReport[],
  passphrase: string | null,
): Promise<AcceptedShare[]> {
  const lock = passphrase === null ? undefined : unlockWith(passphrase)
  try {
    const accepted: AcceptedShare[] = []
    for (const one of report) {
      if (passphrase !== null && one.share_id !== null) client.passphrases.hold(one.share_id, passphrase)
      accepted.push(await openReported(client, one, lock?.unlock))
    }
    return accepted
  } finally {
    lock?.wipe()
  }
}

async function openReported(client: Client, one: CreatedShareReport, unlock?: Unlock): Promise<AcceptedShare> {
  const nothing = { item_label: '', share_id: one.share_id, item_id: null }
  if (one.share_id === null) return { ...nothing, outcome: 'failed', message: one.reason }
  try {
    const opened = await openShare(client, one.share_id, unlock)
    const { id: item_id, label: item_label } = opened.item
    return { share_id: one.share_id, item_id, item_label, ...outcomeOf(opened) }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'share_passphrase_wrong') {
      client.passphrases.drop(one.share_id)
      return { ...nothing, outcome: 'locked', ...messageFields(error) }
    }
    return { ...nothing, outcome: 'failed', ...failureOf(error) }
  }
}

/** A failed share does not fail the connection; only the end of the session is thrown. */
function failureOf(error: unknown): MessageFields {
  const isOfShare = error instanceof CryptoError || (error instanceof CallError && error.code !== 'unauthorized')
  if (!isOfShare) throw error
  return messageFields(error)
}

function outcomeOf({ share, slots }: OpenedItem): Pick<AcceptedShare, 'outcome' | 'message' | 'phrase'> {
  if (share?.state === 'acceptance_required') return { outcome: 'waiting', message: null }
  if (share?.needs_passphrase === true) return { outcome: 'locked', message: null }
  const changed = slots.find(({ verification }) => verification === 'changed')
  if (changed !== undefined) return { outcome: 'changed', ...messageFields(changed.problem ?? '') }
  const closed = slots.find(({ problem }) => problem !== null)
  return closed === undefined
    ? { outcome: 'opened', message: null }
    : { outcome: 'failed', ...messageFields(closed.problem ?? '') }
}

function readyOne(prepared: Awaited<ReturnType<typeof prepareShareables>>[number] | undefined): Shareable {
  if (prepared === undefined) throw new Error('every order is prepared')
  if (!('refusal' in prepared)) return prepared
  const code = prepared.refusal.code === 'not_found' ? 'not_found' : 'value_cannot_be_opened'
  throw new ServiceError(code, asPhrase(prepared.refusal))
}
