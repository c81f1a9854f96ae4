import { readFileSync, statSync } from 'node:fs'
import { textOfFile } from '../../shared/file-text.ts'
import { canBeOperatorPassword } from '../../shared/contract/workbench-operator.ts'
import { UsageError } from './command-options.ts'

/** A secret, and whether it was passed out of sight, so that it must not be printed. */
export interface GivenSecret {
  readonly value: string
  readonly isHandedOver: boolean
}

export interface GivenSecrets {
  readonly operatorPassword: GivenSecret | undefined
  readonly subscriptionKey: GivenSecret | undefined
  /** Warnings about how secrets were passed; one sentence each. */
  readonly warnings: readonly string[]
}

interface SecretOptions {
  readonly 'operator-password'?: string | undefined
  readonly 'operator-password-file'?: string | undefined
  readonly 'subscription-key'?: string | undefined
}

const PASSWORD_VARIABLE = 'VAULTBENCH_OPERATOR_PASSWORD'
const KEY_VARIABLE = 'VAULTBENCH_SUBSCRIPTION_KEY'
/** Far larger than any password, so that a large file under a wrong path is not read. */
const MAX_FILE_BYTES = 4096
const READABLE_BY_OTHERS = 0o077

/**
 * Takes the secrets that the service is started with. An option takes precedence over the environment. The variables
 * are deleted from `env`, because child processes would inherit them.
 *
 * @throws {UsageError} for two passwords, an unreadable file, or a password that cannot be sent in a header
 */
export function takeSecrets(options: SecretOptions, env: Record<string, string | undefined>): GivenSecrets {
  const fromEnvironment = { password: take(env, PASSWORD_VARIABLE), key: take(env, KEY_VARIABLE) }
  const { 'operator-password': password, 'operator-password-file': path, 'subscription-key': key } = options
  if (password !== undefined && path !== undefined) {
    throw new UsageError('--operator-password and --operator-password-file exclude each other')
  }
  const file = path === undefined ? undefined : readSecretFile(path)
  return {
    operatorPassword: checkedPassword(visible(password) ?? handedOver(file?.text ?? fromEnvironment.password)),
    subscriptionKey: visible(key) ?? handedOver(fromEnvironment.key),
    warnings: [...visibilityWarnings(options), ...(file?.warnings ?? [])],
  }
}

function visibilityWarnings({
  'operator-password': password,
  'subscription-key': key,
}: SecretOptions): readonly string[] {
  const warning = (option: string, instead: string) =>
    `${option} on the command line can be read by everybody on this computer; use ${instead}`
  return [
    ...(password === undefined
      ? []
      : [warning('--operator-password', `${PASSWORD_VARIABLE} or --operator-password-file`)]),
    ...(key === undefined ? [] : [warning('--subscription-key', KEY_VARIABLE)]),
  ]
}

/** An empty variable counts as absent. */
function take(env: Record<string, string | undefined>, name: string): string | undefined {
  const value = env[name]
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the name is one of two constants
  delete env[name]
  return value === '' ? undefined : value
}

/** A secret on the command line is visible in the process list, so printing it reveals nothing. */
function visible(value: string | undefined): GivenSecret | undefined {
  return value === undefined ? undefined : { value, isHandedOver: false }
}

function handedOver(value: string | undefined): GivenSecret | undefined {
  return value === undefined ? undefined : { value, isHandedOver: true }
}

function checkedPassword(password: GivenSecret | undefined): GivenSecret | undefined {
  if (password === undefined || canBeOperatorPassword(password.value)) return password
  throw new UsageError('--operator-password takes plain letters, digits and signs, without a space at either end')
}

/** Warns about a file with a secret that others can read. */
export function readableByOthers(path: string, mode: number): string | undefined {
  const isReadable = (mode & READABLE_BY_OTHERS) !== 0
  return isReadable ? `${path} can be read by others on this computer; chmod 600 ${path} ends that` : undefined
}

/** Drops the line end that an editor appends. */
function readSecretFile(path: string): { readonly text: string; readonly warnings: readonly string[] } {
  try {
    const { size, mode } = statSync(path)
    if (size > MAX_FILE_BYTES) throw new UsageError(`--operator-password-file ${path} is larger than 4 KiB`)
    const warning = readableByOthers(path, mode)
    return {
      text: textOfFile(readFileSync(path)).replace(/\r?\n$/, ''),
      warnings: warning === undefined ? [] : [warning],
    }
  } catch (fault) {
    if (fault instanceof UsageError) throw fault
    throw new UsageError(`--operator-password-file ${path} cannot be read: ${String(fault)}`)
  }
}
