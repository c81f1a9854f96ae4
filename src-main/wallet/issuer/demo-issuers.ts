import { ServiceError } from '../../../shared/contract/errors.ts'
import type { IssuedRow, IssuedStatus, Issuer } from '../../../shared/contract/workbench-issuer.ts'
import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { createMutex } from '../../../shared/mutex.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { LocalKey } from '../../crypto/keys.ts'
import { randomBytes } from '../../crypto/random.ts'
import type { RandomBytes } from '../../crypto/random.ts'
import type { Clock, IdSource } from '../../service/ports.ts'
import type { FindContext } from '../signing/linked-data-signer.ts'
import { credentialMaker } from './credential-maker.ts'
import type { IssueOrder } from './issue-order.ts'
import { readOrder, secondsTime } from './issue-order.ts'
import { createIssuerKeys, DEMO_ISSUERS } from './issuer-keys.ts'
import type { IssuerKey } from './issuer-keys.ts'
import type { IssuerStore, StoredIssued } from './issuer-store.ts'
import { createStatusLists } from './status-lists.ts'
import type { PublishStatusList } from './status-lists.ts'
import type { Violation } from './value-violations.ts'

interface DemoIssuersOptions {
  readonly store: IssuerStore
  readonly localKey: LocalKey
  readonly clock: Clock
  readonly newId: IdSource
  /** Whether the workspace has sample data, so that its DIDs are always the same. */
  readonly isDemo: boolean
  readonly contexts: FindContext
  readonly publishStatusList: PublishStatusList
  /** Whether the trust list has the DID now; null when the list is empty. */
  readonly isTrusted: (did: string) => boolean | null
  readonly inTransaction: <Result>(work: () => Result) => Result
  /** Called when a credential was issued or its status changed. */
  readonly onChange: () => void
  readonly random?: RandomBytes
}

/** The wallet that receives a credential. */
export interface Receiver {
  /** The id of the user in the workspace. */
  readonly user_id: string
  /** Whether a request is open, so that no credential may be added. */
  readonly hasOpenRun: () => boolean
  readonly defaultDid: () => Promise<string>
  /** @returns its id in the wallet */
  readonly add: (credential: ReceivedCredential) => string
}

interface ReceivedCredential {
  readonly raw: JsonObject | string
  readonly source: 'issued'
  /** The name of the issuer, which not every format has room for. */
  readonly issuer_name: string
}

interface IssuedCredential {
  readonly issued: IssuedRow
  readonly raw: JsonObject | string
  /** Violations of the schema; empty unless it was issued anyway. */
  readonly violations: readonly Violation[]
}

/** How long credentials that were issued for a scenario are kept, so that their status can still be checked. */
const TRIAL_KEPT_MS = 86_400_000
const JWT_ALGORITHMS = ['ES256', 'RS256'] as const

export type DemoIssuers = ReturnType<typeof createDemoIssuers>

