// Proves docs/contract/workbench.md, Acting for others, Journal; docs/contract/client-crypto.md, Delegation;
// docs/contract/keystore.md, Child users: growing up.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../shared/contract/caller.ts'
import type { DelegationRole } from '../../shared/contract/delegation-rights.ts'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { describeRows } from '../support/tiers.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, refusal, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const {
  callsGet,
  childCreate,
  childDelete,
  childGrowUp,
  connectionRows,
  delegateInvite,
  delegationAct,
  delegationOffer,
  delegationOfferAccept,
  delegationRows,
  delegationStep,
  forward,
  invitationAccept,
  invitationCreate,
  invitationRows,
  itemCreate,
  itemOpen,
  itemRows,
  userForget,
  userSecretString,
  userSignIn,
  userSignOut,
  usersGet,
  walletGet,
} = workbenchOperations

interface Person {
  readonly params: { readonly user_id: string }
  readonly vaultId: string
  readonly name: string
}

const NOBODY = '01890000-0000-7000-8000-000000000000'
const TEA = { label: 'Tea', slots: [{ label: 'Sort', slot_type_name: 'key_value' as const, value: 'Assam' }] }

describeRows('acting for others %s', [['in process'], ['over HTTP']], (transport) => {
  let workbench: TestWorkbench
  let call: Call
  let alice: Person
  let bob: Person

  beforeEach(async () => {
    workbench = await openWorkbench()
    const { url, ui } = workbench.application
    call = transport === 'in process' ? workbench.call : (await windowOverHttp(url, ui)).call
    alice = await register('Alice')
    bob = await register('Bob')
  })
  afterEach(() => stopWorkbench(workbench))

  async function register(name: string): Promise<Person> {
    const { user } = await registerUser(workbench, name, { passphrase: PASSPHRASE })
    return { params: { user_id: user.id }, vaultId: user.vault_user_id ?? '', name }
  }

  function asUser(
    { params }: Person,
    operation: Operation,
    parts: { params?: Record<string, string>; body?: unknown },
  ) {
    return call(forward, { body: { as: 'user', user_id: params.user_id, operation: operation.id, ...parts } })
  }

  async function connect(): Promise<void> {
    const { link } = await call(invitationCreate, { params: alice.params, body: { name: 'Bob' } })
    await call(invitationAccept, { params: bob.params, body: { link, name: 'Alice' } })
  }

  /** Invited and accepted: the key is not handed over yet. */
  async function accepted(role: DelegationRole): Promise<void> {
    const { link } = await call(delegateInvite, { params: alice.params, body: { name: 'Bob', role } })
    await call(invitationAccept, { params: bob.params, body: { link, name: 'Alice' } })
  }

  async function onlyRow({ params }: Person) {
    const { rows } = await call(delegationRows, { params })
    expect(rows).toHaveLength(1)
    return rows[0] ?? expect.fail()
  }

  async function connectionOf(person: Person): Promise<string> {
    return (await onlyRow(person)).connection_id ?? ''
  }

  async function delegated(role: DelegationRole = 'admin'): Promise<Person> {
    await accepted(role)
    await step(alice, 'share')
    await step(bob, 'reencrypt')
    return actFor(await connectionOf(bob))
  }

  async function step(person: Person, next: 'claim' | 'share' | 'reencrypt', connection_id?: string): Promise<void> {
    const params = { ...person.params, connection_id: connection_id ?? (await connectionOf(person)) }
    await call(delegationStep, { params, body: { step: next } })
  }

  async function actFor(connection_id: string, { params } = bob): Promise<Person> {
    const { user } = await call(delegationAct, { params: { ...params, connection_id } })
    return { params: { user_id: user.id }, vaultId: user.vault_user_id ?? '', name: user.full_name }
  }

  async function takeBack(): Promise<void> {
    const connection_id = await connectionOf(alice)
    await asUser(alice, vaultOperations.delegationsConnectionIdDelete, { params: { connection_id } })
  }

  async function child(name = 'Kim'): Promise<string> {
    return (await call(childCreate, { params: bob.params, body: { name } })).connection_id
  }

  describe('the steps', () => {
    it('are told to both, with whose turn it is', async () => {
      const { invitation, link } = await call(delegateInvite, {
        params: alice.params,
        body: { name: 'Bob', role: 'reader' },
      })
      expect(await onlyRow(alice)).toMatchObject({
        id: invitation.id,
        kind: 'invitation',
        direction: 'granted',
        person: { name: 'Bob', user_id: '' },
        role: 'reader',
        next: { step: 'accept', mine: false },
        active: false,
      })
      const sent = await call(invitationRows, { params: alice.params })
      expect(sent.rows.map(({ delegation_role }) => delegation_role)).toEqual(['reader'])

      await call(invitationAccept, { params: bob.params, body: { link, name: 'Alice' } })
      const claimed = { claimed: true, shared: false, reencrypted: false }
      expect(await onlyRow(alice)).toMatchObject({
        kind: 'connection',
        steps: claimed,
        next: { step: 'share', mine: true },
      })
      expect(await onlyRow(bob)).toMatchObject({
        direction: 'received',
        person: { name: 'Alice', user_id: alice.vaultId },
        steps: claimed,
        next: { step: 'share', mine: false },
        active: false,
      })

      await step(alice, 'share')
      expect(await onlyRow(bob)).toMatchObject({
        steps: { claimed: true, shared: true, reencrypted: false },
        next: { step: 'reencrypt', mine: true },
        active: true,
      })

      await step(bob, 'reencrypt')
      for (const person of [alice, bob])
        expect(await onlyRow(person)).toMatchObject({
          steps: { claimed: true, shared: true, reencrypted: true },
          next: null,
          rejected: false,
          active: true,
        })
    })

    it('begin with an offer to somebody who is connected, too', async () => {
      await connect()
      const [connection] = (await call(connectionRows, { params: alice.params, query: {} })).rows
      const body = { connection_id: connection?.connection_id ?? '', role: 'owner' as const }
      const { offer_id } = await call(delegationOffer, { params: alice.params, body })
      expect(await onlyRow(alice)).toMatchObject({ kind: 'offer', next: { step: 'accept', mine: false } })
      expect(await onlyRow(bob)).toMatchObject({ id: offer_id, kind: 'offer', next: { step: 'accept', mine: true } })

      await call(delegationOfferAccept, { params: { ...bob.params, offer_id } })

      expect(await onlyRow(bob)).toMatchObject({ kind: 'connection', role: 'owner', next: { step: 'share' } })
    })

    it('end the task that asked for them', async () => {
      await accepted('reader')
      await step(alice, 'share')

      const { body } = await asUser(alice, vaultOperations.clientTaskQueueGet, {})
      expect(body).toMatchObject({ client_tasks: [{ work_type: 'setup_key_delegation', state: 'done' }] })
    })

    it('are refused out of order, to strangers and where there is none', async () => {
      await expect(step(alice, 'share', NOBODY)).rejects.toThrow(refusal('not_found'))
      await connect()
      const [plain] = (await call(connectionRows, { params: bob.params, query: {} })).rows
      await expect(step(bob, 'claim', plain?.connection_id)).rejects.toThrow(refusal('not_found'))
      await expect(
        call(delegationAct, { params: { ...bob.params, connection_id: plain?.connection_id ?? '' } }),
      ).rejects.toThrow(refusal('not_found'))
      await expect(call(delegationOfferAccept, { params: { ...bob.params, offer_id: NOBODY } })).rejects.toThrow(
        refusal('not_found'),
      )
      await expect(
        call(delegationOffer, { params: bob.params, body: { connection_id: NOBODY, role: 'reader' } }),
      ).rejects.toThrow(refusal('not_found'))
    })

    it('wait for the key', async () => {
      await accepted('reader')

      const connection_id = await connectionOf(bob)
      await expect(step(bob, 'reencrypt')).rejects.toThrow(refusal('wrong_status'))
      await expect(call(delegationAct, { params: { ...bob.params, connection_id } })).rejects.toThrow(
        refusal('wrong_status'),
      )
    })
  })

  describe('an account acted for', () => {
    it('is a user of the workspace that names its delegate, and works as the owner', async () => {
      const { item } = await call(itemCreate, { params: alice.params, body: TEA })
      const forAlice = await delegated()

      const { users } = await call(usersGet, {})
      expect(users[2]).toMatchObject({
        full_name: 'Alice',
        vault_user_id: alice.vaultId,
        state: 'signed_in',
        agent: null,
        delegation: { role: 'admin', child: false, through_user_id: bob.params.user_id, through_name: 'Bob' },
      })
      expect(users[2]?.colour).not.toBe(users[0]?.colour)
      const opened = await call(itemOpen, { params: { ...forAlice.params, item_id: item.id } })
      expect(opened.slots[0]).toMatchObject({ value: 'Assam' })
      await call(itemCreate, { params: forAlice.params, body: { ...TEA, label: 'Coffee' } })
      const rows = await call(itemRows, { params: alice.params, query: {} })
      expect(rows.rows.map(({ label }) => label).sort()).toEqual(['Coffee', 'Tea'])
      expect((await actFor(await connectionOf(bob))).params).toEqual(forAlice.params)
    })

    it('its calls are kept with both names', async () => {
      const forAlice = await delegated()
      await call(itemCreate, { params: forAlice.params, body: TEA })
      await asUser(forAlice, vaultOperations.meGet, {})
      await call(itemCreate, { params: bob.params, body: TEA })

      const { calls } = await call(callsGet, { query: { limit: 60 } })
      const made = calls.filter(({ operation }) => operation === 'itemsPost')
      expect(made.map(({ user_id, acting_for, made_by_user_id }) => [user_id, acting_for, made_by_user_id])).toEqual([
        [bob.params.user_id, undefined, undefined],
        [bob.params.user_id, alice.vaultId, bob.vaultId],
      ])
      expect(calls.find(({ operation }) => operation === 'meGet')).toMatchObject({
        source: 'window',
        acting_for: alice.vaultId,
        made_by_user_id: bob.vaultId,
      })
    })

    it('its calls that are refused are kept with both names, those of the role and those of a rule', async () => {
      const forAlice = await delegated('reader')
      await asUser(forAlice, vaultOperations.itemsPost, { body: {} })
      await asUser(forAlice, vaultOperations.itemsIdGet, { params: { id: NOBODY } })

      const { calls } = await call(callsGet, { query: { limit: 60 } })
      const both = { user_id: bob.params.user_id, acting_for: alice.vaultId, made_by_user_id: bob.vaultId }
      expect(calls.filter(({ source, status }) => source === 'window' && status >= 400)).toMatchObject([
        { operation: 'itemsIdGet', status: 404, ...both },
        { operation: 'itemsPost', status: 403, error: 'delegation_not_permitted', ...both },
      ])
    })

    it('a call for somebody who gave no right is kept with both names, and one for oneself with none', async () => {
      const { body } = await asUser(bob, keystoreOperations.sessionLimitedInTimePost, { body: { valid_for: 600 } })
      const { session } = body as { session: { session_authentication_string: string } }
      const as = (id: string, authorization = session.session_authentication_string) =>
        fetch(`${workbench.application.url}/vault${vaultOperations.meGet.path}`, {
          headers: { authorization, 'service-delegation-id': id },
        })
      for (const id of [alice.vaultId.toUpperCase(), NOBODY, 'canary secret', bob.vaultId]) await as(id)
      await as(alice.vaultId, 'v_unknown')

      const { calls } = await call(callsGet, { query: { limit: 60 } })
      const outside = calls.filter(({ source }) => source === 'loopback').reverse()
      expect(
        outside.map(({ status, acting_for, made_by_user_id }) => [status, acting_for, made_by_user_id]),
      ).toStrictEqual([
        [403, alice.vaultId, bob.vaultId],
        [403, NOBODY, bob.vaultId],
        [403, undefined, undefined],
        [200, undefined, undefined],
        [401, undefined, undefined],
      ])
    })

    it('the calls of another program in a session made for the owner are kept with both names', async () => {
      const forAlice = await delegated('owner')
      const made = await asUser(forAlice, keystoreOperations.sessionLimitedInTimePost, { body: { valid_for: 600 } })
      const { session } = made.body as { session: { session_authentication_string: string } }
      const headers = { authorization: session.session_authentication_string }
      for (const { path } of [vaultOperations.itemsGet, vaultOperations.sessionGet]) {
        await fetch(`${workbench.application.url}/vault${path}`, { headers })
      }

      const { calls } = await call(callsGet, { query: { limit: 60 } })
      const outside = (name: string) =>
        calls.find(({ source, operation }) => source === 'loopback' && operation === name)
      expect(outside('itemsGet')).toMatchObject({
        status: 200,
        user_id: null,
        acting_for: alice.vaultId,
        made_by_user_id: bob.vaultId,
      })
      expect(outside('sessionGet')).not.toHaveProperty('acting_for')
    })

    it('has no wallet, secret string or delegations of its own to give', async () => {
      const forAlice = await delegated('owner')

      await expect(call(walletGet, { params: forAlice.params })).rejects.toThrow(refusal('forbidden'))
      await expect(
        call(userSecretString, { params: forAlice.params, body: { passphrase: PASSPHRASE } }),
      ).rejects.toThrow(refusal('forbidden'))
      await expect(
        call(delegateInvite, { params: forAlice.params, body: { name: 'Eve', role: 'owner' } }),
      ).rejects.toThrow(refusal('forbidden'))
      await expect(
        call(delegationOffer, { params: forAlice.params, body: { connection_id: NOBODY, role: 'owner' } }),
      ).rejects.toThrow(refusal('forbidden'))
      await expect(call(delegationOfferAccept, { params: { ...forAlice.params, offer_id: NOBODY } })).rejects.toThrow(
        refusal('forbidden'),
      )
      await expect(call(childCreate, { params: forAlice.params, body: { name: 'Kim' } })).rejects.toThrow(
        refusal('forbidden'),
      )
      await expect(call(delegationAct, { params: { ...forAlice.params, connection_id: NOBODY } })).rejects.toThrow(
        refusal('forbidden'),
      )
    })

    it('refuses what the role does not allow, and goes on', async () => {
      const forAlice = await delegated('reader')

      await expect(call(itemCreate, { params: forAlice.params, body: TEA })).rejects.toThrow(
        refusal('delegation_not_permitted'),
      )
      expect((await call(itemRows, { params: forAlice.params, query: {} })).total).toBe(0)
    })

    it('locks with its delegate, and opens with the delegate’s passphrase', async () => {
      const forAlice = await delegated()

      await call(userSignOut, { params: bob.params })
      await expect(call(itemRows, { params: forAlice.params, query: {} })).rejects.toThrow(refusal('user_locked'))
      await expect(
        call(userSignIn, { params: forAlice.params, body: { passphrase: 'something else' } }),
      ).rejects.toThrow(refusal('login_failed'))

      const { user } = await call(userSignIn, { params: forAlice.params, body: { passphrase: PASSPHRASE } })

      expect(user).toMatchObject({ id: forAlice.params.user_id, state: 'signed_in' })
      const { users } = await call(usersGet, {})
      expect(users.map(({ state }) => state)).toEqual(['signed_in', 'signed_in', 'signed_in'])
    })

    it('is left by taking it off the list, and goes with its delegate', async () => {
      const forAlice = await delegated()
      await call(userForget, { params: forAlice.params })
      expect((await call(usersGet, {})).users).toHaveLength(2)
      await expect(call(itemRows, { params: forAlice.params, query: {} })).rejects.toThrow(refusal('not_found'))

      await actFor(await connectionOf(bob))
      await call(userForget, { params: bob.params })
      expect((await call(usersGet, {})).users.map(({ full_name }) => full_name)).toEqual(['Alice'])
    })

    it('the session of the delegate is over › signs the delegate out, too', async () => {
      const forAlice = await delegated()
      await asUser(bob, vaultOperations.sessionDelete, {})

      await expect(call(itemCreate, { params: forAlice.params, body: TEA })).rejects.toThrow(refusal('user_locked'))
      const { users } = await call(usersGet, {})
      expect(users.map(({ state }) => state)).toEqual(['signed_in', 'locked', 'locked'])
    })

    it('follows the role', async () => {
      await delegated('reader')
      const connection_id = await connectionOf(alice)
      await asUser(alice, vaultOperations.delegationsConnectionIdPut, {
        params: { connection_id },
        body: { delegation_role: 'admin' },
      })

      await vi.waitFor(async () => {
        const { users } = await call(usersGet, {})
        expect(users[2]?.delegation?.role).toBe('admin')
      })
    })

    it('leaves the workspace at once when it is taken back, and the window is told', async () => {
      const forAlice = await delegated()

      await takeBack()

      await vi.waitFor(async () => {
        expect((await call(usersGet, {})).users).toHaveLength(2)
      })
      expect(workbench.events).toContainEqual({
        type: 'delegation-ended',
        user_id: forAlice.params.user_id,
        name: 'Alice',
        through_user_id: bob.params.user_id,
      })
      await expect(call(itemRows, { params: forAlice.params, query: {} })).rejects.toThrow(refusal('not_found'))
      expect((await call(delegationRows, { params: bob.params })).rows).toEqual([])
    })

    it('taken back while the delegate was signed out › leaves with the next sign-in', async () => {
      const forAlice = await delegated()
      await call(userSignOut, { params: bob.params })
      await takeBack()

      await expect(call(userSignIn, { params: forAlice.params, body: { passphrase: PASSPHRASE } })).rejects.toThrow(
        refusal('not_found'),
      )
      expect((await call(usersGet, {})).users).toHaveLength(2)
    })
  })

  describe('a child user', () => {
    it('is made, worked for, and shown as one', async () => {
      const forKim = await actFor(await child())

      expect(forKim.name).toBe('Kim')
      expect(await onlyRow(bob)).toMatchObject({ child: true, role: 'owner', active: true, person: { name: 'Kim' } })
      await call(itemCreate, { params: forKim.params, body: TEA })
      expect((await call(itemRows, { params: forKim.params, query: {} })).total).toBe(1)
      expect((await call(itemRows, { params: bob.params, query: {} })).total).toBe(0)
    })

    it('keeps its last parent', async () => {
      const connection_id = await child()

      const { status, body } = await asUser(bob, vaultOperations.delegationsConnectionIdDelete, {
        params: { connection_id },
      })
      expect([status, body]).toMatchObject([409, { errors: [{ error: 'last_owner' }] }])
    })

    describe('another parent', () => {
      /** The connection is between the child and the other one, and the right is given in the child's name. */
      async function secondParent(forKim: Person, other: Person): Promise<string> {
        const { link } = await call(invitationCreate, { params: forKim.params, body: { name: other.name } })
        await call(invitationAccept, { params: other.params, body: { link, name: 'Kim' } })
        const { rows } = await call(connectionRows, { params: forKim.params, query: { text: other.name } })
        const id = rows[0]?.connection_id ?? ''
        const reply = await asUser(forKim, vaultOperations.connectionsIdPut, {
          params: { id },
          body: { role: 'owner' },
        })
        expect(reply.ok).toBe(true)
        return id
      }

      it('signs, is handed the key by the first one, and is a parent like that one', async () => {
        const first = await child()
        const forKim = await actFor(first)
        await call(itemCreate, { params: forKim.params, body: TEA })

        const ofKim = await secondParent(forKim, alice)
        expect(await onlyRow(alice)).toMatchObject({ child: false, next: { step: 'claim', mine: true } })
        await step(alice, 'claim')
        await step(forKim, 'share', ofKim)
        expect(await onlyRow(alice)).toMatchObject({
          child: true,
          active: true,
          next: { step: 'reencrypt', mine: true },
        })
        await step(alice, 'reencrypt')

        const second = await connectionOf(alice)
        const asAlice = await actFor(second, alice)
        const { users } = await call(usersGet, {})
        expect(users.find(({ id }) => id === asAlice.params.user_id)?.delegation).toMatchObject({
          role: 'owner',
          child: true,
        })
        expect((await call(itemRows, { params: asAlice.params, query: {} })).total).toBe(1)
        // The first one may leave now, and the second one lets the child grow up.
        const left = await asUser(bob, vaultOperations.delegationsConnectionIdDelete, {
          params: { connection_id: first },
        })
        expect(left.ok).toBe(true)
        const { user } = await call(childGrowUp, {
          params: { ...alice.params, connection_id: second },
          body: { passphrase: 'six stones in a pond' },
        })
        expect(user).toMatchObject({ full_name: 'Kim', delegation: null })
      })

      it('who acts as owner for a grown person is not taken for one', async () => {
        await delegated('owner')

        expect(await onlyRow(bob)).toMatchObject({ child: false, role: 'owner' })
      })

      it('cannot be made by who may less', async () => {
        const forAlice = await delegated('admin')
        const { rows } = await call(connectionRows, { params: forAlice.params, query: {} })

        const reply = await asUser(forAlice, vaultOperations.connectionsIdPut, {
          params: { id: rows[0]?.connection_id ?? '' },
          body: { role: 'owner' },
        })
        expect(reply).toMatchObject({ ok: false, body: { errors: [{ error: 'delegation_not_permitted' }] } })
      })
    })

    it('is deleted by a parent, leaves the workspace, and goes from the lists', async () => {
      const forKim = await actFor(await child())
      await call(itemCreate, { params: forKim.params, body: TEA })

      await call(childDelete, {
        params: { ...bob.params, connection_id: await connectionOf(bob) },
        body: { passphrase: PASSPHRASE },
      })

      expect((await call(delegationRows, { params: bob.params })).rows).toEqual([])
      expect((await call(connectionRows, { params: bob.params, query: {} })).rows).toEqual([])
      await vi.waitFor(async () => {
        expect((await call(usersGet, {})).users.map(({ full_name }) => full_name)).toEqual(['Alice', 'Bob'])
      })
    })

    it('is not deleted without the passphrase of its parent, nor is who grew up', async () => {
      const connection_id = await child()
      const forKim = await actFor(connection_id)
      const remove = (passphrase: string | null, { params } = bob) =>
        call(childDelete, { params: { ...params, connection_id }, body: { passphrase } })

      for (const operation of [
        vaultOperations.meDelete,
        vaultOperations.meDeletionQueuePost,
        keystoreOperations.usersDeletionQueuePost,
      ])
        await expect(asUser(forKim, operation, {})).rejects.toThrow(refusal('forbidden', 'passphrase of a parent'))
      await expect(remove('something else')).rejects.toThrow(refusal('login_failed'))
      await expect(remove(null)).rejects.toThrow(refusal('param_missing'))
      await expect(remove(PASSPHRASE, forKim)).rejects.toThrow(refusal('forbidden'))
      await expect(remove(PASSPHRASE, alice)).rejects.toThrow(refusal('not_found'))
      expect((await onlyRow(bob)).person.name).toBe('Kim')

      await call(childGrowUp, {
        params: { ...bob.params, connection_id },
        body: { passphrase: 'six stones in a pond' },
      })
      await expect(remove(PASSPHRASE)).rejects.toThrow(refusal('session_not_sufficient'))
    })

    it('grows up: it is a user of its own, with everything it had, and ends what its parent may do', async () => {
      const connection_id = await child()
      const forKim = await actFor(connection_id)
      await call(itemCreate, { params: forKim.params, body: TEA })

      const { user, secret_string } = await call(childGrowUp, {
        params: { ...bob.params, connection_id },
        body: { passphrase: 'six stones in a pond' },
      })

      expect(user).toMatchObject({
        full_name: 'Kim',
        state: 'signed_in',
        delegation: null,
        vault_user_id: forKim.vaultId,
      })
      const kim: Person = { params: { user_id: user.id }, vaultId: forKim.vaultId, name: 'Kim' }
      expect((await call(itemRows, { params: kim.params, query: {} })).total).toBe(1)
      await call(userSignOut, { params: kim.params })
      const body = { passphrase: 'six stones in a pond' }
      expect((await call(userSignIn, { params: kim.params, body })).user.state).toBe('signed_in')
      expect((await call(userSecretString, { params: kim.params, body })).secret_string).toBe(secret_string)

      const granted = await onlyRow(kim)
      expect(granted).toMatchObject({ direction: 'granted', child: false, role: 'owner' })
      await asUser(kim, vaultOperations.delegationsConnectionIdDelete, {
        params: { connection_id: granted.connection_id ?? '' },
      })
      await expect(call(itemRows, { params: forKim.params, query: {} })).rejects.toThrow()
    })

    it('grows up once, under a name nobody has, with a passphrase that is none of the first to be tried', async () => {
      const connection_id = await child()
      const params = { ...bob.params, connection_id }
      const body = { passphrase: 'six stones in a pond' }
      await expect(call(childGrowUp, { params, body: { passphrase: 'password1' } })).rejects.toThrow(
        refusal('passphrase_too_common'),
      )
      await expect(call(childGrowUp, { params, body: { ...body, remember: true } })).rejects.toThrow(
        refusal('invalid_params'),
      )
      await call(childGrowUp, { params, body })
      const users = (await call(usersGet, {})).users.length

      await expect(call(childGrowUp, { params, body })).rejects.toThrow(refusal('name_taken'))
      const other = await child('Alice')
      await expect(call(childGrowUp, { params: { ...params, connection_id: other }, body })).rejects.toThrow(
        refusal('name_taken'),
      )
      await expect(call(childGrowUp, { params: { ...params, connection_id: NOBODY }, body })).rejects.toThrow(
        refusal('not_found'),
      )
      expect((await call(usersGet, {})).users).toHaveLength(users)
    })

    it('grows up once, also where this workspace forgot it', async () => {
      const connection_id = await child()
      const body = { passphrase: 'six stones in a pond' }
      const { user } = await call(childGrowUp, { params: { ...bob.params, connection_id }, body })
      await call(userForget, { params: { user_id: user.id } })

      await expect(call(childGrowUp, { params: { ...bob.params, connection_id }, body })).rejects.toThrow(
        refusal('wrong_status'),
      )
      expect((await call(usersGet, {})).users).toHaveLength(2)
    })
  })

  it('asks for the keys of the user in each of them', async () => {
    await call(userSignOut, { params: bob.params })
    const params = { ...bob.params, connection_id: NOBODY }
    const body = { passphrase: PASSPHRASE }

    const refused = await Promise.allSettled([
      call(delegationRows, { params }),
      call(delegateInvite, { params, body: { name: 'A', role: 'reader' } }),
      call(delegationOffer, { params, body: { connection_id: NOBODY, role: 'reader' } }),
      call(delegationOfferAccept, { params: { ...params, offer_id: NOBODY } }),
      call(delegationStep, { params, body: { step: 'claim' } }),
      call(delegationAct, { params }),
      call(childCreate, { params, body: { name: 'Kim' } }),
      call(childGrowUp, { params, body }),
    ])
    for (const one of refused) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'user_locked' } })
  })
})

describe('what a stranger may not', () => {
  it('name of a user in the header that is none is not kept', async () => {
    const workbench = await openWorkbench()
    const url = `${workbench.application.url}/vault${vaultOperations.meGet.path}`
    await fetch(url, { headers: { 'service-delegation-id': 'canary secret' } })
    const { calls } = await workbench.call(callsGet, { query: { limit: 5 } })

    expect(calls[0]?.source).toBe('loopback')
    expect(calls[0]).not.toHaveProperty('acting_for')
    await stopWorkbench(workbench)
  })
})
