import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CallError, callOver } from '../../shared/contract/caller.ts'
import type { Call } from '../../shared/contract/caller.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { workbenchBackupOperations } from '../../shared/contract/workbench-backups.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { RunningApplication } from '../composition/application.ts'
import { startApplication } from '../composition/application.ts'
import { UsageError } from '../composition/command-options.ts'
import type { ServiceReply } from '../service/reply.ts'
import { readCommandEndpoint } from '../sqlite/command-endpoint.ts'
import { StorageError } from '../sqlite/storage-error.ts'
import { CouldNotRun, EXIT } from './command.ts'
import type { Ports } from './command.ts'
import type { RunCommand } from './command-table.ts'

/** @throws {UsageError | CouldNotRun | CallError | StorageError | ServiceError} with a sentence for the person */
export const backup: RunCommand<'backup'> = async ({ values, positionals }, ports) => {
  const [directory, file] = twoOf(positionals, 'vaultbench backup DIR FILE')
  const { workspace } = values
  if (!existsSync(join(directory, 'workspaces'))) throw new CouldNotRun(`${directory} is no data directory`)
  const given = unlockSecretOnce(values, ports)
  const name = await withApplication(directory, async (call, isRunning) => {
    if (!isRunning) await openWorkspaceNamed(call, workspace, given)
    return withUnlockSecret(given, (body) =>
      call(workbenchBackupOperations.backupCommandSave, {
        body: { ...body, file, ...(workspace !== undefined && { workspace }) },
      }),
    )
  })
  ports.out(values.json ? `${JSON.stringify({ workspace: name, file })}\n` : `${name} is saved as ${file}\n`)
  return EXIT.success
}

/** @throws as above */
export const restore: RunCommand<'restore'> = async ({ values, positionals }, ports) => {
  const [file, directory] = twoOf(positionals, 'vaultbench restore FILE DIR')
  const name = await withApplication(directory, (call) =>
    withUnlockSecret(unlockSecretOnce(values, ports), (body) =>
      call(workbenchBackupOperations.backupCommandRestore, { body: { ...body, file } }),
    ),
  )
  ports.out(values.json ? `${JSON.stringify({ workspace: name })}\n` : `restored as ${name}\n`)
  return EXIT.success
}

/** A secret that opens a workspace. */
type UnlockSecret = Readonly<{ passphrase?: string; recovery_code?: string }>

function twoOf([first, second, ...others]: readonly string[], usage: string): readonly [string, string] {
  if (first === undefined || second === undefined || others.length > 0) throw new UsageError(`write ${usage}`)
  return [resolve(first), resolve(second)]
}

/** Tries without the secret first, so that only what is needed is asked for. */
async function withUnlockSecret(
  given: () => Promise<UnlockSecret>,
  run: (words: UnlockSecret) => Promise<{ readonly name: string }>,
): Promise<string> {
  try {
    return (await run({})).name
  } catch (fault) {
    if (!(fault instanceof CallError) || fault.code !== 'workspace_passphrase_wrong') throw fault
    return (await run(await given())).name
  }
}

/** Asks once, however often the answer is needed. */
export function unlockSecretOnce(
  values: { readonly 'recovery-code': boolean },
  ports: Pick<Ports, 'environment' | 'ask'>,
): () => Promise<UnlockSecret> {
  let asked: Promise<UnlockSecret> | undefined
  return () => (asked ??= unlockSecret(values, ports))
}

async function unlockSecret(
  values: { readonly 'recovery-code': boolean },
  { environment, ask }: Pick<Ports, 'environment' | 'ask'>,
): Promise<UnlockSecret> {
  const { VAULTBENCH_WORKSPACE_PASSPHRASE: passphrase, VAULTBENCH_RECOVERY_CODE: code } = environment
  if (values['recovery-code']) return { recovery_code: code ?? (await ask('Recovery code: ')) }
  return { passphrase: passphrase ?? (await ask('Passphrase of the workspace (none: press Enter): ')) }
}

/** Calls the program that has the directory, or one opened here. */
export async function withApplication<Result>(
  directory: string,
  work: (call: Call, isRunning: boolean) => Promise<Result>,
) {
  const application = await openHere(directory)
  if (application === undefined) return work(callOverEndpoint(directory), true)
  try {
    return await work(inProcessCall(application), false)
  } finally {
    await application.close()
  }
}

/** Calls as the window does. */
export function inProcessCall({ workbench }: Pick<RunningApplication, 'workbench'>): Call {
  return callOver(async (request) => (await workbench.invoke(request)) as ServiceReply) // plain data
}

async function openHere(directory: string) {
  try {
    return await startApplication({
      dataDirectory: directory,
      port: 0,
      mode: 'headless',
      open: 'nothing',
      warmUp: false,
      automaticTasks: false, // a command does what it was called for
    })
  } catch (fault) {
    if (fault instanceof StorageError && fault.code === 'directory_in_use' && readCommandEndpoint(directory))
      return undefined
    throw fault
  }
}

function callOverEndpoint(directory: string): Call {
  const endpoint = readCommandEndpoint(directory)
  if (endpoint === undefined) throw new CouldNotRun('the program that has the data directory takes no commands')
  const paths = new Map(Object.values<Operation>(workbenchOperations).map(({ id, path }) => [id, path]))
  return callOver(async ({ operation, body }) => {
    const response = await fetch(`${endpoint.url}/workbench${paths.get(operation) ?? ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${endpoint.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { ok: response.ok, status: response.status, body: await response.json() } as ServiceReply // of our own program
  })
}

/** Opens the workspace of this name, or the only one. @throws {CouldNotRun} */
export async function openWorkspaceNamed(
  call: Call,
  name: string | undefined,
  given: () => Promise<UnlockSecret>,
): Promise<void> {
  const { workspaces } = await call(workbenchOperations.statusGet, {})
  const [chosen, ...others] = workspaces.filter((one) => name === undefined || one.name === name)
  if (chosen === undefined) throw new CouldNotRun(`there is no workspace ${name ?? ''} in this data directory`)
  if (others.length > 0) {
    throw new CouldNotRun(`name one workspace with --workspace: ${workspaces.map((one) => one.name).join(', ')}`)
  }
  const body = chosen.protected ? await given() : {}
  await call(workbenchOperations.workspaceOpen, { params: { workspace_id: chosen.id }, body })
}
