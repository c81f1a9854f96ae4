import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { MAX_REQUEST_LINK_LENGTH } from '../openid4vp/link.ts'
import { MESSAGE_FIELDS } from './errors.ts'
import { Problem } from './presentations.ts'
import { answer, defineOperations } from './operation.ts'
import { COMMAND_ERRORS, CommandUser } from './workbench-tasks.ts'
import { ownOperation as own, USER_ERRORS, userOperation, UserPath } from './workbench-window.ts'

/** The simulated wallet of one user of the workspace (docs/contract/exchange.md, Runs, Scenarios). */

/* Keys and credentials ---------------------------------------------------------------------------------------- */

export const HolderAlgorithm = z.enum(['Ed25519', 'P-256', 'secp256k1', 'RSA'])
export type HolderAlgorithm = z.infer<typeof HolderAlgorithm>

export const HolderKey = z.object({
  id: z.string(),
  did: z.string(),
  algorithm: HolderAlgorithm,
  created_at: z.string(),
  /** The key presentations are signed with, unless the credentials chosen belong to another one. */
  is_default: z.boolean(),
})
export type HolderKey = z.infer<typeof HolderKey>

export const CredentialSource = z.enum(['issued', 'imported', 'recorded'])

export const WalletCredential = z.object({
  id: z.string(),
  format: z.enum(['ldp_vc', 'jwt_vc', 'dc+sd-jwt', 'vc+sd-jwt']),
  /** The `id` or `jti` inside the credential. */
  credential_id: z.string().nullable(),
  types: z.array(z.string()),
  /** A title for people: that of its schema, else its last type as words. */
  title: z.string(),
  issuer: z.string().nullable(),
  issuer_name: z.string().nullable(),
  subject: z.string().nullable(),
  schema: z.string().nullable(),
  issued: z.string().nullable(),
  expires: z.string().nullable(),
  /** The validity period, judged by the clock of the workspace. */
  period: z.enum(['current', 'not_yet', 'ended', 'unknown']),
  source: CredentialSource,
  added_at: z.string(),
  /** The verification when it was added (`credential.shape` to `credential.schema`); null if it was issued here. */
  verified: z.object({ valid: z.boolean(), problems: z.array(Problem) }).nullable(),
})
export type WalletCredential = z.infer<typeof WalletCredential>

/* Scenarios ------------------------------------------------------------------------------------------------------- */

export const Profile = z.enum(['bound', 'plain', 'jwt'])
export type Profile = z.infer<typeof Profile>

/** A deliberate fault or oddity in a presentation (docs/contract/exchange.md, Scenarios). The window has the texts. */
export const Scenario = z.object({
  /** The id in the catalogue of scenarios, for example `tampered-claim`. */
  id: z.string(),
  group: z.enum(['presentation', 'credential', 'submission', 'time', 'transport']),
  /** The expected result of the check; with `warn` and `pass` the presentation is accepted. */
  result: z.enum(['fail', 'warn', 'pass']),
  /** The check it is about; null where the answer is no verification. */
  check: z.string().nullable(),
  codes: z.array(z.string()),
  http_status: z.int(),
  /** The section of a specification that it breaks or shows, or `policy` where specifications leave it to the verifier. */
  rule: z.templateLiteral([z.string(), ', ', z.string()]).or(z.literal('policy')),
  /** Null for one that changes the presentation of an SD-JWT VC. */
  profile: Profile.nullable(),
  /** True when it needs a request of its own, and cannot answer somebody else's. */
  needs_own_request: z.boolean(),
})
export type Scenario = z.infer<typeof Scenario>

const FoundCode = z.object({ check: z.string(), code: z.string() })

export const MatrixRow = z.object({
  scenario: z.string(),
  expected: z.object({ check: z.string().nullable(), codes: z.array(z.string()), http_status: z.int() }),
  /** Null while it has not run. */
  actual: z
    .object({
      http_status: z.int(),
      /** The `errors[0].error` of a refusal. */
      http_code: z.string().nullable(),
      valid: z.boolean().nullable(),
      failed: z.array(FoundCode),
      warned: z.array(FoundCode).default([]),
    })
    .nullable(),
  outcome: z.enum(['waiting', 'as_expected', 'other_reason', 'not_refused', 'not_applicable', 'error']),
  /** Why it could not be run, in a sentence. */
  note: z.string().nullable(),
  run_id: z.string().nullable(),
  request_id: z.string().nullable(),
  duration_ms: z.number().nullable(),
})
export type MatrixRow = z.infer<typeof MatrixRow>

