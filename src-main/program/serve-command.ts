import { resolve } from 'node:path'
import type { Credentials, RunningApplication, StartOptions } from '../composition/application.ts'
import { startApplication } from '../composition/application.ts'
import { readPort, defaultDataDirectory, UsageError } from '../composition/command-options.ts'
import { readIssuersFile } from '../composition/oidc-issuers-file.ts'
import type { GivenSecret, GivenSecrets } from '../composition/serve-secrets.ts'
import { takeSecrets } from '../composition/serve-secrets.ts'
import { newSecretToken } from '../crypto/token.ts'
import { isClockUnset, isoTime, systemClock } from '../service/ports.ts'
import { EXIT, untilEnding } from './command.ts'
import type { RunCommand, ValuesOf } from './command-table.ts'

/** Longer than running requests, the last checkpoint and the sample workspace together may take. */
const CLOSE_WITHIN_MS = 60_000

type ServeOptions = StartOptions & { readonly credentials: Credentials }
type Values = ValuesOf<'serve'>

/** The service without a window of its own, until it is told to end. Its first line of output says where it is. */
export const run: RunCommand<'serve'> = async ({ values }, ports) => {
  process.umask(0o077) // before anything is created: what we write is ours alone
  const secrets = takeSecrets(values, ports.environment)
  const options = readOptions(values, secrets)
  for (const warning of secrets.warnings) ports.say(warning)
  if (isClockUnset(systemClock)) {
    ports.say(
      `The clock of this computer says ${isoTime(systemClock.nowMs())}: set it, because shares and sessions end by it.`,
    )
  }
  const onUpdating = (percent: number) => {
    if (percent % 10 === 0) ports.say(`The database of an earlier version is brought up to date: ${percent} %`)
  }
  const application = await startApplication({ ...options, onUpdating })
  ports.out(`${JSON.stringify(startLine(application, options.credentials, secrets))}\n`)
  await untilEnding(ports)
  setTimeout(() => process.exit(EXIT.couldNotRun), CLOSE_WITHIN_MS).unref()
  await application.close()
  return EXIT.success
}

function readOptions(values: Values, secrets: GivenSecrets): ServeOptions {
  if (values.memory && values.data !== undefined) throw new UsageError('--memory and --data exclude each other')
  const codeSeconds = values['start-code-seconds']
  const startPage = values['start-page']
  const issuersFile = values['oidc-issuers']
  return {
    dataDirectory: values.memory ? undefined : (values.data ?? defaultDataDirectory()),
    port: readPort(values.port),
    mode: values.window ? 'browser' : 'headless',
    // A thread that nobody may need takes 40 MiB; without it the first long verification waits some tenths of a second.
    warmUp: values.window,
    open: values.demo ? 'sample' : values.window ? 'nothing' : 'default',
    credentials: credentialsFrom(secrets, values),
    settings: {
      requireSubscriptionKey: values['require-subscription-key'],
      separateTokens: values['separate-tokens'],
      matchSlotsByName: values['match-slots-by-name'],
      ...readDataSizeLimit(values['data-size-limit']),
      multistepInvitations: values['multistep-invitations'],
      ...(issuersFile !== undefined && { oidcIssuers: readIssuersFile(resolve(issuersFile)) }),
    },
    // The code lasts until it is used, unless given a lifetime: who copies the address may take any time.
    ...(codeSeconds !== undefined && { codeLifetimeMs: readSeconds(codeSeconds) * 1_000 }),
    ...(startPage !== undefined && { startPage: resolve(startPage) }),
  }
}

/**
 * What is not given is made, and printed with the start line; but no password for a window: whoever uses it sets the
 * password there, and nobody reads the start line.
 */
function credentialsFrom({ subscriptionKey, operatorPassword }: GivenSecrets, { window }: Values): Credentials {
  return {
    subscriptionKey: subscriptionKey?.value ?? newSecretToken(),
    subscriptionKeyName: subscriptionKey === undefined ? 'generated' : 'command line',
    operatorPassword: operatorPassword?.value ?? (window ? undefined : newSecretToken()),
  }
}

function readSeconds(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError(`--start-code-seconds takes a number of seconds, not "${text}"`)
  return Number(text)
}

function readDataSizeLimit(text: string | undefined): { readonly dataSizeLimitBytes?: number } {
  if (text === undefined) return {}
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--data-size-limit takes a number of bytes, not "${text}"`)
  return { dataSizeLimitBytes: Number(text) }
}

/** Does not repeat what was handed over out of sight: this line often ends in a log. */
function startLine({ server, ui }: RunningApplication, credentials: Credentials, secrets: GivenSecrets) {
  const isHandedOver = (secret: GivenSecret | undefined) => secret?.isHandedOver === true
  return {
    ...server,
    ui,
    subscription_key: isHandedOver(secrets.subscriptionKey) ? null : credentials.subscriptionKey,
    operator_password: isHandedOver(secrets.operatorPassword) ? null : (credentials.operatorPassword ?? null),
    pid: process.pid,
  }
}
