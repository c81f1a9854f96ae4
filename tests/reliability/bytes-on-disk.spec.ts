// Proves docs/contract/workbench.md, Workspaces.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { filesTelling, tellingForms } from '../support/service/bytes-on-disk.ts'
import { anOrder, schemaId } from '../support/exchange/issuing.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { aRequest } from '../support/exchange/wallet.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import { removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

const { workspaceCreate, workspaceLock, workspaceOpen, userRegister, userSignIn, forward, itemCreate, itemSave } =
  workbenchOperations
const VALUES = 50
const VALUES_AN_ITEM = 5
const LABEL = 'a label that a plain file may tell'

let directory: string
let served: Served

beforeEach(async () => {
  directory = temporaryDirectory()
  served = await startServed('--data', directory, '--window')
})

afterEach(async () => {
  await served.stop('SIGKILL')
  removeDirectory(directory)
})

it.each([
  ['plain', null, 'SIGTERM'],
  ['protected', 'zinnia gravel november', 'SIGKILL'],
] as const)(
  'a %s workspace › no value, passphrase, secret string or token is on disk or in the log at any step',
  async (kind, workspacePassphrase, signal) => {
    const { call, token: windowToken } = await windowOverHttp(served.line.url, served.line.ui)
    const secrets = [
      windowToken,
      'canary passphrase of a user',
      ...(workspacePassphrase === null ? [] : [workspacePassphrase]),
    ]
    const passphrase = String(secrets[1])
    const expectNoSecret = (step: string): void => {
      expect({ step, onDisk: filesTelling(directory, secrets) }).toEqual({ step, onDisk: [] })
      expect({ step, inLog: secrets.filter((secret) => isIn(served.log(), secret)) }).toEqual({ step, inLog: [] })
    }

    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: workspacePassphrase } })
    const remember = kind === 'protected'
    const { user, secret_string } = await call(userRegister, { body: { full_name: 'Alice', passphrase, remember } })
    secrets.push(secret_string, secret_string.split('.').at(-1) ?? '')
    const params = { user_id: user.id }
    expectNoSecret('registered')

    const items: string[] = []
    for (let first = 0; first < VALUES; first += VALUES_AN_ITEM) {
      const values = Array.from({ length: VALUES_AN_ITEM }, (_, index) => `canary-${kind}-value-${first + index}`)
      secrets.push(...values)
      const slots = values.map((value, index) => ({ label: `Slot ${index}`, value, slot_type_name: TYPES[index] }))
      items.push((await call(itemCreate, { params, body: { label: LABEL, slots } })).item.id)
    }
    expectNoSecret('created')

    for (const item_id of items.slice(0, 5)) {
      const { slots } = await call(workbenchOperations.itemOpen, { params: { ...params, item_id } })
      const value = `canary-${kind}-edited-${item_id}`
      secrets.push(value)
      await call(itemSave, { params: { ...params, item_id }, body: { slots: [{ id: String(slots[0]?.id), value }] } })
      await call(workbenchOperations.slotReveal, { params: { ...params, item_id, slot_id: String(slots[4]?.id) } })
    }
    expectNoSecret('edited and revealed')

    for (const request of SHOWING_A_SECRET) {
      const reply = await call(forward, { body: { as: 'user', ...params, ...request } })
      const [, secret] =
        /"(?:login_key|session_authentication_string)":"([^"]+)"/.exec(JSON.stringify(reply.body)) ?? []
      expect(reply).toMatchObject({ ok: true })
      secrets.push(String(secret))
    }
    const loginKey = { passphrase: remember ? null : passphrase, label: 'a script' }
    secrets.push((await call(workbenchOperations.loginKeyMake, { params, body: loginKey })).login_key)
    const id = String(items[9])
    await call(forward, {
      body: { as: 'user', ...params, operation: vaultOperations.itemsIdDelete.id, params: { id } },
    })
    expectNoSecret('sessions made, an item deleted')

    await call(workspaceLock, {})
    expectNoSecret('locked')

    const workspace = { workspace_id: String(current?.id) }
    await call(workspaceOpen, { params: workspace, body: { passphrase: workspacePassphrase } })
    await call(userSignIn, { params, body: { passphrase: remember ? null : passphrase } })
    const { slots } = await call(workbenchOperations.itemOpen, { params: { ...params, item_id: String(items[5]) } })
    expect(slots[0]?.value).toBe(`canary-${kind}-value-25`)
    expectNoSecret('unlocked')

    await served.stop(signal)
    expectNoSecret('ended')
    // The search sees what is there.
    expect(filesTelling(directory, [LABEL]).length > 0).toBe(kind === 'plain')
  },
)