/** Outcomes of a scenario that ran with another result than expected. */
export const RED_OUTCOMES: readonly MatrixRow['outcome'][] = ['other_reason', 'not_refused', 'error']

/** A past run of all or some scenarios, as listed. */
export const ScenarioRunRow = z.object({
  id: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  /** The number of scenarios that were run. */
  row_count: z.int(),
  as_expected: z.int(),
  /** The number of those with another result than expected. */
  red: z.int(),
})
export type ScenarioRunRow = z.infer<typeof ScenarioRunRow>

/* Runs ------------------------------------------------------------------------------------------------------------ */

const AskedField = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  purpose: z.string().nullable(),
  path: z.string(),
  optional: z.boolean(),
  intent_to_retain: z.boolean(),
})

const Candidate = z.object({
  credential_id: z.string(),
  /** The values that the fields of the descriptor select; null for a field without a value. */
  values: z.array(z.union([z.string(), z.boolean()]).nullable()),
  /** Names of the claims that no field selects but that are sent as well. */
  others: z.array(z.string()).default([]),
})

export const AskedDescriptor = z.object({
  id: z.string(),
  name: z.string().nullable(),
  purpose: z.string().nullable(),
  group: z.array(z.string()),
  limit_disclosure: z.boolean(),
  fields: z.array(AskedField),
  /** Matching credentials, newest first. */
  candidates: z.array(Candidate),
  /** The credential that comes nearest, and the first check it fails; null if one matches. */
  nearest: z
    .object({
      credential_id: z.string(),
      check: z.string(),
      code: z.string(),
      ...MESSAGE_FIELDS,
      /** The index in `fields` of the field that it fails; null where it fails something else. */
      field: z.int().nullable().default(null),
      /** The names of its claims. */
      claims: z.array(z.string()).default([]),
    })
    .nullable(),
  /** The id of the wallet credential that will answer; null if none will. */
  chosen: z.string().nullable(),
})
export type AskedDescriptor = z.infer<typeof AskedDescriptor>

/** What an SD-JWT VC tells in an answer. Claims that are never withheld are in neither list. */
const ToldClaims = z.object({
  credential_id: z.string(),
  /** The credential query of DCQL that it answers; null for a definition, which a credential is sent for once. */
  query_id: z.string().nullable(),
  /** JSON Pointers of the claims and array elements whose disclosures are sent. */
  disclosed: z.array(z.string()),
  /** JSON Pointers of those that stay with the holder. */
  withheld: z.array(z.string()),
})
export type ToldClaims = z.infer<typeof ToldClaims>

export const AskedRequirement = z.object({
  name: z.string().nullable(),
  rule: z.string(),
  from: z.string().nullable(),
  satisfied: z.boolean(),
  /** The count as a person reads it, for example `2 of 3`. */
  needed: z.string(),
})

export const RunStep = z.object({
  at: z.string(),
  kind: z.enum([
    'link_read',
    'request_fetched',
    'definition_fetched',
    'definition_checked',
    'chosen',
    'signed',
    'submitted',
    'answered',
    'refused',
    'failed',
  ]),
  method: z.string().nullable(),
  url: z.string().nullable(),
  http_status: z.int().nullable(),
  bytes: z.int().nullable(),
  duration_ms: z.number().nullable(),
  detail: z.string().nullable(),
})
export type RunStep = z.infer<typeof RunStep>

