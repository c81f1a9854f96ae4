import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Clock, IdSource } from '../../service/ports.ts'
import type { FindContext } from '../signing/linked-data-signer.ts'
import type { RandomBytes } from '../../crypto/random.ts'
import { buildCredential, signCredential } from './credential-document.ts'
import type { FindIssuerKey, IssuerKey } from './issuer-keys.ts'
import type { IssueOrder, ReadyOrder } from './issue-order.ts'
import { secondsTime } from './issue-order.ts'
import type { StoredIssued } from './issuer-store.ts'
import { signSdJwt } from './sd-jwt-credential.ts'
import type { createStatusLists } from './status-lists.ts'
import { tokenListUrl } from './token-status-list.ts'

interface CredentialMakerOptions {
  readonly keyOf: FindIssuerKey
  readonly lists: ReturnType<typeof createStatusLists>
  readonly clock: Clock
  readonly newId: IdSource
  readonly contexts: FindContext
  readonly random: RandomBytes
}

/** A signed credential with its issuer's record of it. */
interface MadeCredential {
  readonly stored: StoredIssued
  readonly raw: JsonObject | string
}

interface ToSign {
  readonly order: IssueOrder
  readonly ready: ReadyOrder
  readonly subject: string
  readonly by: IssuerKey
  readonly id: string
  /** Its index in the status lists; null if it has no status. */
  readonly index: number | null
  readonly now: string
}

/** Turns orders into signed credentials; nothing is stored but keys and status lists. */
export function credentialMaker({ keyOf, lists, clock, newId, contexts, random }: CredentialMakerOptions) {
  return { make, statusEntries }

  async function make(order: IssueOrder, ready: ReadyOrder, subject: string): Promise<MadeCredential> {
    const { format } = order
    const { schema, issuanceDate, expirationDate } = ready
    const by = await keyOf(order.issuer_id, format === 'ldp_vc' ? 'EdDSA' : order.algorithm)
    const now = secondsTime(clock.nowMs())
    const id = `urn:uuid:${newId()}`
    const index = order.with_status ? await statusIndex(by, format) : null
    const raw = await sign({ order, ready, subject, by, id, index, now })
    const stored: StoredIssued = {
      id: newId(),
      credential_id: id,
      issuer_id: by.issuer_id,
      issuer_did: by.did,
      algorithm: by.algorithm,
      schema: schema.id,
      subject,
      user_id: null,
      format,
      issued: issuanceDate,
      expires: expirationDate,
      status: index === null ? null : 'active',
      status_index: index,
      listed: true,
    }
    return { stored, raw }
  }

  function sign({ order, ready, subject, by, id, index, now }: ToSign): Promise<JsonObject | string> {
    const { schema, issuanceDate, expirationDate, terms } = ready
    const { format, values } = order
    if (format === 'dc+sd-jwt') {
      if (terms === undefined) throw new Error('an order of an SD-JWT VC was read with its terms')
      const status = index === null ? undefined : { idx: index, uri: tokenListUrl(by) }
      const period = { now, issuanceDate, expirationDate }
      return signSdJwt({ id, vct: schema.vct, subject, values, terms, ...period, status }, by, random)
    }
    const credentialStatus = index === null ? [] : lists.entriesAt(index, by)
    const credential = buildCredential(
      { id, schema, subject, values, issuanceDate, expirationDate, credentialStatus },
      by,
    )
    return signCredential(credential, { by, format, created: now, contexts })
  }

  /** Entries of both W3C lists of a DID at a free index; the lists are published when they are not yet. */
  async function statusEntries(by: IssuerKey) {
    const index = await statusIndex(by, 'ldp_vc')
    return { index, entries: lists.entriesAt(index, by) }
  }

  async function statusIndex(by: IssuerKey, format: IssueOrder['format']): Promise<number> {
    await lists.publishFirst(by, format, secondsTime(clock.nowMs()))
    return lists.freeIndex(by)
  }
}
