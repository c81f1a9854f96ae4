import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Call } from '../../../shared/contract/caller.ts'
import { callOver } from '../../../shared/contract/caller.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'
import type { RunningApplication, StartOptions } from '../../../src-main/composition/application.ts'
import { startApplication } from '../../../src-main/composition/application.ts'
import type { ServiceReply } from '../../../src-main/service/reply.ts'

/** Hashing a passphrase costs next to nothing in tests; the real cost is tested where it is hashed. */
export const TEST_COST = { opsLimit: 1, memoryKib: 8 }

export const PASSPHRASE = 'correct horse battery staple'

/** The application as its window sees it. */
export interface TestWorkbench {
  readonly application: RunningApplication
  readonly directory: string
  /** As the window calls; throws CallError. */
  readonly call: Call
  /** What was pushed to the window so far. */
  readonly events: WorkbenchEvent[]
  /** What was logged as a fault. */
  readonly faults: unknown[]
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'vaultbench-test-'))
}

export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

export async function startWorkbench(directory: string, options: Partial<StartOptions> = {}): Promise<TestWorkbench> {
  const faults: unknown[] = []
  const application = await startApplication({
    dataDirectory: directory,
    port: 0,
    mode: 'headless',
    open: 'nothing',
    cost: TEST_COST,
    warmUp: false,
    log: { error: (_message, cause) => faults.push(cause) },
    ...options,
  })
  const events: WorkbenchEvent[] = []
  application.workbench.subscribe((event) => events.push(event as WorkbenchEvent)) // the port speaks of plain data
  const call = callOver(async (request) => {
    // Electron clones both ways; what does not survive cloning fails here too.
    const reply = structuredClone(await application.workbench.invoke(structuredClone(request)))
    return reply as ServiceReply // the port speaks of plain data
  })
  return { application, directory, call, events, faults }
}

/** The same in a directory of its own, with a workspace that is open. */
export async function openWorkbench({
  passphrase = null,
  ...options
}: Partial<StartOptions> & { readonly passphrase?: string | null } = {}): Promise<TestWorkbench> {
  const workbench = await startWorkbench(temporaryDirectory(), options)
  await workbench.call(workbenchOperations.workspaceCreate, { body: { name: 'Mine', passphrase } })
  return workbench
}

/** Ends it and removes its directory. No test may leave a fault in the log. */
export async function stopWorkbench({ application, directory, faults }: TestWorkbench): Promise<void> {
  await application.close()
  removeDirectory(directory)
  expect(faults).toEqual([])
}

/** Matches a refused call, for `rejects.toThrow`. */
export function refusal(code: string, message?: string): Error {
  return expect.objectContaining({
    code,
    ...(message !== undefined && { message: expect.stringContaining(message) as string }),
  }) as Error
}

/** Registers a user in the open workspace; signed in afterwards. */
export async function registerUser(
  { call }: Pick<TestWorkbench, 'call'>,
  full_name: string,
  options: { passphrase?: string; remember?: boolean; published_format?: boolean } = {},
): Promise<{ readonly user: WorkbenchUser; readonly secret_string: string }> {
  return call(workbenchOperations.userRegister, { body: { full_name, passphrase: PASSPHRASE, ...options } })
}

/** A login key of a signed-in user, for another program. */
export async function makeLoginKey({ call }: Pick<TestWorkbench, 'call'>, userId: string): Promise<string> {
  const { login_key } = await call(workbenchOperations.loginKeyMake, {
    params: { user_id: userId },
    body: { passphrase: PASSPHRASE, label: 'script' },
  })
  return login_key
}

/** Everything that is on disk below a directory, as one text of bytes. */
export function bytesBelow(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}
