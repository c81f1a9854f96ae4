// Proves docs/contract/workbench.md, Data directory.

// @module-tag full

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { SERVED_OPERATOR_PASSWORD, startServed } from '../support/service/served.ts'
import { refusal, registerUser, startWorkbench } from '../support/workbench/workbench.ts'

const { workspaceCreate, statusGet, itemCreate, itemRows } = workbenchOperations
let folder: string
let directory: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-moved-'))
  directory = join(folder, 'data')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const move = () => {
  renameSync(directory, join(folder, 'elsewhere'))
}
const remove = () => {
  rmSync(directory, { recursive: true })
}

// Windows lets nobody move or delete what is open.
describe.skipIf(process.platform === 'win32').each([
  ['moved', move],
  ['deleted', remove],
])('a data directory that is %s while it is open', (_name, lose) => {
  it('is told of by the program, which makes nothing in its place and ends in order', async () => {
    const { line, log, stop } = await startServed('--port', '0', '--data', directory)
    const write = () =>
      fetch(`${line.url}/vault/admission_tokens`, {
        method: 'POST',
        headers: { admin_password: SERVED_OPERATOR_PASSWORD, 'content-type': 'application/json' },
        body: '{}',
      })
    expect((await write()).status).toBe(201)

    lose()
    const refused = await write()

    expect(refused.status).toBe(507)
    expect(await refused.text()).toMatch(/"error":"storage_read_only".*were moved or deleted/)
    expect(await stop('SIGTERM')).toBe(0)
    expect(log()).not.toMatch(/ {4}at |\\n {4}at /)
    expect(existsSync(directory)).toBe(false)
  })

  it('is told of by the window, for items and workspaces', async () => {
    const { call, application } = await startWorkbench(directory)
    await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
    const { user } = await registerUser({ call }, 'Alice')
    const add = (label: string) => call(itemCreate, { params: { user_id: user.id }, body: { label, slots: [] } })
    await add('before')

    lose()

    await expect(add('after')).rejects.toMatchObject(refusal('storage_read_only'))
    await expect(call(workspaceCreate, { body: { name: 'Second', passphrase: null } })).rejects.toMatchObject(
      refusal('workspace_not_usable'),
    )
    const { rows } = await call(itemRows, { params: { user_id: user.id }, query: {} })
    expect(rows.map(({ label }) => label)).toEqual(['before'])
    await call(statusGet, {})
    await application.close()
    expect(existsSync(directory)).toBe(false)
  })
})
