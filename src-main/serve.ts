import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ServiceError } from '../shared/contract/errors.ts'
import type { Credentials, RunningApplication, StartOptions } from './composition/application.ts'
import { startApplication } from './composition/application.ts'
import type { CommandOption } from './composition/command-options.ts'
import { HELP, optionLines, usualDataDirectory } from './composition/command-options.ts'
import { readIssuersFile } from './composition/oidc-issuers-file.ts'
import { switchOffCoreDumps } from './composition/core-dumps.ts'
import type { GivenSecret, GivenSecrets } from './composition/serve-secrets.ts'
import { takeSecrets, UsageError } from './composition/serve-secrets.ts'
import { newSecretToken } from './crypto/token.ts'
import { PortInUseError } from './http/http-server.ts'
import { isClockUnset, isoTime, systemClock } from './service/ports.ts'
import { StorageError } from './sqlite/storage-error.ts'

/*
 * The service without a window of its own. First line on standard output: where it is and how to get in, as one JSON
 * object. Logs go to standard error. Exit code 0 after SIGTERM or SIGINT, 2 when it could not start for a reason a
 * person can do something about, 1 for anything else.
 */

const OPTIONS = {
  port: { type: 'string', default: '0', value: 'N', says: 'port on 127.0.0.1 and ::1; 0, as without it: a free one' },
  data: { type: 'string', value: 'DIR', says: 'data directory; without it the usual one of this computer' },
  memory: { type: 'boolean', default: false, says: 'keeps nothing: the data is gone when the service ends' },
  demo: { type: 'boolean', default: false, says: 'opens the sample workspace' },
  'operator-password-file': {
    type: 'string',
    value: 'FILE',
    says: 'operator password: the only line of a file of mode 0600',
  },
  'operator-password': { type: 'string', value: 'WORD', says: 'the same, readable for everybody on this computer' },
  'subscription-key': {
    type: 'string',
    value: 'KEY',
    says: 'a subscription key, readable for everybody on this computer',
  },
  'require-subscription-key': {
    type: 'boolean',
    default: false,
    says: 'refuses vault and key-store calls without a key too',
  },
  'separate-tokens': {
    type: 'boolean',
    default: false,
    says: 'tokens of vault and key-store are not valid in the other part',
  },
  'oidc-issuers': {
    type: 'string',
    value: 'FILE',
    says: 'JSON list of identity providers whose tokens are accepted',
  },
  'match-slots-by-name': {
    type: 'boolean',
    default: false,
    says: 'slots sent without an id change the one of their name',
  },
  'data-size-limit': { type: 'string', value: 'BYTES', says: 'how much the files of one user may take; 100 GiB' },
  'multistep-invitations': {
    type: 'boolean',
    default: false,
    says: 'the sender of an invitation confirms who accepted it',
  },
  window: { type: 'boolean', default: false, says: 'for a window in a browser: asks there which workspace to open' },
  'start-code-seconds': {
    type: 'string',
    value: 'N',
    says: 'how long the code for the window is valid; without it until it is used',
  },
  'start-page': {
    type: 'string',
    value: 'FILE',
    says: 'lays a page down that only you can read and that leads to the window',
  },
  help: HELP,
} as const satisfies Readonly<Record<string, CommandOption>>

const USAGE = `npm run serve -- [OPTION]…

Secrets are handed over where nobody else of this computer reads them:
  VAULTBENCH_OPERATOR_PASSWORD   environment: the operator password, as --operator-password-file
  VAULTBENCH_SUBSCRIPTION_KEY    environment: a subscription key
Without them both are made, and printed with the first line. On the command line they are taken too, with a warning.

${optionLines(OPTIONS)}

The first line on standard output holds the secrets: keep it in a pipe or a file of your own. With --start-page the
address of the window, with its one-time code, also lies in a page that only you can read, until the code is used or
too old: open that page, since a code on a command line is seen by every user of the machine.`

const COULD_NOT_START = 2
const FAILED = 1
/** Longer than running requests, the last checkpoint and the sample workspace together may take. */
const CLOSE_WITHIN_MS = 10_000

/** What the system refuses and a person can change. */
const EXPECTED_SYSTEM_CODES = new Set(['EACCES', 'EADDRNOTAVAIL', 'ENOSPC', 'EROFS'])

process.umask(0o077) // before anything is created: what we write is ours alone
switchOffCoreDumps()
try {
  const values = parseValues(process.argv.slice(2))
  if (values.help) process.stdout.write(`${USAGE}\n`)
  else await serve(values, takeSecrets(values, process.env))
} catch (fault) {
  process.exitCode = tellWhy(fault)
}

type ServeOptions = StartOptions & { readonly credentials: Credentials }
type Values = ReturnType<typeof parseValues>

async function serve(values: Values, secrets: GivenSecrets): Promise<void> {
  const options = readOptions(values, secrets)
  for (const warning of secrets.warnings) say(warning)
  if (isClockUnset(systemClock)) {
    say(
      `The clock of this computer says ${isoTime(systemClock.nowMs())}: set it, because shares and sessions end by it.`,
    )
  }
  const application = await startApplication(options)
  endOnSignal(application)
  process.stdout.write(`${JSON.stringify(startLine(application, options.credentials, secrets))}\n`)
}

function readOptions(values: Values, secrets: GivenSecrets): ServeOptions {
  if (values.memory && values.data !== undefined) throw new UsageError('--memory and --data exclude each other')
  const codeSeconds = values['start-code-seconds']
  const startPage = values['start-page']
  const issuersFile = values['oidc-issuers']
  return {
    dataDirectory: values.memory ? undefined : (values.data ?? usualDataDirectory()),
    port: readPort(values.port),
    mode: values.window ? 'browser' : 'headless',
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
    // Without it until it is used: who reads the address and copies it may take any time.
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

function parseValues(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (fault) {
    throw new UsageError(fault instanceof Error ? fault.message : String(fault))
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new UsageError(`--port takes a number from 0 to 65535, not "${text}"`)
  return port
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

function endOnSignal(application: RunningApplication): void {
  let ending = false
  const end = (): void => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(FAILED), CLOSE_WITHIN_MS).unref()
    application.close().then(
      () => process.exit(0),
      (fault: unknown) => process.exit(tellWhy(fault)),
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

/** Says in one line what a person can act on; a bug is told with everything that helps to find it. */
function tellWhy(fault: unknown): number {
  if (fault instanceof UsageError) say(`${fault.message}\n${USAGE}`)
  else if (isExpected(fault)) say(fault.message)
  else {
    say(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))
    return FAILED
  }
  return COULD_NOT_START
}

function isExpected(fault: unknown): fault is Error {
  if (fault instanceof StorageError || fault instanceof PortInUseError || fault instanceof ServiceError) return true
  return fault instanceof Error && 'code' in fault && EXPECTED_SYSTEM_CODES.has(String(fault.code))
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
