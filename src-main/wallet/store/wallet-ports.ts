import { CodedError } from '../../../shared/coded-error.ts'
import type { Problem } from '../../../shared/contract/presentations.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import type { MessageFields } from '../../../shared/phrase.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { PreparedDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { StatusFacts } from '../../../shared/presentation-exchange/status-step.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import type { Clock, IdSource } from '../../service/ports.ts'
import type { FindContext } from '../signing/linked-data-signer.ts'
import type { WalletStore } from './wallet-store.ts'

/** The owner of a wallet, whose keys are unlocked. */
export interface WalletOwner {
  /** The id of the vault user. */
  readonly ownerId: string
  /** The id of the user in the workspace, for events and the journal. */
  readonly userId: string
  /** @throws {ServiceError} `user_locked` once the keys are wiped */
  readonly keys: () => DataKeys
}

/** Makes an HTTP call, or its equivalent within this program, without following redirects. */
export type WalletHttp = (request: WalletRequest) => Promise<WalletReply>

export interface WalletRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly timeoutMs: number
  /** The size limit of the reply. */
  readonly maxBytes: number
  /** The id of the user in the workspace, with which the call is recorded. */
  readonly userId: string
}

export interface WalletReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Why a call got no reply. */
export class WalletHttpError extends CodedError<'timed_out' | 'too_large' | 'not_reachable' | 'remote_not_allowed'> {
  override readonly name = 'WalletHttpError'
}

/** Runs the checks `credential.shape` to `credential.schema` on a credential. */
export type CheckCredential = (
  credential: unknown,
) => Promise<{ readonly valid: boolean; readonly problems: Problem[] }>

/** Verifies a JWS by the key of a DID that its `kid` names. Returns the fault, or undefined for one that holds. */
type CheckSignedByDid = (jws: string) => MessageFields | undefined

/** A credential to evaluate for one descriptor. */
export interface Tried {
  readonly descriptor: string
  readonly candidate: Candidate
  readonly holder: string | undefined
  readonly status: StatusFacts | undefined
}

/** Evaluates on another thread, for definitions with backtracking patterns. Returns an evaluation for each entry. */
export type EvaluateOnWorker = (
  definition: { readonly definition: JsonObject; readonly prepared: PreparedDefinition },
  tried: readonly Tried[],
) => Promise<readonly DescriptorEvaluation[]>

/** Dependencies of wallets. */
export interface WalletPorts {
  readonly store: WalletStore
  readonly clock: Clock
  readonly newId: IdSource
  /** Real time in milliseconds, for durations. */
  readonly elapsedMs: () => number
  readonly http: WalletHttp
  /** Tells where a URL leads: to this program, to this computer, or elsewhere. */
  readonly reachOf: (url: string) => 'own' | 'loopback' | 'remote'
  readonly contexts: FindContext
  readonly checkCredential: CheckCredential
  readonly checkSignedByDid: CheckSignedByDid
  readonly evaluateOnWorker: EvaluateOnWorker
  /** The title of a registered schema. */
  readonly schemaTitle: (id: string) => string | undefined
  /** The scheme of deep links, without `://`. */
  readonly walletScheme: () => string
  readonly announce: (event: Extract<WorkbenchEvent, { type: 'wallet' | 'scenario' }>) => void
}