it('a plain workspace › no claim, presentation, or key of wallet, issuer or desk is on disk or in the log at any step', async () => {
  const { call } = await windowOverHttp(served.line.url, served.line.ui)
  const claims = { licenceNumber: 'CANARY-LICENCE-77', familyName: 'Canary-Familyname', restrictions: 'canary glasses' }
  const secrets: string[] = Object.values(claims)
  const expectNoSecret = (step: string): void => {
    expect({ step, onDisk: filesTelling(directory, secrets) }).toEqual({ step, onDisk: [] })
    expect({ step, inLog: secrets.filter((secret) => isIn(served.log(), secret)) }).toEqual({ step, inLog: [] })
  }
  await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
  const { user } = await call(userRegister, { body: { full_name: 'Alice', passphrase: 'a long passphrase' } })
  const params = { user_id: user.id }
  const made = await call(workbenchOperations.subscriptionKeyCreate, { body: { name: 'Shop' } })
  secrets.push(made.subscription_key)

  const schema = schemaId('driving-licence')
  const values = { ...anOrder({ schema }).values, ...claims }
  for (const format of ['ldp_vc', 'jwt_vc'] as const) {
    await call(workbenchOperations.credentialIssue, {
      params,
      body: { issuer_id: 'harbour-registry', schema, format, values },
    })
  }
  expectNoSecret('issued')

  const field = { path: ['$.credentialSubject.licenceNumber'], filter: { type: 'string', minLength: 5 } }
  const licence = { id: 'licence', schema: [{ uri: schema }], constraints: { fields: [field] } }
  for (const [profile, scenario] of [
    ['bound', 'tampered-claim'],
    ['bound', null],
    ['plain', null],
    ['jwt', null],
  ] as const) {
    const on_valid = { kind: 'store_item', user_id: user.id }
    const { deep_link, id } = await aRequest(call, { input_descriptors: [licence] }, { on_valid })
    const { run } = await call(workbenchOperations.walletRunStart, { params, body: { link: deep_link } })
    const submitted = { params: { ...params, run_id: run.id }, body: { profile, scenario } }
    const ended = await call(workbenchOperations.walletRunSubmit, submitted)
    expect(ended.run.state).toBe(scenario === null ? 'accepted' : 'not_accepted')
    const asked = { operation: 'verifier.getVerifierRequest', params: { request_id: id } }
    expect((await call(workbenchOperations.forward, { body: { as: 'subscription', ...asked } })).body).toMatchObject({
      request: { attempts: [{ presentation_kept: true }] },
    })
    expectNoSecret(`answered ${profile} ${scenario ?? ''}`)
  }

  await call(workspaceLock, {})
  expectNoSecret('locked')
  await served.stop('SIGKILL')
  expectNoSecret('killed')
  // The search sees what is there: lists are read without opening everything.
  expect(filesTelling(directory, ['DrivingLicenceCredential'])).not.toEqual([])
})

const SHOWING_A_SECRET = [
  { operation: vaultOperations.sessionLimitedInTimePost.id, body: { valid_for: 600 } },
  { operation: keystoreOperations.sessionLimitedInTimePost.id, body: { valid_for: 600 } },
]
const TYPES = ['key_value', 'note_text', 'url', 'email', 'password'] as const

function isIn(text: string, secret: string): boolean {
  const bytes = Buffer.from(text)
  return tellingForms(secret).some((form) => bytes.includes(form))
}
