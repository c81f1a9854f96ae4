import { afterEach, beforeEach, expect, it } from 'vitest'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench.ts'
import { filesTelling, tellingForms } from '../support/bytes-on-disk.ts'
import type { Served } from '../support/served.ts'
import { startServed } from '../support/served.ts'
import { windowOverHttp } from '../support/window-over-http.ts'
import { removeDirectory, temporaryDirectory } from '../support/workbench.ts'

const { workspaceCreate, workspaceLock, workspaceOpen, userRegister, userSignIn, userCall, itemCreate, itemSave } =
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
      const reply = await call(userCall, { params, body: request })
      const [, secret] =
        /"(?:login_key|session_authentication_string)":"([^"]+)"/.exec(JSON.stringify(reply.body)) ?? []
      expect(reply).toMatchObject({ ok: true })
      secrets.push(String(secret))
    }
    const id = String(items[9])
    await call(userCall, { params, body: { operation: vaultOperations.itemsIdDelete.id, params: { id } } })
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

const SHOWING_A_SECRET = [
  { operation: vaultOperations.sessionLimitedInTimePost.id, body: { valid_for: 600 } },
  { operation: keystoreOperations.sessionLimitedInTimePost.id, body: { valid_for: 600 } },
  { operation: keystoreOperations.loginKeysPost.id, body: { label: 'a script' } },
]
const TYPES = ['key_value', 'note_text', 'url', 'email', 'password'] as const

function isIn(text: string, secret: string): boolean {
  const bytes = Buffer.from(text)
  return tellingForms(secret).some((form) => bytes.includes(form))
}
