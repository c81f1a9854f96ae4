// Proves docs/contract/vault.md, Invitations: reading, Invitations: confirming, Connections: connecting.

import { describe, expect, it } from 'vitest'
import { INVITATION_STATES } from '../../shared/contract/invitations.ts'
import type { InvitationState } from '../../shared/contract/invitations.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { CIPHER_TEXT, OTHER_CIPHER_TEXT } from '../support/service/vault-calls.ts'

/*
 * Every operation on an invitation in every state, by its sender and by a holder of its token (docs/contract/vault.md,
 * Invitations: confirming, Connections: connecting): a transition of the contract works, everything else is refused and
 * changes nothing.
 */

const DAY_MS = 24 * 60 * 60 * 1000

type Role = 'sender' | 'holder'

interface Made {
  readonly running: TestService
  readonly sender: SignedInUser
  readonly holder: SignedInUser
  readonly id: string
  readonly token: string
}

interface Action {
  readonly name: string
  readonly by: Role
  readonly parts: (made: Made) => object
  /** The state it leads to from each state it is allowed in. */
  readonly from: Partial<Record<InvitationState, InvitationState | 'gone'>>
}

const key = () => ({ public_key: newConnectionKey() })
const ONE_STEP: readonly Action[] = [
  {
    name: 'connectionsPost',
    by: 'holder',
    parts: ({ token }) => ({ body: { ...key(), connection: { invitation_token: token } } }),
    from: { new: 'connected' },
  },
  {
    name: 'connectionsPost',
    by: 'sender',
    parts: ({ token }) => ({ body: { ...key(), connection: { invitation_token: token } } }),
    from: {},
  },
]
const STEPS: readonly Action[] = [
  {
    name: 'invitationsInvitationTokenAcceptPost',
    by: 'holder',
    parts: ({ token }) => ({ params: { invitation_token: token }, body: key() }),
    from: { new: 'accepted' },
  },
  {
    name: 'invitationsInvitationTokenAcceptPost',
    by: 'sender',
    parts: ({ token }) => ({ params: { invitation_token: token }, body: key() }),
    from: {},
  },
  {
    name: 'invitationsInvitationTokenRejectDelete',
    by: 'holder',
    parts: ({ token }) => ({ params: { invitation_token: token } }),
    from: { new: 'rejected' },
  },
  {
    name: 'invitationsInvitationTokenRejectDelete',
    by: 'sender',
    parts: ({ token }) => ({ params: { invitation_token: token } }),
    from: {},
  },
  {
    name: 'invitationsInvitationIdConfirmPost',
    by: 'sender',
    parts: ({ id }) => ({ params: { invitation_id: id }, body: {} }),
    from: { accepted: 'connected' },
  },
  {
    name: 'invitationsInvitationIdConfirmPost',
    by: 'holder',
    parts: ({ id }) => ({ params: { invitation_id: id }, body: {} }),
    from: {},
  },
  {
    name: 'invitationsInvitationIdCancelDelete',
    by: 'sender',
    parts: ({ id }) => ({ params: { invitation_id: id } }),
    from: { accepted: 'cancelled' },
  },
  {
    name: 'invitationsInvitationIdCancelDelete',
    by: 'holder',
    parts: ({ id }) => ({ params: { invitation_id: id } }),
    from: {},
  },
]
const ALWAYS: readonly Action[] = [
  { name: 'invitationsIdDelete', by: 'sender', parts: ({ token }) => ({ params: { token } }), from: { new: 'gone' } },
  { name: 'invitationsIdDelete', by: 'holder', parts: ({ token }) => ({ params: { token } }), from: {} },
]

const forbidden = (actions: readonly Action[]): Action[] => actions.map((action) => ({ ...action, from: {} }))
const SETTINGS = [
  { multistepInvitations: false, actions: [...ONE_STEP, ...forbidden(STEPS), ...ALWAYS] },
  { multistepInvitations: true, actions: [...forbidden(ONE_STEP), ...STEPS, ...ALWAYS] },
]

async function invitationIn(state: InvitationState, multistepInvitations: boolean): Promise<Made> {
  const started = startService({ multistepInvitations: state !== 'connected' })
  const running: TestService = {
    ...started,
    send: (request) => started.service.dispatch(request),
    close: () => Promise.resolve(),
  }
  const sender = aSignedInUser(running)
  const holder = aSignedInUser(running)
  const { id, token } = await peopleCalls(running, sender).invite({}, { expires_in: 1 })
  const made = { running, sender, holder, id, token }
  const steps: Readonly<Record<InvitationState, readonly string[]>> = {
    new: [],
    connected: ['connectionsPost'],
    accepted: ['invitationsInvitationTokenAcceptPost'],
    rejected: ['invitationsInvitationTokenRejectDelete'],
    cancelled: ['invitationsInvitationTokenAcceptPost', 'invitationsInvitationIdCancelDelete'],
    expired: [],
  }
  for (const step of steps[state]) {
    const action = [...ONE_STEP, ...STEPS].find(
      ({ name, from }) => name === step && Object.keys(from).length > 0,
    ) as Action
    await send(made, action)
  }
  if (state === 'expired') running.clock.advanceMs(DAY_MS)
  return { ...made, running: reopened(running, multistepInvitations) }
}