/** The demo issuers of a workspace. */
export function createDemoIssuers(options: DemoIssuersOptions) {
  const { store, clock, newId, contexts, inTransaction, onChange } = options
  const keyOf = createIssuerKeys(options)
  const random = options.random ?? randomBytes
  const lists = createStatusLists({ store, contexts, publish: options.publishStatusList, random })
  /** Issuing and status changes read, sign and write the lists, so they must not run at the same time. */
  const exclusively = createMutex()
  const { make, statusEntries } = credentialMaker({ keyOf, lists, clock, newId, contexts, random })

  return {
    list,
    rows,
    issue: (order: IssueOrder, receiver: Receiver) => exclusively(() => issue(order, receiver)),
    issueWithoutWallet: (order: IssueOrder & { readonly subject: string }) =>
      exclusively(() => issueWithoutWallet(order)),
    changeStatus: (id: string, status: IssuedStatus) => exclusively(() => changeStatus(id, status)),
    // Scenarios build faulty credentials and lists with the following.
    keyOf,
    statusEntries: (by: IssuerKey) => exclusively(() => statusEntries(by)),
    publishStatusList: options.publishStatusList,
    now: () => secondsTime(clock.nowMs()),
    contexts,
  }

  /** Lists the issuers, and creates their keys if needed. */
  function list(): Promise<Issuer[]> {
    return Promise.all(
      DEMO_ISSUERS.map(async ({ id, name }) => {
        const { did } = await keyOf(id, 'EdDSA')
        const others = await Promise.all(JWT_ALGORITHMS.map((algorithm) => keyOf(id, algorithm)))
        const keys = others.map((key) => ({ algorithm: key.algorithm, did: key.did }))
        return { id, name, did, keys, trusted: options.isTrusted(did) }
      }),
    )
  }

  function rows(page: { readonly offset: number; readonly limit: number }) {
    return { rows: store.listIssued(page).map(shown), matching: store.countIssued() }
  }

  /**
   * Issues into a wallet.
   *
   * @throws {ServiceError} `not_found`, `wallet_run_open`, `invalid_params`, `credential_invalid`, `status_list_full`
   */
  async function issue(order: IssueOrder, receiver: Receiver) {
    const ready = readOrder(order, clock.nowMs())
    refuseOpenRun(receiver)
    const subject = order.subject ?? (await receiver.defaultDid())
    const made = await make(order, ready, subject)
    refuseOpenRun(receiver)
    const wallet_credential_id = inTransaction(() => {
      store.addIssued({ ...made.stored, user_id: receiver.user_id })
      return receiver.add({ raw: made.raw, source: 'issued', issuer_name: nameOf(order.issuer_id) })
    })
    onChange()
    const issued = shown({ ...made.stored, user_id: receiver.user_id })
    return { issued, wallet_credential_id, violations: [...ready.violations] }
  }

  /**
   * Issues a credential for a scenario, which is in no wallet and not listed, but has a status that can be changed.
   *
   * @throws {ServiceError} as {@link issue}
   */
  async function issueWithoutWallet(order: IssueOrder & { readonly subject: string }): Promise<IssuedCredential> {
    const ready = readOrder(order, clock.nowMs())
    removeOldTrials()
    const { stored, raw } = await make(order, ready, order.subject)
    store.addIssued({ ...stored, listed: false })
    return { issued: shown(stored), raw, violations: ready.violations }
  }

  /** Removes old credentials of scenarios, which would otherwise fill the status lists. */
  function removeOldTrials(): void {
    const removed = store.removeUnlisted(firstIdOf(clock.nowMs() - TRIAL_KEPT_MS))
    if (removed > 0) lists.signAgain()
  }

  /**
   * Revokes, suspends or reinstates a credential, and signs the lists again. A revocation is final.
   *
   * @throws {ServiceError} `not_found`, `wrong_status`
   */
  async function changeStatus(id: string, status: IssuedStatus): Promise<IssuedRow> {
    const stored = store.findIssued(id)
    if (stored === undefined) throw new ServiceError('not_found', 'Nothing was issued under this id.')
    const index = refuseStatusChange(stored, status)
    if (stored.status === status) return shown(stored)
    const by = await keyOf(stored.issuer_id, stored.algorithm)
    const at = secondsTime(clock.nowMs())
    const signed = await lists.sign(by, at, { format: stored.format, change: { index, status } })
    inTransaction(() => {
      store.setStatus(id, status)
      lists.publishAll(signed, at)
    })
    onChange()
    return shown({ ...stored, status })
  }
}

function nameOf(issuerId: string): string {
  return DEMO_ISSUERS.find(({ id }) => id === issuerId)?.name ?? issuerId
}

function refuseOpenRun({ hasOpenRun }: Receiver): void {
  if (hasOpenRun())
    throw new ServiceError('wallet_run_open', 'A request is open in the wallet; answer or refuse it first.')
}

/** The lowest id of a millisecond. Ids are UUIDs of version 7, which begin with a timestamp. */
function firstIdOf(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** @returns the index to change */
function refuseStatusChange({ status, status_index }: StoredIssued, wanted: IssuedStatus): number {
  if (status === null || status_index === null) {
    throw new ServiceError('wrong_status', 'The credential was issued without a status.')
  }
  if (status === 'revoked' && wanted !== 'revoked') {
    throw new ServiceError('wrong_status', 'A revocation is final.')
  }
  return status_index
}

function shown(stored: StoredIssued): IssuedRow {
  const { id, credential_id, issuer_id, schema, subject, user_id, format, issued, expires, status, status_index } =
    stored
  const title = findDemoSchema(schema)?.title ?? schema
  return {
    id,
    credential_id,
    issuer_id,
    schema,
    title,
    subject,
    user_id,
    format,
    issued,
    expires,
    status,
    status_index,
  }
}
