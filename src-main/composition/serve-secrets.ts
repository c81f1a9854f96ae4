import { readFileSync, statSync } from 'node:fs'
import { textOfFile } from '../../shared/file-text.ts'
import { canBeOperatorPassword } from '../../shared/contract/workbench-operator.ts'
import { UsageError } from './command-options.ts'

/** A secret, and whether the person who started the service knows it already, so that it need not be printed. */
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
/** Much more than any password; a wrong path must not be read for long. */
const MAX_FILE_BYTES = 4096
const READABLE_BY_OTHERS = 0o077

/**
 * Takes the secrets that the service is started with. An option wins over the environment. The variables are taken out
 * of `env`, because every program that is started from here would inherit them.
 *
 * @throws {UsageError} for two passwords, a file that cannot be read, or what cannot be sent as a password
 */
export function takeSecrets(options: SecretOptions, env: Record<string, string | undefined>): GivenSecrets {
  const fromEnvironment = { password: take(env, PASSWORD_VARIABLE), key: take(env, KEY_VARIABLE) }
  const { 'operator-password': word, 'operator-password-file': path, 'subscription-key': key } = options
  if (word !== undefined && path !== undefined) {
    throw new UsageError('--operator-password and --operator-password-file exclude each other')
  }
  const file = path === undefined ? undefined : readSecretFile(path)
  return {
    operatorPassword: checkedPassword(shown(word) ?? handedOver(file?.text ?? fromEnvironment.password)),
    subscriptionKey: shown(key) ?? handedOver(fromEnvironment.key),
    warnings: [...seenByAll(options), ...(file?.warnings ?? [])],
  }
}

function seenByAll({ 'operator-password': word, 'subscription-key': key }: SecretOptions): readonly string[] {
  const seen = (option: string, instead: string) =>
    `${option} on the command line can be read by everybody on this computer; use ${instead}`
  return [
    ...(word === undefined ? [] : [seen('--operator-password', `${PASSWORD_VARIABLE} or --operator-password-file`)]),
    ...(key === undefined ? [] : [seen('--subscription-key', KEY_VARIABLE)]),
  ]
}

/** An empty variable counts as absent. */
function take(env: Record<string, string | undefined>, name: string): string | undefined {
  const value = env[name]
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the name is one of two
  delete env[name]
  return value === '' ? undefined : value
}

/** A secret of the command line is visible in the process list, so printing it reveals nothing. */
function shown(value: string | undefined): GivenSecret | undefined {
  return value === undefined ? undefined : { value, isHandedOver: false }
}

function handedOver(value: string | undefined): GivenSecret | undefined {
  return value === undefined ? undefined : { value, isHandedOver: true }
}

function checkedPassword(password: GivenSecret | undefined): GivenSecret | undefined {
  if (password === undefined || canBeOperatorPassword(password.value)) return password
  throw new UsageError('--operator-password takes plain letters, digits and signs, without a space at either end')
}

/** The warning about a secret's file that others can read. */
export function readableByOthers(path: string, mode: number): string | undefined {
  const isSeen = (mode & READABLE_BY_OTHERS) !== 0
  return isSeen ? `${path} can be read by others on this computer; chmod 600 ${path} ends that` : undefined
}

/** The line end that an editor adds does not belong to the secret. */
function readSecretFile(path: string): { readonly text: string; readonly warnings: readonly string[] } {
  try {
    const { size, mode } = statSync(path)
    if (size > MAX_FILE_BYTES) throw new UsageError(`--operator-password-file ${path} is larger than 4 KiB`)
    const seen = readableByOthers(path, mode)
    return {
      text: textOfFile(readFileSync(path)).replace(/\r?\n$/, ''),
      warnings: seen === undefined ? [] : [seen],
    }
  } catch (fault) {
    if (fault instanceof UsageError) throw fault
    throw new UsageError(`--operator-password-file ${path} cannot be read: ${String(fault)}`)
  }
}
