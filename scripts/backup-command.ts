import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { CallError, callOver } from '../shared/contract/caller.ts'
import type { Call } from '../shared/contract/caller.ts'
import { sentenceOf, ServiceError } from '../shared/contract/errors.ts'
import { workbenchBackupOperations } from '../shared/contract/workbench-backups.ts'
import { workbenchOperations } from '../shared/contract/workbench.ts'
import { startApplication } from '../src-main/composition/application.ts'
import { HELP, optionLines } from '../src-main/composition/command-options.ts'
import type { CommandOption } from '../src-main/composition/command-options.ts'
import type { ServiceReply } from '../src-main/service/reply.ts'
import { readCommandDoor } from '../src-main/sqlite/command-door.ts'
import { StorageError } from '../src-main/sqlite/storage-error.ts'

/** The command line cannot be followed. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault'
}

const OPTIONS = {
  workspace: { type: 'string', value: 'NAME', says: 'which workspace; not needed where there is one alone' },
  'recovery-code': { type: 'boolean', default: false, says: 'asks for the recovery code instead of the passphrase' },
  help: HELP,
} as const satisfies Readonly<Record<string, CommandOption>>

const WORDS = `The passphrase of a protected workspace is asked for, or taken from VAULTBENCH_WORKSPACE_PASSPHRASE; its recovery code from
VAULTBENCH_RECOVERY_CODE. Where the program has the data directory open it does this itself.`

export const BACKUP_USAGE = `npm run backup -- DIR FILE [--workspace NAME] [--recovery-code]

Writes a backup of a workspace of the data directory DIR into FILE, which must not be there yet. That of a protected workspace
is sealed; the same passphrase opens it.

${WORDS}

${optionLines(OPTIONS)}`

export const RESTORE_USAGE = `npm run restore -- FILE DIR [--recovery-code]

Makes a new workspace in the data directory DIR of the backup in FILE. What is there stays as it is.

${WORDS}

${optionLines({ 'recovery-code': OPTIONS['recovery-code'], help: HELP })}`

/** What a person answers, and what is told. */
export interface CommandPorts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly ask: (question: string) => Promise<string>
  readonly say: (text: string) => void
}

/** @throws {CommandFault | CallError | StorageError | ServiceError} with a sentence for the person */
export async function runBackup(args: readonly string[], ports: CommandPorts): Promise<void> {
  const { values, positionals } = parse(args, BACKUP_USAGE)
  if (values.help) {
    ports.say(BACKUP_USAGE)
    return
  }
  const [directory, file] = twoOf(positionals, BACKUP_USAGE)
  const { workspace } = values
  if (!existsSync(join(directory, 'workspaces'))) throw new CommandFault(`${directory} is no data directory`)
  const given = askedOnce(values, ports)
  const name = await within(directory, async (call, isRunning) => {
    if (!isRunning) await openNamed(call, workspace, given)
    return withWords(given, (body) =>
      call(workbenchBackupOperations.backupCommandSave, {
        body: { ...body, file, ...(workspace !== undefined && { workspace }) },
      }),
    )
  })
  ports.say(`${name} is saved as ${file}`)
}

/** @throws {CommandFault | CallError | StorageError | ServiceError} with a sentence for the person */
export async function runRestore(args: readonly string[], ports: CommandPorts): Promise<void> {
  const { values, positionals } = parse(args, RESTORE_USAGE)
  if (values.help) {
    ports.say(RESTORE_USAGE)
    return
  }
  const [file, directory] = twoOf(positionals, RESTORE_USAGE)
  const name = await within(directory, (call) =>
    withWords(askedOnce(values, ports), (body) =>
      call(workbenchBackupOperations.backupCommandRestore, { body: { ...body, file } }),
    ),
  )
  ports.say(`restored as ${name}`)
}

/** As the program of a script: what a person can do something about is told in a sentence. */
export async function asProgram(run: typeof runBackup): Promise<void> {
  try {
    await run(process.argv.slice(2), {
      environment: process.env,
      ask: askHidden,
      say: (text) => process.stdout.write(`${text}\n`),
    })
  } catch (fault) {
    const sentence = sentenceOfFault(fault)
    if (sentence === undefined) throw fault
    process.stderr.write(`${sentence}\n`)
    process.exitCode = 2
  }
}

