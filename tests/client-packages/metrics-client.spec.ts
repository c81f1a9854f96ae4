// Proves docs/contract/vault.md, Events, Status, Usage numbers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { sendOverHttp } from '../support/service/send-over-http.ts'
import { connect, sharingCallsOf } from '../support/people/sharing.ts'
import { OPERATOR_PASSWORD } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'
import { describeRows } from '../support/tiers.ts'

/* Usage numbers, status and alerts as the published clients read them; each checks the shape of what it gets. */

const PACKAGES = [
  ['vault-api-sdk 37.1.15', publishedVault37],
  ['vault-api-sdk 31.0.0', publishedVault31],
] as const

let server: TestHttpServer
let ada: SignedInUser
let bob: SignedInUser
beforeAll(async () => {
  server = await startHttpServer()
  ada = aSignedInUser(server)
  bob = aSignedInUser(server)
  connect(server, ada, bob)
  const calls = sharingCallsOf({ ...server, send: sendOverHttp(server.url) }, ada)
  await calls.share(await calls.newItem(), bob, { acceptance_required: 'acceptance_required' })
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

const OF_ADA = {
  item_metrics: { items: { all: 1, own: 1, duplicate: 0 }, slots: { all: 3, own: 3, duplicate: 0 } },
}
const OF_ALL = {
  item_metrics: { items: { all: 2, own: 1, duplicate: 1 }, slots: { all: 6, own: 3, duplicate: 3 } },
}
const NO_BYTES = {
  attachment_metrics: {
    data_size_of_uploaded_attachments_and_folders: 0,
    data_size_of_own_slots: 0,
    data_size_of_duplicate_slots: 0,
    data_size_of_own_and_duplicate_slots: 0,
  },
}
const NO_ROLES = { admin: 0, owner: 0, reader: 0 }
const NO_DELEGATION = { count: 0, by_roles: NO_ROLES }
const CONNECTIONS_OF_ADA = {
  connection_metrics: {
    all_connections: 1,
    member_connections: 0,
    service_connections: 0,
    connections_granting_delegation_access_to_your_account: NO_DELEGATION,
    connections_with_delegation_access_to_other_users: NO_DELEGATION,
  },
}

describeRows('published vault client %s', PACKAGES, (_, client) => {
  const asAda = () => client(server.url, { token: ada.token })
  const asOperator = () => client(server.url, { operatorPassword: OPERATOR_PASSWORD })

  it("reads a user's own numbers", async () => {
    const { metrics } = asAda()

    expect(await metrics.metricsItemsGet()).toEqual(OF_ADA)
    expect(
      (await metrics.metricsItemsGet(UNKNOWN_ID, 'country', 'france', 'france,italy')).item_metrics.items.all,
    ).toBe(0)
    expect(await metrics.metricsConnectionsGet()).toEqual(CONNECTIONS_OF_ADA)
    expect(await metrics.metricsAttachmentsGet()).toEqual(NO_BYTES)
  })

  it("reads the operator's numbers of a user and of all", async () => {
    const { systemMetrics } = asOperator()

    expect(await systemMetrics.systemMetricsItemsGet()).toEqual(OF_ALL)
    expect(await systemMetrics.systemMetricsItemsUserIdGet(ada.userId)).toEqual(OF_ADA)
    expect(await systemMetrics.systemMetricsConnectionsUserIdGet(ada.userId)).toEqual(CONNECTIONS_OF_ADA)
    expect((await systemMetrics.systemMetricsConnectionsGet()).connection_metrics).toEqual({
      all_connections: 1,
      member_connections: 0,
      service_connections: 0,
      delegate_connections: 0,
      delegation_connections_by_roles: NO_ROLES,
    })
    expect(await systemMetrics.systemMetricsAttachmentsGet()).toEqual(NO_BYTES)
    expect(await systemMetrics.systemMetricsAttachmentsUserIdGet(ada.userId)).toEqual(NO_BYTES)
    expect(await systemMetrics.systemMetricsUsersGet()).toEqual({
      user_metrics: { all_users: 2, humans: 2, organization_agents: 0, service_agents: 0 },
    })
  })

  it('is refused without the operator password, and for a user who does not exist', async () => {
    const statusOf = (call: Promise<unknown>) => call.catch((thrown: unknown) => (thrown as Response).status)

    expect(await statusOf(asAda().systemMetrics.systemMetricsItemsGet())).toBe(401)
    expect(await statusOf(asOperator().metrics.metricsItemsGet())).toBe(401)
    expect(await statusOf(asOperator().systemMetrics.systemMetricsItemsUserIdGet(UNKNOWN_ID))).toBe(404)
  })

  it('reads the version', async () => {
    const { raw } = await client(server.url).monitoring.versionGetRaw()

    expect(await raw.clone().json()).toEqual({ component: { name: 'vault', api_version: '32.4.3' } })
  })
})

describe('published vault client 31 alone', () => {
  it('reads what awaits an answer, and the status', async () => {
    const { alerts } = publishedVault31(server.url, { token: bob.token })

    expect(await (await alerts.alertsGetRaw()).raw.json()).toEqual({
      alerts: { conversations: 0, notifications: 1, invitations: 0 },
    })
    expect((await publishedVault31(server.url).monitoring.monitorStatusGetRaw()).raw.status).toBe(200)
  })
})

describe('published vault client 37 alone', () => {
  const asOperator = () => publishedVault37(server.url, { operatorPassword: OPERATOR_PASSWORD })

  it('reads shares, active users and those who joined in a time', async () => {
    const { systemMetrics } = asOperator()

    expect((await systemMetrics.systemMetricsConnectionsGet()).share_metrics).toEqual({
      all_shares: 1,
      share_senders: 1,
      share_recipients: 1,
    })
    const joined = await systemMetrics.systemMetricsUsersGet('2027-01-01', '2027-02-01')
    expect(joined.user_metrics.all_users).toBe(0)
    const { raw } = await systemMetrics.systemMetricsActiveGetRaw()
    expect(raw.status).toBe(200)
  })

  it('reads the status for the operator', async () => {
    // The client sends no password of its own accord here; its configuration can.
    const { monitoring } = publishedVault37(server.url, { headers: OPERATOR })
    const { raw } = await monitoring.systemStatusGetRaw()

    expect(await raw.clone().json()).toMatchObject({ status: 'ok' })
  })
})
