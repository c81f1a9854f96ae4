import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../../../shared/contract/caller.ts'
import { callOver } from '../../../shared/contract/caller.ts'
import { itemOperations } from '../../../shared/contract/items.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'
import { startApplication } from '../../../src-main/composition/application.ts'
import type { ServiceReply } from '../../../src-main/service/reply.ts'

/*
 * node big-workspace.ts DIRECTORY USERS ITEMS
 * Adds users to the one workspace of a data directory, and items to its first user, by the operations that the window
 * calls, in this process. A process of its own: the test runner of journeys cannot load the database.
 */

/** The same as `TEST_COST`, which needs the other test runner. */
const CHEAP = { opsLimit: 1, memoryKib: 8 }
/** Calls that are under way at once. */
const AT_ONCE = 8

const { workspaceOpen, usersGet, userSignIn, userRegister, forward } = workbenchOperations

const [directory = '', users, items] = process.argv.slice(2)
const application = await startApplication({
  dataDirectory: directory,
  port: 0,
  mode: 'headless',
  open: 'nothing',
  cost: CHEAP,
  warmUp: false,
  log: { error: (message, cause) => console.error(message, cause) },
})
await fill(callOver(async (request) => (await application.workbench.invoke(request)) as ServiceReply)) // plain data
await application.close()

async function fill(call: Call): Promise<void> {
  const [workspace_id = ''] = readdirSync(join(directory, 'workspaces'))
  await call(workspaceOpen, { params: { workspace_id }, body: {} })
  const [first] = (await call(usersGet, {})).users
  const user_id = first?.id ?? ''
  await call(userSignIn, { params: { user_id }, body: { passphrase: null } })
  await each(Number(users), (number) => {
    const body = { full_name: `Pat Quill ${number}`, passphrase: 'correct horse battery staple', remember: true }
    return call(userRegister, { body })
  })
  await each(Number(items), (number) => {
    const body = { template_name: 'custom', item: { label: `Kestrel router ${number}` } }
    return call(forward, { body: { as: 'user', user_id, operation: itemOperations.itemsPost.id, body } })
  })
}

/** Numbered from 1. */
async function each(count: number, run: (number: number) => Promise<unknown>): Promise<void> {
  let next = 1
  const work = async (): Promise<void> => {
    while (next <= count) await run(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
