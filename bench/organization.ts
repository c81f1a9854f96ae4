import type { Send } from '../shared/contract/caller.ts'
import type { ShareRowsQuery } from '../src-main/client/shares/share-rows.ts'
import type { Client } from '../src-main/client/client.ts'
import { createClient } from '../src-main/client/client.ts'
import { sealConnectionName } from '../src-main/crypto/connection-name.ts'
import { createSessionUses } from '../src-main/service/session-uses.ts'
import { fillOrganization } from '../tests/support/people/big-organization.ts'
import type { Row, Sample, Side } from './measure.ts'
import { compare, timedOnProcessor } from './measure.ts'
import type { ShareWorld } from './share-world.ts'
import { openShareWorld } from './share-world.ts'

const SMALL = { name: '50 members', members: 50, shares: 50 }
const BIG = { name: '5,000 members', members: 5_000, shares: 10_000 }
/** What a screen shows. */
const PER_PAGE = 50
const CALLS = 400
const COLD_CALLS = 10

/** What a window asks for when it opens the shares of somebody who just signed in. */
const NEWEST: ShareRowsQuery = { direction: 'incoming', order_by: 'created_at', order: 'desc', offset: 0, limit: 100 }

type SentRequest = Parameters<Send>[0]

interface Filled {
  readonly client: Client
  readonly organizationId: string
}

/** Opening the members and the shares of an organization: how many there are must not matter. */
export async function run(): Promise<readonly Row[]> {
  const world = await openShareWorld()
  const small = await filled(world, SMALL)
  const big = await filled(world, BIG)
  const rows = [
    ...(await memberRows(world, small, big)),
    ...(await shareRows(world, small, big)),
    await compare(
      'shares of a fresh sign-in, 10,000 beside 50',
      { name: SMALL.name, measure: () => coldShares(small) },
      { name: BIG.name, measure: () => coldShares(big) },
    ),
    await noteRow(world, small),
  ]
  world.close()
  return rows
}

async function filled(world: ShareWorld, size: typeof SMALL): Promise<Filled> {
  const client = await world.register(size.name)
  const { dataEncryptionKey } = client.account.keys()
  const organizationId = fillOrganization(world.connection, {
    ...size,
    userId: client.account.vaultUserId,
    sealName: (name, ownPublicKey) => sealConnectionName(dataEncryptionKey, ownPublicKey, name),
  })
  return { client, organizationId }
}

function calls(name: string, { client }: Filled, request: SentRequest): Side {
  return { name, measure: () => timedOnProcessor(CALLS, () => succeeded(client, request)) }
}

async function succeeded({ account }: Client, request: SentRequest): Promise<void> {
  const reply = await account.send(request)
  if (!reply.ok) throw new Error(`${request.operation}: ${reply.body.errors[0]?.message ?? reply.status}`)
}

async function memberRows({ connection }: ShareWorld, small: Filled, big: Filled): Promise<Row[]> {
  const ask = ({ organizationId }: Filled): SentRequest => ({
    operation: 'vault.organizationsOrganizationIdMembersGet',
    params: { organization_id: organizationId },
    query: { per_page: PER_PAGE },
  })
  const bare = connection.prepare<[string, number]>(/* sql */ `
    SELECT m.user_id, m.role, u.full_name, u.email FROM organization_members m CROSS JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = +? ORDER BY m.created_at, m.id LIMIT +?
  `)
  const page = calls(BIG.name, big, ask(big))
  const floor = () => timedOnProcessor(CALLS, () => bare.all(big.organizationId, PER_PAGE))
  return [
    await compare('first page of members, 5,000 beside 50', calls(SMALL.name, small, ask(small)), page),
    await compare('first page of 5,000 members beside its query', { name: 'statement', measure: floor }, page),
  ]
}

async function shareRows({ connection }: ShareWorld, small: Filled, big: Filled): Promise<Row[]> {
  const newest: SentRequest = {
    operation: 'vault.incomingSharesGet',
    query: { order: 'desc', per_page: PER_PAGE },
  }
  const alerts: SentRequest = { operation: 'vault.alertsGet' }
  const bare = connection.prepare<[string, number]>(
    'SELECT * FROM shares WHERE recipient_id = +? ORDER BY created_at DESC, id DESC LIMIT +?',
  )
  const page = calls(BIG.name, big, newest)
  const floor = () => timedOnProcessor(CALLS, () => bare.all(big.client.account.vaultUserId, PER_PAGE))
  return [
    await compare('newest 50 shares, 10,000 beside 50', calls(SMALL.name, small, newest), page),
    await compare('newest 50 of 10,000 shares beside their query', { name: 'statement', measure: floor }, page),
    await compare('alerts, 10,000 shares beside 50', calls('50', small, alerts), calls('10,000', big, alerts)),
  ]
}

/** Clients that know nothing yet, one after the other; what each reads behind its answer is not part of the answer. */
async function coldShares({ client }: Filled): Promise<Sample> {
  let seconds = 0
  for (let call = 0; call < COLD_CALLS; call += 1) {
    const cold = createClient(client.account as Parameters<typeof createClient>[0])
    const isRead = new Promise<void>((resolve) => cold.shares.whenRead(resolve))
    const listed = { rows: 0, complete: false }
    const sample = await timedOnProcessor(1, async () => {
      const { rows, complete } = await cold.shares.rows(NEWEST)
      Object.assign(listed, { rows: rows.length, complete })
    })
    seconds += sample.seconds
    if (listed.rows !== PER_PAGE) throw new Error(`${listed.rows} shares were listed`)
    if (!listed.complete) await isRead
  }
  return { seconds, operations: COLD_CALLS }
}

/** A read notes that its session was used; here each does so once more. */
async function noteRow({ user }: ShareWorld, small: Filled): Promise<Row> {
  const uses = createSessionUses({ noteUse: () => undefined }, { error: () => undefined })
  const request: SentRequest = { operation: 'vault.meGet' }
  const read = () => timedOnProcessor(CALLS, () => succeeded(small.client, request))
  const readAndNote = () =>
    timedOnProcessor(CALLS, () => {
      uses.note(user.userId, Date.now())
      return succeeded(small.client, request)
    })
  return compare(
    'read with its use noted once more',
    { name: 'read', measure: read },
    { name: 'noted', measure: readAndNote },
  )
}
