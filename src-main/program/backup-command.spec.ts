// Proves docs/contract/workbench.md, Backups.

// @module-tag full

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { runInProcess } from '../../tests/support/program/run-in-process.ts'
import type { TestWorkbench } from '../../tests/support/workbench/workbench.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../../tests/support/workbench/workbench.ts'

const { workspaceCreate, workspaceOpen, statusGet, usersGet } = workbenchOperations

describe('backup, restore', () => {
  let directory: string
  let workbench: TestWorkbench | undefined
  const at = (name: string) => join(directory, name)
  const run = (args: readonly string[], answer = '') => runInProcess(args, { answer })
  const faultOf = async (args: readonly string[], answer = '') => {
    const { code, out, err } = await run(args, answer)
    expect(out).toBe('')
    return `${code} ${err}`
  }

  beforeEach(async () => {
    directory = temporaryDirectory()
    workbench = await startWorkbench(at('data'))
    await workbench.call(workspaceCreate, { body: { name: 'Mine', passphrase: PASSPHRASE } })
    await registerUser(workbench, 'Alice')
  })
  afterEach(async () => {
    await workbench?.application.close()
    removeDirectory(directory)
  })

  it.each(['the running program', 'the data directory alone'])(
    'by %s › once asked, the same passphrase opens it',
    async (by) => {
      const isRunning = by === 'the running program'
      if (!isRunning) await workbench?.application.close()

      const saved = await run(['backup', at('data'), at('file')], PASSPHRASE)
      expect([saved.asked.length, saved.code]).toEqual([1, 0])
      const { asked, out } = await run(['restore', at('file'), at('data'), '--json'], PASSPHRASE)
      expect([asked.length, out]).toEqual([1, '{"workspace":"Mine 2"}\n'])
      expect(statSync(at('file')).mode & 0o777).toBe(0o600)

      if (!isRunning) workbench = await startWorkbench(at('data'))
      if (workbench === undefined) throw new Error('it runs')
      const { workspaces } = await workbench.call(statusGet, {})
      const restored = workspaces.find(({ name }) => name === 'Mine 2')
      const params = { workspace_id: String(restored?.id) }
      await workbench.call(workspaceOpen, { params, body: { passphrase: PASSPHRASE } })
      expect((await workbench.call(usersGet, {})).users).toHaveLength(1)
    },
  )

  it('say what cannot be done, in a sentence, and make nothing', async () => {
    const data = at('data')
    writeFileSync(at('there'), 'x')
    expect(await faultOf(['backup', data, at('there')], PASSPHRASE)).toContain('is there already')
    expect(await faultOf(['backup', data, at('file'), '--workspace', 'Other'], '')).toContain('open Other there first')
    expect(await faultOf(['backup', data, at('file')], 'wrong passphrase')).toContain('does not open Mine')
    expect(await faultOf(['restore', at('there'), data], '')).toContain('is not a backup of a workspace')
    expect(await faultOf(['restore', at('none'), data], '')).toContain('There is no file')
    expect(await faultOf(['backup', at('none'), at('file')], '')).toContain('is no data directory')
    expect(await faultOf(['backup', data], '')).toMatch(/^2 write vaultbench backup DIR FILE\n/)
    expect(await faultOf(['backup', data, at('file'), '--strange'], '')).toContain('--strange')
    expect([existsSync(at('file')), existsSync(at('none'))]).toEqual([false, false])
  })

  it('take no other token than that in the data directory, and let it in nowhere else', async () => {
    const { readCommandEndpoint } = await import('../sqlite/command-endpoint.ts')
    const endpoint = readCommandEndpoint(at('data'))
    const statusOf = async (path: string, token: string) =>
      (await fetch(`${endpoint?.url ?? ''}/workbench${path}`, { headers: { authorization: `Bearer ${token}` } })).status
    const restore = async (token: string) =>
      (
        await fetch(`${endpoint?.url ?? ''}/workbench/commands/restore`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ file: at('none') }),
        })
      ).status
    expect([await restore(endpoint?.token ?? ''), await restore('another')]).toEqual([404, 401])
    for (const path of ['/status', '/backups', '/users']) expect(await statusOf(path, endpoint?.token ?? '')).toBe(401)
    expect(statSync(at('data/commands.json')).mode & 0o777).toBe(0o600)
  })
})
