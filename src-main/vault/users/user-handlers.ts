import type { admissionTokenOperations } from '../../../shared/contract/admission-tokens.ts'
import type { z } from 'zod'
import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import { KEYSTORE_ACCOUNT_STAYS, NOTICE_HEADER } from '../../../shared/contract/users.ts'
import type { MeReply, userOperations } from '../../../shared/contract/users.ts'
import { loginKeyTaken } from '../../service/public-key-faults.ts'
import type { AdmissionTokens } from '../../service/issued-admission-tokens.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { IssueSession } from '../../service/sessions.ts'
import type { OperatorEvents } from '../operator-events/operator-record.ts'
import { sessionCreated } from './session-events.ts'
import type { Leave } from './delete-user.ts'
import { loginKeyFingerprint, sealTokenFor } from './login-key.ts'
import { changedProfile, lastOwner, refuseAgent, refuseRenamedAgent, renderUser } from './user-rules.ts'
import type { StoredUser, UserStore } from './user-store.ts'

/** The time from joining the queue to deletion. */
const WAITING_TIME_MS = 7 * 24 * 60 * 60 * 1000

interface UserDependencies {
  readonly users: UserStore
  readonly admissionTokens: Pick<AdmissionTokens, 'findByToken' | 'use'>
  readonly issueSession: IssueSession
  readonly deleteUser: Leave
  /** Whether this user is the last owner of an organization. */
  readonly isLastOwner: (userId: string) => boolean
  readonly data: UserData
}

/** The size of users' files, and its limit. */
interface UserData {
  readonly usedBytes: (userId: string) => number
  readonly limitBytes: number
}

/** Creating, reading, changing and deleting the vault user (docs/contract/vault.md, Users). */
export function userHandlers({
  users,
  admissionTokens,
  issueSession,
  deleteUser,
  isLastOwner,
  data,
}: UserDependencies): HandlersFor<typeof userOperations> {
  return {
    mePost(call, { body: { public_key, admission_token } }) {
      const fingerprint = loginKeyFingerprint(public_key)
      requireUnused(admission_token)
      if (users.hasLoginKey(fingerprint)) throw loginKeyTaken('public_key')
      const id = call.newId()
      users.add({ id, login_public_key: public_key, login_key_fingerprint: fingerprint, joined_at: call.now })
      const keystoreUserId = admissionTokens.use(admission_token, id)?.keystoreUserId ?? null
      const { token, session } = issueSession(
        call,
        'vault',
        { vaultUserId: id, keystoreUserId },
        { openedBy: 'public_key' },
      )
      call.emit(sessionCreated(id, session.id))
      return {
        encrypted_session_authentication_string: sealTokenFor(public_key, token),
        user: renderUser(existing(id)),
      }
    },

    meGet: (call) => renderMe(call.userId),

    mePut(call, { body }) {
      const user = existing(call.userId)
      refuseRenamedAgent(user, body.user)
      users.updateProfile(changedProfile(user, body.user, call.now))
      return renderMe(call.userId)
    },

    meDelete(call) {
      refuseAgent(existing(call.userId))
      if (isLastOwner(call.userId)) throw lastOwner()
      deleteUser(call, call.userId)
      const staysInKeystore = call.acting.keystoreUserId !== null && call.delegation?.forChild !== true
      if (staysInKeystore) call.addHeader(NOTICE_HEADER, KEYSTORE_ACCOUNT_STAYS)
      return undefined
    },

    meDeletionQueuePost(call) {
      const user = existing(call.userId)
      refuseAgent(user)
      return {
        deletion_queue_item: {
          id: user.id,
          queued_for_deletion_after: user.queued_for_deletion_after ?? joinQueue(call),
        },
      }
    },

    meDeletionQueueDelete(call) {
      const user = existing(call.userId)
      refuseAgent(user)
      if (user.queued_for_deletion_after === null) return undefined
      users.setQueuedForDeletionAfter(call.userId, null)
      call.emit(deletionEvent(call, 'user.deletion_cancelled'))
      return undefined
    },
  }

  function renderMe(userId: string): z.input<typeof MeReply> {
    const used = data.usedBytes(userId)
    return {
      user: renderUser(existing(userId)),
      data_size_of_uploaded_attachments_and_folders: used,
      data_size_limit: data.limitBytes,
      data_size_limit_exceeded: used > data.limitBytes,
    }
  }

  function existing(id: string): StoredUser {
    const user = users.findById(id)
    if (user === undefined) throw new Error('a call of a vault user who does not exist')
    return user
  }

  function requireUnused(admissionToken: string): void {
    if (admissionTokens.findByToken(admissionToken)?.used === false) return
    throw faultyFieldsError([
      { path: 'admission_token', code: 'admission_token_invalid', rule: 'is unknown or was already used' },
    ])
  }

  function joinQueue(call: VaultCall): string {
    const time = isoTime(call.nowMs + WAITING_TIME_MS)
    users.setQueuedForDeletionAfter(call.userId, time)
    call.emit(deletionEvent(call, 'user.deletion_queued'))
    return time
  }
}

function deletionEvent({ userId }: VaultCall, name: 'user.deletion_queued' | 'user.deletion_cancelled') {
  return {
    user_id: userId,
    eventable_type: 'AccessToken',
    eventable_id: userId,
    event_type: 'milestone',
    name,
  } as const
}

/** Handles the operator's calls on admission tokens (docs/contract/vault.md, Admission tokens). */
export function admissionTokenHandlers(
  admissionTokens: Pick<AdmissionTokens, 'createForOperator' | 'findByToken'>,
  operatorEvents: OperatorEvents,
): HandlersFor<typeof admissionTokenOperations> {
  return {
    admissionTokensPost(call) {
      const admission_token = admissionTokens.createForOperator(call)
      operatorEvents.note(call, {
        name: 'admission_token.created',
        subject_type: 'admission_token',
        subject_id: admission_token.id,
        subject_label: null,
        user_id: null,
        note: null,
      })
      return { admission_token }
    },

    admissionTokensTokenValueGet(_, { params }) {
      const admission_token = admissionTokens.findByToken(params.token_value)
      if (admission_token === undefined) throw new ServiceError('not_found', 'There is no such admission token.')
      return { admission_token }
    },
  }
}