/** Asks on the terminal, and shows nothing of what is typed. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: process.stdin.isTTY })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** What to say of a fault that a person can do something about; undefined: it is a bug. */
export function sentenceOfFault(fault: unknown): string | undefined {
  if (fault instanceof CommandFault) return fault.message
  const isExpected = [CallError, StorageError, ServiceError].some((kind) => fault instanceof kind)
  return isExpected && fault instanceof Error ? sentenceOf(fault.message) : undefined
}

type Words = Readonly<{ passphrase?: string; recovery_code?: string }>
type Values = ReturnType<typeof parse>['values']

function parse(args: readonly string[], usage: string) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (cause) {
    throw new CommandFault(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause })
  }
}

function twoOf(positionals: readonly string[], usage: string): readonly [string, string] {
  const [first, second, ...others] = positionals
  if (first === undefined || second === undefined || others.length > 0) throw new CommandFault(usage)
  return [resolve(first), resolve(second)]
}

/** Only what is needed is asked for: first it is tried without. */
async function withWords(
  given: () => Promise<Words>,
  run: (words: Words) => Promise<{ readonly name: string }>,
): Promise<string> {
  try {
    return (await run({})).name
  } catch (fault) {
    if (!(fault instanceof CallError) || fault.code !== 'workspace_passphrase_wrong') throw fault
    return (await run(await given())).name
  }
}

function askedOnce(values: Values, ports: CommandPorts): () => Promise<Words> {
  let asked: Promise<Words> | undefined
  return () => (asked ??= words(values, ports))
}

async function words(values: Values, { environment, ask }: CommandPorts): Promise<Words> {
  const { VAULTBENCH_WORKSPACE_PASSPHRASE: passphrase, VAULTBENCH_RECOVERY_CODE: code } = environment
  if (values['recovery-code']) return { recovery_code: code ?? (await ask('Recovery code: ')) }
  return { passphrase: passphrase ?? (await ask('Passphrase of the workspace (none: press Enter): ')) }
}

/** Over the program that has the directory, or with it opened here. */
async function within<Result>(directory: string, work: (call: Call, isRunning: boolean) => Promise<Result>) {
  const application = await openHere(directory)
  if (application === undefined) return work(callOverDoor(directory), true)
  try {
    const call = callOver(async (request) => (await application.workbench.invoke(request)) as ServiceReply) // plain data
    return await work(call, false)
  } finally {
    await application.close()
  }
}

async function openHere(directory: string) {
  try {
    return await startApplication({
      dataDirectory: directory,
      port: 0,
      mode: 'headless',
      open: 'nothing',
      warmUp: false,
    })
  } catch (fault) {
    if (fault instanceof StorageError && fault.code === 'directory_in_use' && readCommandDoor(directory))
      return undefined
    throw fault
  }
}

function callOverDoor(directory: string): Call {
  const door = readCommandDoor(directory)
  if (door === undefined) throw new CommandFault('the program that has the data directory takes no commands')
  const paths = new Map(Object.values(workbenchBackupOperations).map(({ id, path }) => [id, path]))
  return callOver(async ({ operation, body }) => {
    const response = await fetch(`${door.url}/workbench${paths.get(operation) ?? ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${door.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { ok: response.ok, status: response.status, body: await response.json() } as ServiceReply // of our own program
  })
}

async function openNamed(call: Call, name: string | undefined, given: () => Promise<Words>): Promise<void> {
  const { workspaces } = await call(workbenchOperations.statusGet, {})
  const [chosen, ...others] = workspaces.filter((one) => name === undefined || one.name === name)
  if (chosen === undefined) throw new CommandFault(`there is no workspace ${name ?? ''} in this data directory`)
  if (others.length > 0) {
    throw new CommandFault(`name one workspace with --workspace: ${workspaces.map((one) => one.name).join(', ')}`)
  }
  const body = chosen.protected ? await given() : {}
  await call(workbenchOperations.workspaceOpen, { params: { workspace_id: chosen.id }, body })
}
