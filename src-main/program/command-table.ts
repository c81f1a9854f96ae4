import type { parseArgs } from 'node:util'
import type { CommandOption } from '../composition/command-options.ts'
import { HELP } from '../composition/command-options.ts'
import type { CommandDescription, ExitCode, Ports } from './command.ts'

const JSON_OUTPUT = {
  type: 'boolean',
  default: false,
  help: 'prints JSON, an error as {"error": {"code", "message"}}',
} as const satisfies CommandOption
const DATA = {
  type: 'string',
  value: 'DIR',
  help: 'data directory; without it the usual one of this computer',
} as const satisfies CommandOption
const WORKSPACE = {
  type: 'string',
  value: 'NAME',
  help: 'which workspace; not needed where there is one alone',
} as const satisfies CommandOption
const RECOVERY_CODE = {
  type: 'boolean',
  default: false,
  help: 'asks for the recovery code instead of the passphrase',
} as const satisfies CommandOption
const PORT = {
  type: 'string',
  default: '0',
  value: 'N',
  help: 'port on 127.0.0.1 and ::1; 0, as without it: a free one',
} as const satisfies CommandOption
const DEMO = { type: 'boolean', default: false, help: 'opens the sample workspace' } as const satisfies CommandOption
const COMMON = { json: JSON_OUTPUT, help: HELP } as const

/** A text that can be given several times. */
const many = (value: string, help: string) =>
  ({ type: 'string', multiple: true, default: [] as string[], value, help }) as const satisfies CommandOption
const one = (value: string, help: string) => ({ type: 'string', value, help }) as const satisfies CommandOption
const flag = (help: string) => ({ type: 'boolean', default: false, help }) as const satisfies CommandOption

const PASSPHRASE = `The passphrase of a protected workspace is asked for, or taken from VAULTBENCH_WORKSPACE_PASSPHRASE; its recovery code from
VAULTBENCH_RECOVERY_CODE.`

