import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Clock, IdSource } from '../../service/ports.ts'
import type { FindContext } from '../signing/linked-data-signer.ts'
import { buildCredential, signCredential } from './credential-document.ts'
import type { FindIssuerKey, IssuerKey } from './issuer-keys.ts'
import type { IssueOrder, ReadyOrder } from './issue-order.ts'
import { secondsTime } from './issue-order.ts'
import type { StoredIssued } from './issuer-store.ts'
import type { createStatusLists } from './status-lists.ts'

interface CredentialMakerOptions {
  readonly keyOf: FindIssuerKey
  readonly lists: ReturnType<typeof createStatusLists>
  readonly clock: Clock
  readonly newId: IdSource
  readonly contexts: FindContext
}

/** A signed credential with its issuer's record of it. */
interface MadeCredential {
  readonly stored: StoredIssued
  readonly raw: JsonObject | string
}

/** Makes signed credentials. It stores only keys and status lists. */
export function credentialMaker({ keyOf, lists, clock, newId, contexts }: CredentialMakerOptions) {
  return { make, statusEntries }

  async function make(
    order: IssueOrder,
    { schema, issuanceDate, expirationDate }: ReadyOrder,
    subject: string,
  ): Promise<MadeCredential> {
    const { format } = order
    const by = await keyOf(order.issuer_id, format === 'ldp_vc' ? 'EdDSA' : order.algorithm)
    const now = secondsTime(clock.nowMs())
    const { index, entries } = order.with_status ? await statusEntries(by) : { index: null, entries: [] }
    const id = `urn:uuid:${newId()}`
    const credential = buildCredential(
      { id, schema, subject, values: order.values, issuanceDate, expirationDate, credentialStatus: entries },
      by,
    )
    const raw = await signCredential(credential, { by, format, created: now, contexts })
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

  /** Entries at a free index in both lists of a DID, which are published if they are not yet. */
  async function statusEntries(by: IssuerKey) {
    await lists.publishFirst(by, secondsTime(clock.nowMs()))
    const index = lists.freeIndex(by)
    return { index, entries: lists.entriesAt(index, by) }
  }
}
