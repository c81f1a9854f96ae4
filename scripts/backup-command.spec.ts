// Proves docs/contract/workbench.md, Backups.

// @module-tag full

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../shared/contract/workbench.ts'
import type { TestWorkbench } from '../tests/support/workbench/workbench.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../tests/support/workbench/workbench.ts'
import { BACKUP_USAGE, RESTORE_USAGE, runBackup, runRestore, sentenceOfFault } from './backup-command.ts'

const { workspaceCreate, workspaceOpen, statusGet, usersGet } = workbenchOperations

describe('npm run backup, npm run restore', () => {
  let directory: string
  let workbench: TestWorkbench | undefined
  let asked: string[]
  let told: string[]
  const ports = (passphrase = '') => ({
    environment: {},
    ask(question: string) {
      asked.push(question)
      return Promise.resolve(passphrase)
    },
    say: (text: string) => void told.push(text),
  })
  const at = (name: string) => join(directory, name)
  const faultOf = (work: Promise<void>) => work.then(() => 'no fault', sentenceOfFault)

  beforeEach(async () => {
    directory = temporaryDirectory()
    asked = []
    told = []
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

      await runBackup([at('data'), at('file')], ports(PASSPHRASE))
      expect(asked).toHaveLength(1)
      await runRestore([at('file'), at('data')], ports(PASSPHRASE))
      expect([asked.length, told.at(-1)]).toEqual([2, 'restored as Mine 2'])
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
    expect(await faultOf(runBackup([data, at('there')], ports(PASSPHRASE)))).toContain('is there already')
    expect(await faultOf(runBackup([data, at('file'), '--workspace', 'Other'], ports()))).toContain(
      'open Other there first',
    )
    expect(await faultOf(runBackup([data, at('file')], ports('wrong passphrase')))).toContain('does not open Mine')
    expect(await faultOf(runRestore([at('there'), data], ports()))).toContain('is not a backup of a workspace')
    expect(await faultOf(runRestore([at('none'), data], ports()))).toContain('There is no file')
    expect(await faultOf(runBackup([at('none'), at('file')], ports()))).toContain('is no data directory')
    expect(await faultOf(runBackup([data], ports()))).toBe(BACKUP_USAGE)
    expect(await faultOf(runBackup([data, at('file'), '--strange'], ports()))).toContain('--strange')
    expect([existsSync(at('file')), existsSync(at('none'))]).toEqual([false, false])
  })

  it('print how they are used', async () => {
    await runBackup(['--help'], ports())
    await runRestore(['--help'], ports())
    expect(told).toEqual([BACKUP_USAGE, RESTORE_USAGE])
  })

  it('take no other token than that in the data directory, and let it in nowhere else', async () => {
    const { readCommandDoor } = await import('../src-main/sqlite/command-door.ts')
    const door = readCommandDoor(at('data'))
    const statusOf = async (path: string, token: string) =>
      (await fetch(`${door?.url ?? ''}/workbench${path}`, { headers: { authorization: `Bearer ${token}` } })).status
    const restore = async (token: string) =>
      (
        await fetch(`${door?.url ?? ''}/workbench/commands/restore`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ file: at('none') }),
        })
      ).status
    expect([await restore(door?.token ?? ''), await restore('another')]).toEqual([404, 401])
    for (const path of ['/status', '/backups', '/users']) expect(await statusOf(path, door?.token ?? '')).toBe(401)
    expect(statSync(at('data/commands.json')).mode & 0o777).toBe(0o600)
  })
})
