import { parseArgs } from 'node:util'
import { CallError } from '../../shared/contract/caller.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import { UsageError } from '../composition/command-options.ts'
import { PortInUseError } from '../http/http-server.ts'
import { StorageError } from '../sqlite/storage-error.ts'
import { CouldNotRun, EXIT } from './command.ts'
import type { CommandDescription, ExitCode, Ports } from './command.ts'
import { COMMANDS } from './command-table.ts'
import type { CommandName, RunCommand } from './command-table.ts'
import { commandHelp, completion, programHelp, SHELLS } from './help.ts'
import type { Shell } from './help.ts'
import { unknownName } from './nearest.ts'

/** What runs a command is loaded when it is called: some need libraries that take half a second to start. */
const IMPLEMENTATIONS: { readonly [Name in CommandName]: () => Promise<{ readonly run: RunCommand<Name> }> } = {
  serve: () => import('./serve-command.ts'),
  open: () => import('./open-command.ts'),
  verify: () => import('./verify-command.ts'),
  scenario: () => import('./scenario-command.ts'),
  'client-task-queue': () => import('./client-task-queue-command.ts'),
  wallet: () => import('./wallet-command.ts'),
  backup: () => import('./backup-command.ts').then(({ backup: run }) => ({ run })),
  restore: () => import('./backup-command.ts').then(({ restore: run }) => ({ run })),
  doctor: () => import('./doctor-command.ts'),
  sdk: () => import('./sdk-command.ts'),
}

/** Follows one command line. What a person can do something about is told in a sentence, or as JSON where that is asked for. */
export async function runProgram(args: readonly string[], version: string, ports: Ports): Promise<ExitCode> {
  const [name, ...rest] = args
  try {
    if (name === '--version') return told(version, ports)
    if (name === '--help' || name === 'help') return told(programHelp(), ports)
    if (name === 'completion') return told(completion(shellIn(rest)), ports)
    if (!isCommand(name)) throw new UsageError(unknownCommand(name))
    return await runCommand(name, rest, ports)
  } catch (fault) {
    return faultTold(fault, args.includes('--json'), ports)
  }
}

async function runCommand(name: CommandName, args: readonly string[], ports: Ports): Promise<ExitCode> {
  const given = parsed(name, args)
  if (given.values['help'] === true) return told(commandHelp(name), ports)
  const { run } = await IMPLEMENTATIONS[name]()
  try {
    return await run(given as never, ports) // parsed by the options of this very command
  } catch (fault) {
    throw fault instanceof UsageError ? withHint(name, fault) : fault
  }
}

/** @throws {UsageError} */
function parsed(name: CommandName, args: readonly string[]) {
  try {
    const { options, usage }: CommandDescription = COMMANDS[name]
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (usage === '' && positionals[0] !== undefined) throw new UsageError(`${name} takes no ${positionals[0]}`)
    return { values, positionals }
  } catch (cause) {
    throw withHint(name, cause)
  }
}

/** The error of `parseArgs` for an unknown option, without its advice about dashes. */
const UNKNOWN_OPTION = /^Unknown option '(-[^']*)'/

function withHint(name: CommandName, cause: unknown): UsageError {
  const said = cause instanceof Error ? cause.message : String(cause)
  const unknown = UNKNOWN_OPTION.exec(said)?.[1]
  const options = Object.keys(COMMANDS[name].options).map((option) => `--${option}`)
  const message = unknown === undefined ? said : unknownName('option', unknown, options)
  return new UsageError(`${message}\n\nvaultbench ${name} --help tells more`, { cause })
}

function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(COMMANDS, name)
}

function shellIn([shell]: readonly string[]): Shell {
  const found = SHELLS.find((one) => one === shell)
  if (found === undefined) throw new UsageError(`name a shell: vaultbench completion ${SHELLS.join('|')}`)
  return found
}

function unknownCommand(name: string | undefined): string {
  if (name === undefined) return `name a command\n\n${programHelp()}`
  return `${unknownName('command', name, Object.keys(COMMANDS))}\n\n${programHelp()}`
}

function told(text: string, ports: Ports): ExitCode {
  ports.out(`${text.replace(/\n$/, '')}\n`)
  return EXIT.success
}

function faultTold(fault: unknown, asJson: boolean, ports: Ports): ExitCode {
  const isWrongUse = fault instanceof UsageError
  const message = isWrongUse ? fault.message : sentenceOfFault(fault)
  if (asJson) {
    const code =
      fault instanceof ServiceError || fault instanceof CallError || fault instanceof StorageError
        ? fault.code
        : undefined
    const error = { code: code ?? (isWrongUse ? 'wrong_use' : 'could_not_run'), message: message?.split('\n\n')[0] }
    ports.out(`${JSON.stringify({ error })}\n`)
  }
  if (!asJson || message === undefined) ports.say(message ?? stackOf(fault))
  return isWrongUse ? EXIT.wrongUse : EXIT.couldNotRun
}

/** Errors of the system that a person can fix. */
const EXPECTED_SYSTEM_CODES = new Set([
  'EACCES',
  'EADDRNOTAVAIL',
  'ENOSPC',
  'EROFS',
  'ENOENT',
  'EISDIR',
  'EEXIST',
  'ENOTDIR',
  'EPERM',
])
const EXPECTED = [CouldNotRun, CallError, StorageError, ServiceError, PortInUseError] as const

/** The message for a fault that a person can fix; undefined if it is a bug. */
function sentenceOfFault(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined
  const isOfSystem = 'code' in fault && EXPECTED_SYSTEM_CODES.has(String(fault.code))
  return isOfSystem || EXPECTED.some((kind) => fault instanceof kind) ? fault.message : undefined
}

function stackOf(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
}