/** The same data under another setting. */
function reopened(running: TestService, multistepInvitations: boolean): TestService {
  const { service } = startService({ multistepInvitations }, running)
  service.applyDueChanges(running.clock.nowMs())
  return { ...running, service, send: (request) => service.dispatch(request) }
}

function send(made: Made, { name, by, parts }: Action) {
  return peopleCalls(made.running, made[by]).send(name, parts(made))
}

function stateOf({ running, id }: Made): string {
  const state = running.connection.prepare<[string], string>('SELECT state FROM invitations WHERE id = ?').pluck()
  return state.get(id) ?? 'gone'
}

describe.each(SETTINGS)('invitation states, multistep $multistepInvitations', ({ multistepInvitations, actions }) => {
  describe.each(INVITATION_STATES)('%s', (state) => {
    it.each(actions)('$name by the $by', async (action) => {
      const made = await invitationIn(state, multistepInvitations)
      expect(stateOf(made)).toBe(state)
      const before = databaseContent(made.running.connection)
      const next = action.from[state]

      const reply = await send(made, action)

      expect(stateOf(made)).toBe(next ?? state)
      if (next === undefined) {
        expect(reply.ok).toBe(false)
        expect([400, 404, 409, 410]).toContain(reply.status)
        expect(databaseContent(made.running.connection)).toBe(before)
      } else {
        expect(reply.ok).toBe(true)
      }
      const connections = made.running.connection.prepare('SELECT count(*) FROM connections').pluck().get()
      expect(connections).toBe((next ?? state) === 'connected' ? 2 : 0)
    })
  })
})

describe('an invitation whose sender confirms', () => {
  it('carries names, texts and keys from step to step, and sets both sides of the connection', async () => {
    const started = startService({ multistepInvitations: true })
    const running: TestService = {
      ...started,
      send: (request) => started.service.dispatch(request),
      close: () => Promise.resolve(),
    }
    const [ada, bob] = [aSignedInUser(running), aSignedInUser(running)]
    const [keyOfAda, keyOfBob] = [newConnectionKey(), newConnectionKey()]
    const { id, token } = await peopleCalls(running, ada).invite({}, { public_key: keyOfAda })

    const accepted = await peopleCalls(running, bob).ok<{ invitation: object }>(
      200,
      'invitationsInvitationTokenAcceptPost',
      {
        params: { invitation_token: token },
        body: {
          public_key: keyOfBob,
          invitation: {
            encrypted_recipient_name: CIPHER_TEXT,
            encrypted_sender_name: OTHER_CIPHER_TEXT,
            recipient_to_sender_data: { note: 'Hallo' },
          },
        },
      },
    )
    expect(accepted.invitation).toMatchObject({ id: null, state: 'accepted', invited_user_id: null, outgoing: false })
    expect(await peopleCalls(running, ada).ok(200, 'invitationsIdGet', { params: { token: id } })).toMatchObject({
      invitation: {
        invited_user_id: bob.userId,
        encrypted_recipient_name: CIPHER_TEXT,
        recipient_to_sender_data: { note: 'Hallo' },
      },
      recipient_public_key: keyOfBob.public_key,
    })

    const confirmed = await peopleCalls(running, ada).ok(200, 'invitationsInvitationIdConfirmPost', {
      params: { invitation_id: id },
      body: { encrypted_recipient_name: OTHER_CIPHER_TEXT },
    })

    expect(confirmed).toMatchObject({
      invitation: { id, state: 'connected', invited_user_id: bob.userId },
      connection: {
        own: { user_public_key: keyOfAda.public_key, encrypted_recipient_name: OTHER_CIPHER_TEXT },
        the_other_user: { user_id: bob.userId, user_public_key: keyOfBob.public_key },
      },
    })
    expect(await peopleCalls(running, bob).connections()).toMatchObject([
      { own: { user_public_key: keyOfBob.public_key, encrypted_recipient_name: OTHER_CIPHER_TEXT } },
    ])
  })

  it('is rejected when who accepted it is deleted', async () => {
    const made = await invitationIn('accepted', true)

    await peopleCalls(made.running, made.holder).ok(204, 'meDelete')

    expect(stateOf(made)).toBe('rejected')
    expect(
      (
        await peopleCalls(made.running, made.sender).refusal('invitationsInvitationIdConfirmPost', {
          params: { invitation_id: made.id },
        })
      )[0],
    ).toMatchObject({ error: 'wrong_status', message: 'Nobody waits to be confirmed: this invitation is rejected.' })
  })
})
