// Proves docs/contract/workbench.md, Commands.

import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { runInProcess } from '../../tests/support/program/run-in-process.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../../tests/support/workbench/workbench.ts'
import { systemClock } from '../service/ports.ts'
import { lookAt } from './doctor-command.ts'
import type { Finding } from './doctor-command.ts'

const { workspaceCreate } = workbenchOperations
let directory: string
beforeEach(() => (directory = temporaryDirectory()))
afterEach(() => removeDirectory(directory))

const doctor = async (...args: readonly string[]) => {
  const { code, out } = await runInProcess(['doctor', '--data', join(directory, 'data'), '--json', ...args])
  const { findings } = JSON.parse(out) as { findings: Finding[] }
  const of = (subject: string) => findings.find((one) => one.subject === subject)
  return { code, findings, of }
}
const outcomes = (findings: readonly Finding[]) =>
  findings.filter(({ outcome, subject }) => outcome !== 'ok' && subject !== 'browser').map(({ subject }) => subject)

/** A data directory with a workspace of each kind, while it runs. */
async function aWorkbench() {
  const workbench = await startWorkbench(join(directory, 'data'))
  await workbench.call(workspaceCreate, { body: { name: 'Sealed', passphrase: PASSPHRASE } })
  await workbench.call(workspaceCreate, { body: { name: 'Plain', passphrase: null } })
  await registerUser(workbench, 'Alice')
  return workbench
}

const everything = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      ({ parentPath, name }) =>
        `${join(parentPath, name)} ${createHash('sha256')
          .update(readFileSync(join(parentPath, name)))
          .digest('hex')}`,
    )

describe('doctor', () => {
  it('without data › finds nothing wrong, and makes nothing', async () => {
    const { code, findings, of } = await doctor()

    expect([code, outcomes(findings)]).toEqual([0, []])
    expect(of('Node')?.says).toBe(process.versions.node)
    expect(of('versions')?.says).toMatch(/^Vaultbench \d\S+, SQLite 3\.\S+, libsodium 1\.\S+$/)
    expect(of('data directory')?.says).toContain('is not there yet')
    expect(readdirSync(directory)).toEqual([])
  })

  it('prints a line for each, beginning with how it is', async () => {
    const { out } = await runInProcess(['doctor', '--data', join(directory, 'data')])

    for (const line of out.trimEnd().split('\n')) expect(line).toMatch(/^(?:ok {5}|warning|failure) {2}\S.*: \S/)
  })

  it('says who has the directory and where that listens, and leaves the workspaces to it', async () => {
    const workbench = await aWorkbench()

    const { code, of } = await doctor()

    expect(code).toBe(0)
    expect(of('data directory')?.says).toContain(`used by process ${process.pid} since `)
    expect(of('data directory')?.says).toContain(`, which listens on ${workbench.application.server.url}`)
    expect(of('workspace Plain')?.says).toContain('has it open')
    const { port } = new URL(workbench.application.server.url)
    expect((await doctor('--port', port)).of(`port ${port}`)?.says).toContain('Vaultbench listens on it already')
    await workbench.application.close()
  })

  it('looks through what is not protected, reads no secret and changes nothing', async () => {
    await (await aWorkbench()).application.close()
    const before = everything(join(directory, 'data'))

    const { code, findings, of } = await doctor()

    expect([code, outcomes(findings)]).toEqual([0, []])
    expect(of('data directory')?.says).toContain('used by nobody')
    expect(of('workspace Plain')?.says).toBe('its file is whole')
    expect(of('workspace Sealed')?.says).toContain('protected')
    expect(everything(join(directory, 'data'))).toEqual(before)
  })

  it.each<[string, (folder: string, of: (name: string) => string) => void, string, 'warning' | 'failure', RegExp]>([
    [
      'a changed bit',
      (_folder, of) => {
        const bytes = readFileSync(of('Plain'))
        bytes.fill(0xff, 4096 * 5, 4096 * 6)
        writeFileSync(of('Plain'), bytes)
      },
      'workspace Plain',
      'failure',
      /damaged .*vaultbench restore/s,
    ],
    ['a lost file', (_folder, of) => rmSync(of('Sealed')), 'workspace Sealed', 'failure', /is missing: restore/],
    ['modes for all', (_folder, of) => chmodSync(of('Plain'), 0o644), 'modes', 'warning', /vault\.db: chmod -R go-rwx/],
  ])('%s › is told with what to do', async (_what, spoil, subject, outcome, says) => {
    await (await aWorkbench()).application.close()
    const folder = join(directory, 'data/workspaces')
    const idOf = (name: string) =>
      readdirSync(folder).find((id) => readFileSync(join(folder, id, 'workspace.json'), 'utf8').includes(`"${name}"`))
    spoil(folder, (name) => join(folder, String(idOf(name)), 'vault.db'))

    const { code, findings, of } = await doctor()

    expect(outcomes(findings)).toEqual([subject])
    expect(of(subject)).toMatchObject({ outcome, says: expect.stringMatching(says) as string })
    expect(code).toBe(outcome === 'failure' ? 1 : 0)
  })

  it('a record that cannot be read › is a failure', async () => {
    mkdirSync(join(directory, 'data/workspaces/w1'), { recursive: true, mode: 0o700 })
    writeFileSync(join(directory, 'data/workspaces/w1/workspace.json'), '{', { mode: 0o600 })

    const { code, of } = await doctor()

    expect([code, of('workspace w1')?.says]).toEqual([1, expect.stringContaining('is damaged: it is not JSON')])
  })

  it('a file in the place of the directory › is a failure', async () => {
    writeFileSync(join(directory, 'data'), '')

    const { code, of } = await doctor()

    expect([code, of('data directory')?.says]).toEqual([1, expect.stringContaining('name a folder with --data')])
  })

  it('a port that somebody listens on › is a failure', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const { port } = server.address() as AddressInfo

    const { code, of } = await doctor('--port', String(port))
    server.close()

    expect([code, of(`port ${port}`)?.says]).toEqual([1, expect.stringContaining('another program listens')])
  })

  it('a port that is none › is refused', async () => {
    expect(await runInProcess(['doctor', '--port', '70000'])).toMatchObject({ code: 2, out: '' })
  })

  it('an old Node, and a clock that was never set › are failures', async () => {
    const clock = { ...systemClock, nowMs: () => 0 }
    const findings: Finding[] = []
    for await (const one of lookAt({ directory: join(directory, 'data'), port: 0, clock, nodeVersion: '20.19.0' })) {
      findings.push(one)
    }

    expect(outcomes(findings)).toEqual(['Node', 'clock'])
  })
})