/** Every command of the program. Help, completion and a part of docs/running.md are made of this table. */
export const COMMANDS = {
  serve: {
    summary: 'runs the service without a window',
    usage: '',
    text: `Secrets are handed over where nobody else of this computer reads them:
  VAULTBENCH_OPERATOR_PASSWORD   environment: the operator password, as --operator-password-file
  VAULTBENCH_SUBSCRIPTION_KEY    environment: a subscription key
Without them both are made, and printed with the first line. On the command line they are taken too, with a warning.

The first line on standard output is JSON and holds the secrets: keep it in a pipe or a file of your own. With --start-page
the address of the window, with its one-time code, also lies in a page that only you can read, until the code is used or
too old: open that page, since a code on a command line is seen by every user of the machine.

The interface is described at /docs for people, and for programs at /openapi/vault.json, keystore.json, exchange.json and
verifier.json. Calls of the exchange and the verifier carry the subscription key as Service-Subscription-Key. Ctrl C ends it.`,
    options: {
      port: PORT,
      data: DATA,
      memory: { type: 'boolean', default: false, help: 'keeps nothing: the data is gone when the service ends' },
      demo: DEMO,
      'operator-password-file': {
        type: 'string',
        value: 'FILE',
        help: 'operator password: the only line of a file of mode 0600',
      },
      'operator-password': { type: 'string', value: 'WORD', help: 'the same, readable for everybody on this computer' },
      'subscription-key': {
        type: 'string',
        value: 'KEY',
        help: 'a subscription key, readable for everybody on this computer',
      },
      'require-subscription-key': {
        type: 'boolean',
        default: false,
        help: 'refuses vault and key-store calls without a key too',
      },
      'separate-tokens': {
        type: 'boolean',
        default: false,
        help: 'tokens of vault and key-store are not valid in the other part',
      },
      'oidc-issuers': {
        type: 'string',
        value: 'FILE',
        help: 'JSON list of identity providers whose tokens are accepted',
      },
      'match-slots-by-name': {
        type: 'boolean',
        default: false,
        help: 'slots sent without an id change the one of their name',
      },
      'data-size-limit': { type: 'string', value: 'BYTES', help: 'how much the files of one user may take; 100 GiB' },
      'multistep-invitations': {
        type: 'boolean',
        default: false,
        help: 'the sender of an invitation confirms who accepted it',
      },
      window: {
        type: 'boolean',
        default: false,
        help: 'for a window in a browser: asks there which workspace to open',
      },
      'start-code-seconds': {
        type: 'string',
        value: 'N',
        help: 'how long the code for the window is valid; without it until it is used',
      },
      'start-page': {
        type: 'string',
        value: 'FILE',
        help: 'lays a page down that only you can read and that leads to the window',
      },
      ...COMMON,
    },
  },
  open: {
    summary: 'opens the application in a window of an installed Chromium, Chrome or Edge',
    usage: '',
    text: `The window gets its one-time code from a page in DIR/browser-window that only you can read, never on a command line. Where
no browser is found, the address with the code is printed for you to open.`,
    options: { demo: DEMO, data: DATA, port: PORT, ...COMMON },
  },
  verify: {
    summary: 'verifies a presentation',
    usage: 'FILE',
    text: `FILE holds a presentation as a JSON object or a compact JWS, or {"presentation": ..., "options": {"challenge": ..., ...}} as
POST /exchange/presentations/verify of a service takes it; - is standard input. Nothing is fetched: contexts, schemas, keys of issuers
and status lists come with the program or from files. Without --definition only proofs and credentials are verified, as a service
does with the option "evaluate": "none". It ends with 1 when the presentation is not valid; warnings leave it valid.
Before each check stands ✓ passed, ✗ failed, ! warned, ○ switched off, or – nothing to check, or blocked by another one.`,
    options: {
      definition: one('FILE', 'what the presentation must satisfy'),
      challenge: one('TEXT', 'the challenge that it must answer'),
      domain: many('TEXT', 'the domain that it must be made for'),
      trust: many('DID', 'an issuer that is trusted'),
      schema: many('[URL=]FILE', 'a schema that credentials name'),
      context: many('URL=FILE', 'a JSON-LD context'),
      did: many('FILE', 'a DID document'),
      'issuer-metadata': many('[URL=]FILE', 'the metadata or the key set of an https issuer'),
      'trust-anchor': many('FILE', 'a certificate that x5c may end in'),
      'status-list': many('URL=FILE', 'a status list'),
      now: one('TIME', 'when it is verified; without it now'),
      strict: flag('ends with 1 when a check warns, too'),
      ...COMMON,
    },
  },
  scenario: {
    summary: 'runs presentations in which one thing is wrong, and compares the verdicts with the expected ones',
    usage: '[ID…]',
    text: `Wallet and presentations are the program's own; each scenario runs against a service in memory. A scenario is as expected when
the named check says the named code; others may say more. It ends with 1 when a verdict is not the expected one.`,
    options: {
      all: flag('runs every scenario'),
      list: flag('prints the scenarios with the rule that each of them breaks'),
      junit: one('FILE', 'writes the outcomes as JUnit XML'),
      ...COMMON,
    },
  },
  'client-task-queue': {
    summary: 'lists the client tasks of a user, or does what is outstanding',
    usage: 'list|run-batch',
    words: ['list', 'run-batch'],
    text: `The user is one of a workspace of this computer (--user), or of any service by its account in the published format (--url
and --credentials). run-batch does what a client has to do, what failed again, and ends with 1 when a task failed. The passphrase of --user is
asked for where the workspace does not keep it, or taken from VAULTBENCH_USER_PASSPHRASE.

${PASSPHRASE}`,
    options: {
      user: one('NAME', 'a user of the workspace'),
      data: DATA,
      workspace: WORKSPACE,
      'recovery-code': RECOVERY_CODE,
      url: one('URL', 'address of a service, with the parts /vault and /keystore'),
      credentials: one('FILE', 'account of the user at that service, of mode 0600'),
      state: many('STATE', 'only tasks in this state: todo, in_progress, done, failed'),
      target: one('ID', 'only tasks about this item, share or connection'),
      'change-state': flag('tasks that are handed out are in_progress from then on'),
      limit: one('N', 'so many tasks at most'),
      ...COMMON,
    },
  },
  wallet: {
    summary: 'answers the request of a link in the wallet of a user',
    usage: 'answer LINK',
    words: ['answer'],
    text: `LINK is one of OpenID4VP (openid4vp://…) or of the wallet's own scheme. You are told who asks and which addresses are called
before anything is called, and what is disclosed to whom before anything is sent. The wallet proposes the answer; a choice is
made in the window. --decline sends access_denied to a verifier of OpenID4VP. It ends with 1 when the answer is not accepted.
The passphrase of --user, unless the workspace keeps it, is asked for or taken from VAULTBENCH_USER_PASSPHRASE.

${PASSPHRASE}`,
    options: {
      user: one('NAME', 'a user of the workspace'),
      data: DATA,
      workspace: WORKSPACE,
      'recovery-code': RECOVERY_CODE,
      yes: flag('agrees to everything beforehand'),
      decline: flag('declines the request'),
      'share-whole': flag('agrees to send what cannot be withheld'),
      ...COMMON,
    },
  },
  backup: {
    summary: 'writes a backup of a workspace into a file',
    usage: 'DIR FILE',
    text: `Backs up the workspace of the data directory DIR that is open, or the only one, into FILE, which must not be there yet. That
of a protected workspace is sealed; the same passphrase opens it. Where a program has the directory open it does this itself.

${PASSPHRASE}`,
    options: { workspace: WORKSPACE, 'recovery-code': RECOVERY_CODE, ...COMMON },
  },
  restore: {
    summary: 'makes a workspace of a backup',
    usage: 'FILE DIR',
    text: `Makes a new workspace in the data directory DIR of the backup in FILE. What is there stays as it is. Where a program has
the directory open it does this itself.

${PASSPHRASE}`,
    options: { 'recovery-code': RECOVERY_CODE, ...COMMON },
  },
  doctor: {
    summary: 'looks whether everything is as it should be, and says what to do',
    usage: '',
    text: `Looks at Node, disk, modes, locks, port, browser, clock, workspaces and versions. Nothing is changed and no secret is read. It
ends with 1 when something cannot work.`,
    options: { data: DATA, port: PORT, ...COMMON },
  },
  sdk: {
    summary: 'writes a client in TypeScript for each part of the interface',
    usage: '',
    text: `Writes DIR/vault, DIR/keystore, DIR/exchange and DIR/verifier, made from the OpenAPI documents. What is in these folders is
replaced. Nothing is fetched.`,
    options: { out: one('DIR', 'where to; without it the folder vaultbench-sdk'), ...COMMON },
  },
} as const satisfies Readonly<Record<string, CommandDescription>>

export type CommandName = keyof typeof COMMANDS

/** The options of a command as they were given. */
export type ValuesOf<Name extends CommandName> = ReturnType<
  typeof parseArgs<{ options: (typeof COMMANDS)[Name]['options']; allowPositionals: true }>
>['values']

export interface GivenTo<Name extends CommandName> {
  readonly values: ValuesOf<Name>
  readonly positionals: readonly string[]
}

/** @throws {UsageError} @throws {CouldNotRun} */
export type RunCommand<Name extends CommandName> = (given: GivenTo<Name>, ports: Ports) => Promise<ExitCode>
