import { faultyFieldsError, missingField, ServiceError } from '../../../shared/contract/errors.ts'
import type { NewShareIntent, shareIntentOperations } from '../../../shared/contract/share-intents.ts'
import { delegationTokenOf } from '../../service/acting-for-another.ts'
import type { HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import { collectFaults } from '../faulty-fields.ts'
import type { SharesOfConnection } from '../connections/shares-of-connection.ts'
import { noInvitation, requireNew } from './invitation-rules.ts'
import type { InvitationStore } from './invitation-store.ts'
import { newShareIntent, noteKeyFaults, renderShareIntent, shareIntentEvent } from './share-intent-rules.ts'
import type { ReadShareIntent, ShareIntentStore } from './share-intent-store.ts'

interface ShareIntentDependencies {
  readonly invitations: Pick<InvitationStore, 'find'>
  readonly intents: ShareIntentStore
  readonly shares: Pick<SharesOfConnection, 'planIntents'>
  /** The sender of an invitation has to confirm who accepted it. */
  readonly multistepInvitations: boolean
}

/** Shares prepared under an invitation (docs/contract/vault.md, Share intents). */
export function shareIntentHandlers({
  invitations,
  intents,
  shares,
  multistepInvitations,
}: ShareIntentDependencies): HandlersFor<typeof shareIntentOperations> {
  return {
    invitationsInvitationIdShareIntentsPost(call, { params, body }) {
      const invitation = invitations.find(call.userId, params.invitation_id)
      if (invitation === undefined) throw noInvitation()
      requireNew(invitation)
      const faults = collectFaults()
      const entries = entriesOf(body).map(({ entry, path }) => ({ entry, fault: faults.at({ path }) }))
      for (const { entry, fault } of entries) noteKeyFaults(entry, multistepInvitations, fault)
      const planned = shares.planIntents(call, call.userId, entries)
      if (faults.list.length > 0) throw faultyFieldsError(faults.list)
      const made = planned.map(({ entry, plan }) =>
        newShareIntent(entry, {
          id: call.newId(),
          now: call.now,
          invitation,
          planned: plan,
          made_by_delegation: delegationTokenOf(call),
        }),
      )
      for (const intent of made) {
        intents.add(intent)
        call.emit(shareIntentEvent('share_intent.created', intent))
      }
      const existing = { item_still_exists: true, slot_still_exists: true }
      return { share_intents: made.map((intent) => renderShareIntent({ ...intent, ...existing })) }
    },
    shareIntentsGet({ userId }, { query }) {
      const request = readPageRequest(query)
      const page = intents.page(userId, request)
      return { share_intents: page.rows.map(renderShareIntent), ...pagingFields(page, request) }
    },
    shareIntentsIdGet({ userId }, { params }) {
      return { share_intent: renderShareIntent(getIntent(userId, params.id)) }
    },
    shareIntentsIdDelete(call, { params }) {
      const intent = getIntent(call.userId, params.id)
      intents.delete(intent.id)
      call.emit(shareIntentEvent('share_intent.deleted', intent))
      return undefined
    },
  }

  function getIntent(userId: string, id: string): ReadShareIntent {
    const intent = intents.find(userId, id)
    if (intent === undefined) throw new ServiceError('not_found', 'You have no share intent with this id.')
    return intent
  }
}

interface SentIntents {
  readonly share_intents?: readonly NewShareIntent[] | undefined
  readonly share_intent?: NewShareIntent | undefined
}

/** @throws {ServiceError} `param_missing` when neither spelling is there */
function entriesOf({ share_intents, share_intent }: SentIntents) {
  if (share_intents !== undefined) {
    return share_intents.map((entry, index) => ({ entry, path: `share_intents[${index}]` }))
  }
  if (share_intent !== undefined) return [{ entry: share_intent, path: 'share_intent' }]
  throw missingField('share_intents')
}
