// Proves docs/contract/workbench.md, Agents.

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Send } from '../../shared/contract/caller.ts'
import { callOver } from '../../shared/contract/caller.ts'
import { vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { PersonAccount } from '../../src-main/client/account/account.ts'
import type { AgentOf } from '../../src-main/client/agents/agent-of.ts'
import { openAgent } from '../../src-main/client/agents/open-agent.ts'
import { enterAccount } from '../../src-main/client/account/enter-account.ts'
import { sendOverHttp } from '../../src-main/client/send-over-http.ts'
import { isBundlePair } from '../../src-main/crypto/connection-key-pair.ts'
import { formatPrivateKey } from '../../src-main/crypto/private-key-text.ts'
import { filesTellingKeys, formsOfBytes } from '../support/service/bytes-on-disk.ts'
import type { Served } from '../support/service/served.ts'
import { SERVED_OPERATOR_PASSWORD, startServed } from '../support/service/served.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import { removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

const { organizationAct, organizationKeyHandOver, organizationKeyTake } = workbenchOperations
const passphrase = 'a passphrase that opens a lot'

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

it('a plain workspace › no private key of an organization or service is on disk or in the log at any step', async () => {
  const { call } = await windowOverHttp(served.line.url, served.line.ui)
  const keys = new Map<string, Uint8Array>()
  const expectNoKey = (step: string): void => {
    expect({ step, onDisk: filesTellingKeys(directory, keys) }).toEqual({ step, onDisk: [] })
    const log = Buffer.from(served.log())
    const inLog = [...keys].filter(([, key]) => formsOfBytes(Buffer.from(key)).some((form) => log.includes(form)))
    expect({ step, inLog }).toEqual({ step, inLog: [] })
  }
  const { current } = await call(workbenchOperations.workspaceCreate, { body: { name: 'Mine', passphrase: null } })
  const register = (full_name: string) => call(workbenchOperations.userRegister, { body: { full_name, passphrase } })
  const { user: dana, secret_string } = await register('Dana')
  const { user: alice } = await register('Alice')
  const send = sendOverHttp(served.line.url)
  const account = await enterAccount({ send, secretString: secret_string, passphrase })

  const { organization } = await call(workbenchOperations.organizationRequest, {
    params: { user_id: dana.id },
    body: { name: 'Harbour Clinic' },
  })
  const { managementRequestedOrganizationsIdValidatePut, managementRequestedOrganizationServicesIdValidatePut } =
    vaultOperations
  await asOperator(account)(managementRequestedOrganizationsIdValidatePut, { params: { id: organization.id } })
  const ofDana = { user_id: dana.id, organization_id: organization.id }
  const ofAlice = { user_id: alice.id, organization_id: organization.id }
  const { service } = await call(workbenchOperations.serviceRequest, {
    params: ofDana,
    body: { name: 'Appointments', compatible: true },
  })
  await asOperator(account)(managementRequestedOrganizationServicesIdValidatePut, { params: { id: service.id } })
  const agents: readonly AgentOf[] = [null, service.id].map((serviceId) => ({
    organizationId: organization.id,
    serviceId,
  }))
  for (const agent of agents) await learnKeys(keys, { send, member: account, agent })
  expect([...keys.keys()]).toHaveLength(6)
  expectNoKey('made')

  for (const { serviceId: service_id } of agents) await call(organizationAct, { params: ofDana, body: { service_id } })
  expectNoKey('acting')

  const { link } = await call(workbenchOperations.memberInvite, {
    params: ofDana,
    body: { name: 'Alice', role: 'owner' },
  })
  const params = { user_id: alice.id }
  await call(workbenchOperations.invitationAccept, { params, body: { link, name: 'Clinic' } })
  for (const { serviceId: service_id } of agents) {
    const body = { service_id, recipient_id: alice.vault_user_id ?? '' }
    const { share_id } = await call(organizationKeyHandOver, { params: ofDana, body })
    expectNoKey('handed over')
    await call(workbenchOperations.shareAccept, { params: { ...params, share_id }, body: {} })
    expectNoKey('accepted')
    await call(organizationKeyTake, { params: ofAlice, body: { service_id, share_id } })
    expectNoKey('taken')
    await call(organizationAct, { params: ofAlice, body: { service_id } })
  }
  expectNoKey('acting as the other')

  await call(workbenchOperations.workspaceLock, {})
  expectNoKey('locked')
  await call(workbenchOperations.workspaceOpen, {
    params: { workspace_id: String(current?.id) },
    body: { passphrase: null },
  })
  await served.stop('SIGKILL')
  expectNoKey('killed')
  // The search sees what is there.
  expect(filesTellingKeys(directory, new Map([['name', Buffer.from('Harbour Clinic')]]))).not.toEqual([])
})

function asOperator({ send }: PersonAccount) {
  const sendAsOperator: Send = (request) =>
    send({ ...request, headers: { ...request.headers, admin_password: SERVED_OPERATOR_PASSWORD } })
  return callOver(sendAsOperator)
}

/** Opens an agent in this process, to know what to look for. */
async function learnKeys(keys: Map<string, Uint8Array>, options: Parameters<typeof openAgent>[0]): Promise<void> {
  const { account, name } = await openAgent(options)
  const { keyPair, dataEncryptionKey } = account.keys()
  keys.set(`data encryption key of ${name}`, dataEncryptionKey.slice())
  if (isBundlePair(keyPair)) {
    keys.set(`seed of ${name}`, keyPair.seed.slice())
    keys.set(`box key of ${name}`, keyPair.boxPrivateKey.slice())
  } else {
    const { d } = keyPair.privateKey.export({ format: 'jwk' })
    // The private exponent, without its ends: it stands in the middle of whatever holds it.
    keys.set(`line of the PEM of ${name}`, Buffer.from(formatPrivateKey(keyPair).split('\n')[20] ?? ''))
    keys.set(`exponent of ${name}`, Buffer.from(String(d), 'base64url').subarray(8, -8))
  }
  await account.signOut()
}