export const WalletRun = z.object({
  id: z.string(),
  /** `choosing`: the person decides. The other states are final. `sent`: taken by a verifier that says no verdict. */
  state: z.enum(['choosing', 'accepted', 'sent', 'not_accepted', 'refused', 'failed']),
  link: z.string(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  definition_url: z.string().nullable(),
  destination_url: z.string().nullable(),
  /** The request of OpenID4VP that is answered; null for a deep link, and until it was read. */
  openid4vp: z
    .object({
      client_id: z.string(),
      /** Whether the verifier has signed it; its signature holds then. */
      signed: z.boolean(),
      nonce: z.string(),
      state: z.string().nullable(),
    })
    .nullable()
    .default(null),
  /** The request of our own verifier, if the link is to one. */
  request_id: z.string().nullable(),
  definition: z
    .object({ id: z.string().nullable(), name: z.string().nullable(), purpose: z.string().nullable() })
    .nullable(),
  /** Warnings before sending: `different_origin`, `leaves_this_computer`, or a warning of the definition. */
  warnings: z.array(z.object({ code: z.string(), ...MESSAGE_FIELDS })),
  descriptors: z.array(AskedDescriptor),
  requirements: z.array(AskedRequirement),
  /** Whether the chosen credentials satisfy all requirements. */
  can_submit: z.boolean(),
  /** What is missing, as texts for a person. */
  missing: z.array(z.string()),
  /** The phrases of the entries of `missing` that have one, by index. */
  missing_phrases: z.array(MESSAGE_FIELDS.phrase.unwrap().nullable()).optional(),
  /** True when a chosen descriptor demands limited disclosure, and its credential tells more than was asked for. */
  must_share_whole: z.boolean(),
  /** What each chosen SD-JWT VC tells, for each query of DCQL by itself; what is here is what is sent. */
  told: z.array(ToldClaims).default([]),
  profile: Profile.nullable(),
  /** The id of the scenario that was applied. */
  broken: z.string().nullable(),
  steps: z.array(RunStep),
  /** The presentation that was sent; null before that, and if it was not JSON. */
  presentation: z.unknown(),
  /** The verifier's answer. */
  answer: z.object({ http_status: z.int(), body: z.unknown() }).nullable(),
  /** Why it failed: a code and a sentence. */
  failure: z.object({ code: z.string(), ...MESSAGE_FIELDS }).nullable(),
})
export type WalletRun = z.infer<typeof WalletRun>

export const WalletRunRow = WalletRun.pick({
  id: true,
  state: true,
  started_at: true,
  ended_at: true,
  request_id: true,
  definition: true,
  profile: true,
  broken: true,
})
export type WalletRunRow = z.infer<typeof WalletRunRow>

const Link = z.string().check(atMost(2 * MAX_REQUEST_LINK_LENGTH))
const RunPath = UserPath.extend({ run_id: z.string().check(atMost(64)) })
const CredentialPath = UserPath.extend({ credential_id: z.string().check(atMost(64)) })
const RunReply = { status: 200, body: z.object({ run: WalletRun }) } as const

/** Operations that `vaultbench wallet` calls when a running program has the data directory open. */
export const WALLET_COMMANDS = ['workbench.walletCommandOpen', 'workbench.walletCommandEnd'] as const

export const walletCommandOperations = defineOperations({
  walletCommandOpen: {
    ...own,
    endpoint: 'POST /commands/wallet-runs',
    summary: 'Open a link in the wallet of a user, for a command',
    body: CommandUser.extend({ link: Link, allow_remote: z.boolean() }),
    success: answer(201, { run: WalletRun }),
    errors: [...COMMAND_ERRORS, 'wallet_link_invalid', 'wallet_run_open'],
  },
  walletCommandEnd: {
    ...own,
    endpoint: 'POST /commands/wallet-run-ends',
    summary: 'End an open run of a user, for a command: send the proposed answer, decline, or leave it without a word',
    body: CommandUser.extend({
      run_id: z.string().check(atMost(64)),
      end: z.enum(['submit', 'decline', 'leave']),
      share_whole: z.boolean().default(false),
    }),
    success: RunReply,
    errors: [...COMMAND_ERRORS, 'invalid_params'],
  },
})

export const walletOperations = defineOperations({
  walletGet: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/wallet',
    summary: 'Holder keys, credentials, and the run that is open',
    success: answer(200, {
      holder_keys: z.array(HolderKey),
      credentials: z.array(WalletCredential),
      open_run: WalletRun.nullable(),
      runs: z.array(WalletRunRow),
    }),
  },
  holderKeyCreate: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/wallet/holder-keys',
    summary: 'Make a holder key',
    body: z.object({ algorithm: HolderAlgorithm, make_default: z.boolean().default(false) }),
    success: answer(201, { holder_key: HolderKey }),
  },
  holderKeyDefault: {
    ...userOperation,
    endpoint: 'PUT /users/{user_id}/wallet/default-holder-key',
    summary: 'Choose the key that signs',
    body: z.object({ holder_key_id: z.string().check(atMost(64)) }),
    success: answer(200, { holder_key: HolderKey }),
  },
  walletCredentialOpen: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/wallet/credentials/{credential_id}',
    summary: 'A credential as it is, and its claims',
    params: CredentialPath,
    success: answer(200, { credential: WalletCredential, raw: z.unknown(), decoded: z.looseObject({}) }),
  },
  walletCredentialImport: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/wallet/credentials',
    summary: 'Add the credentials in a text: a credential, a JWT, a presentation or a recorded run; not during a run',
    body: z.object({ text: z.string().check(atLeast(1)).check(atMost(2_000_000)) }),
    success: answer(201, { credentials: z.array(WalletCredential) }),
    errors: [...USER_ERRORS, 'credential_invalid', 'wallet_run_open'],
  },
  walletCredentialRemove: {
    ...own,
    endpoint: 'DELETE /users/{user_id}/wallet/credentials/{credential_id}',
    summary: 'Remove a credential; not during a run',
    params: CredentialPath,
    errors: [...USER_ERRORS, 'wallet_run_open'],
  },
  walletRunStart: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/wallet/runs',
    summary: 'Open a link: fetch the request and find the credentials that fit',
    body: z.object({
      link: Link,
      /** Allows addresses that are not on this computer. */
      allow_remote: z.boolean().default(false),
    }),
    success: answer(201, { run: WalletRun }),
    /** A malformed link starts no run; every later fault ends in a failed run. */
    errors: [...USER_ERRORS, 'wallet_link_invalid', 'wallet_run_open'],
  },
  walletRunGet: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/wallet/runs/{run_id}',
    summary: 'A run with every step',
    params: RunPath,
    success: RunReply,
  },
  walletRunChoose: {
    ...own,
    endpoint: 'PUT /users/{user_id}/wallet/runs/{run_id}/choice',
    summary: 'Choose which credential answers which descriptor',
    params: RunPath,
    body: z.object({ choice: z.record(z.string().check(atMost(1000)), z.string().check(atMost(64)).nullable()) }),
    success: RunReply,
    errors: [...USER_ERRORS, 'wrong_status', 'invalid_params'],
  },
  walletRunSubmit: {
    ...own,
    endpoint: 'POST /users/{user_id}/wallet/runs/{run_id}/submission',
    summary: 'Build, sign and send the presentation, with one thing broken if asked for',
    params: RunPath,
    body: z.object({
      /** Null for `bound`, or for `jwt` if the definition allows only that for presentations. */
      profile: Profile.nullable().default(null),
      scenario: z.string().check(atMost(100)).nullable().default(null),
      share_whole: z.boolean().default(false),
      holder_key_id: z.string().check(atMost(64)).nullable().default(null),
    }),
    success: RunReply,
    errors: [...USER_ERRORS, 'wrong_status', 'invalid_params'],
  },
  walletRunRefuse: {
    ...own,
    endpoint: 'POST /users/{user_id}/wallet/runs/{run_id}/refusal',
    summary: 'Refuse; an OpenID4VP verifier is sent access_denied, any other nothing',
    params: RunPath,
    success: RunReply,
    errors: [...USER_ERRORS, 'wrong_status'],
  },
  scenariosGet: {
    ...own,
    endpoint: 'GET /wallet-scenarios',
    summary: 'The scenarios, and which check must notice each',
    success: answer(200, { scenarios: z.array(Scenario) }),
  },
  walletScenarioRunRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/wallet/scenario-runs',
    summary: 'Earlier runs of scenarios, newest first',
    success: answer(200, { runs: z.array(ScenarioRunRow) }),
  },
  walletScenarioRunOpen: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/wallet/scenario-runs/{scenario_run_id}',
    summary: 'The result of each scenario of an earlier run',
    params: UserPath.extend({ scenario_run_id: z.string().check(atMost(64)) }),
    success: answer(200, { run: ScenarioRunRow, rows: z.array(MatrixRow) }),
  },
  walletScenarioRun: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/wallet/scenario-runs',
    summary: 'Run scenarios against requests of their own and compare; reports progress by events',
    /** Null for all scenarios. */
    body: z.object({
      scenarios: z
        .array(z.string().check(atMost(100)))
        .check(atMost(200))
        .nullable()
        .default(null),
    }),
    success: answer(200, { rows: z.array(MatrixRow) }),
    errors: [...USER_ERRORS, 'wallet_run_open', 'invalid_params'],
  },
  walletScenarioRunEnd: {
    ...userOperation,
    endpoint: 'DELETE /users/{user_id}/wallet/scenario-runs/running',
    summary: 'Stop running scenarios after the current one; the run has the results so far',
  },
})
