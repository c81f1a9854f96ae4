import type { Call } from '../shared/contract/caller.ts'
import { workbenchOperations } from '../shared/contract/workbench-operations.ts'
import { hashPassphrase, PASSPHRASE_COST, PASSPHRASE_SALT_BYTES } from '../src-main/crypto/passphrase.ts'
import type { PassphraseCost } from '../src-main/crypto/passphrase.ts'
import { openFixture } from './fixture.ts'
import type { Row, Sample, Side } from './measure.ts'
import { compare, timedOnProcessor } from './measure.ts'
import { CHEAP_HASH, withWorkbench } from './workbench.ts'

const { itemCreate, sampleWorkspaceCreate, userRegister, userSignIn, usersGet } = workbenchOperations
const { workspaceCreate, workspaceLock, workspaceOpen } = workbenchOperations

const PASSPHRASE = 'a passphrase for benchmarks'
const SIGNED_IN = 8
const ROUNDS = 5

/** What a person waits for beside a workspace: making the sample, locking, unlocking; in processor time. */
export async function run(): Promise<readonly Row[]> {
  return [await sampleRow(), ...(await lockRows())]
}

/** The users of the sample have no passphrase, so what it takes is what they do; a hash says how fast the machine is. */
async function sampleRow(): Promise<Row> {
  const product: Side = {
    name: 'sample workspace',
    measure: () => withWorkbench(PASSPHRASE_COST, (call) => timedOnProcessor(1, () => call(sampleWorkspaceCreate, {}))),
  }
  const floor: Side = {
    name: 'Argon2id',
    measure: () => hashes(1, PASSPHRASE_COST),
  }
  return compare('make the sample workspace', floor, product, { rounds: ROUNDS })
}

async function lockRows(): Promise<readonly Row[]> {
  const fixture = openFixture()
  const checkpoint: Side = {
    name: 'write one page',
    measure: () => timedOnProcessor(1, () => fixture.connection.exec('PRAGMA user_version = 1; PRAGMA wal_checkpoint')),
  }
  const rows = await withWorkbench(CHEAP_HASH, async (call) => {
    const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
    const params = { workspace_id: current?.id ?? '' }
    const unlock = () => call(workspaceOpen, { params, body: { passphrase: PASSPHRASE } })
    for (let number = 0; number < SIGNED_IN; number += 1) {
      const body = { full_name: `User ${number}`, passphrase: PASSPHRASE, remember: true }
      await call(userRegister, { body })
    }
    const locking: Side = {
      name: 'lock',
      async measure() {
        await unlock()
        await writeAsEverybody(call)
        return timedOnProcessor(1, () => call(workspaceLock, {}))
      },
    }
    const unlocking: Side = {
      name: 'unlock',
      async measure() {
        await call(workspaceLock, {})
        return timedOnProcessor(1, unlock)
      },
    }
    const hash: Side = { name: 'Argon2id, cheap', measure: () => hashes(1, CHEAP_HASH) }
    return [
      await compare(`lock with ${SIGNED_IN} users signed in`, checkpoint, locking, { rounds: ROUNDS }),
      await compare('unlock a workspace besides hashing', hash, unlocking, { rounds: ROUNDS }),
    ]
  })
  fixture.close()
  return rows
}

function hashes(count: number, cost: PassphraseCost): Promise<Sample> {
  return timedOnProcessor(count, () => hashPassphrase(PASSPHRASE, new Uint8Array(PASSPHRASE_SALT_BYTES), cost))
}

/** Fresh writes in the log. */
async function writeAsEverybody(call: Call): Promise<void> {
  const { users } = await call(usersGet, {})
  for (const { id: user_id } of users) {
    await call(userSignIn, { params: { user_id }, body: { passphrase: null } })
    const slots = [{ label: 'Note', value: 'x'.repeat(10_000) }]
    await call(itemCreate, { params: { user_id }, body: { label: 'x', slots } })
  }
}
