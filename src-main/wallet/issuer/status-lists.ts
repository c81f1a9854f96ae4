import { gzipSync } from 'node:zlib'
import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { IssuedStatus } from '../../../shared/contract/workbench-issuer.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import type { RandomBytes } from '../../crypto/random.ts'
import { CREDENTIALS_V1, signCredential, STATUS_LIST_2021_V1 } from './credential-document.ts'
import type { FindContext } from '../signing/linked-data-signer.ts'
import type { IssuerKey } from './issuer-keys.ts'
import type { IssuerStore, StoredIssued } from './issuer-store.ts'
import { signTokenList, tokenListUrl } from './token-status-list.ts'

/** Makes a list available to verifiers. */
export type PublishStatusList = (url: string, credential: JsonObject | string, at: string) => void

interface StatusListsOptions {
  readonly store: Pick<IssuerStore, 'isIndexTaken' | 'indicesWith'>
  readonly publish: PublishStatusList
  readonly contexts: FindContext
  readonly random: RandomBytes
}

interface SignedList {
  readonly url: string
  readonly credential: JsonObject | string
}

const STATUS_LIST_ENTRIES = 131_072
const BYTE_BITS = 8
export const LIST_BYTES = STATUS_LIST_ENTRIES / BYTE_BITS
const INDEX_BYTES = 3
/** Even if half of the list is taken, this many tries fail only once in a trillion. */
const RANDOM_TRIES = 40

const PURPOSES = [
  ['revocation', 'revoked'],
  ['suspension', 'suspended'],
] as const
type Purpose = (typeof PURPOSES)[number][0]

/**
 * Status lists of the demo issuers (docs/contract/exchange.md, Registries: status lists): one StatusList2021 credential
 * for each DID and purpose, and for SD-JWT VCs one Token Status List for each DID. A credential has the same index in all
 * of them. A bit is set exactly when the stored status says so, so a list can be signed anew any time.
 */
export function createStatusLists({ store, publish, contexts, random }: StatusListsOptions) {
  const published = new Set<string>()
  return { freeIndex, entriesAt, publishFirst, signAgain, sign, publishAll }

  /**
   * Picks a random index, so that it does not reveal the order of issuance. If the list is nearly full, takes the next free one.
   *
   * @throws {ServiceError} `status_list_full`
   */
  function freeIndex(by: IssuerKey): number {
    for (let tries = 0; tries < RANDOM_TRIES; tries += 1) {
      const index = randomIndex()
      if (!store.isIndexTaken(by.did, index)) return index
    }
    const from = randomIndex()
    for (let step = 0; step < STATUS_LIST_ENTRIES; step += 1) {
      const index = (from + step) % STATUS_LIST_ENTRIES
      if (!store.isIndexTaken(by.did, index)) return index
    }
    throw new ServiceError('status_list_full', phrase`Every index of ${statusListUrl(by, 'revocation')} is taken.`)
  }

  function randomIndex(): number {
    const [high = 0, middle = 0, low = 0] = random(INDEX_BYTES)
    return ((high << 16) | (middle << 8) | low) % STATUS_LIST_ENTRIES
  }

  function entriesAt(index: number, by: IssuerKey): readonly JsonObject[] {
    return PURPOSES.map(([statusPurpose]) => {
      const statusListCredential = statusListUrl(by, statusPurpose)
      return {
        id: `${statusListCredential}#${index}`,
        type: 'StatusList2021Entry',
        statusPurpose,
        statusListIndex: String(index),
        statusListCredential,
      }
    })
  }

  /** The lists of a DID must be there before its first credential that names them is issued. */
  async function publishFirst(by: IssuerKey, format: Format, at: string): Promise<void> {
    if (urlsOf(by, format).every((url) => published.has(url))) return
    publishAll(await sign(by, at, { format }), at)
  }

  /** Makes every list be signed again before its next use, because indices have become free. */
  function signAgain(): void {
    published.clear()
  }

  /**
   * Signs the current state of the lists of a DID that credentials of this format name.
   *
   * @param change a status that is about to be stored
   */
  async function sign(
    by: IssuerKey,
    at: string,
    { format: of, change }: { readonly format: Format; readonly change?: StatusChange },
  ): Promise<readonly SignedList[]> {
    const indicesWith = (status: IssuedStatus): readonly number[] => {
      const stored = store.indicesWith(by.did, status)
      const others = stored.filter((index) => index !== change?.index)
      return change?.status === status ? [...others, change.index] : others
    }
    if (of === 'dc+sd-jwt') {
      const [revoked, suspended] = [indicesWith('revoked'), indicesWith('suspended')]
      const list = { entries: STATUS_LIST_ENTRIES, revoked, suspended, at }
      return [{ url: tokenListUrl(by), credential: signTokenList(by, list) }]
    }
    return Promise.all(
      PURPOSES.map(async ([purpose, status]) => {
        const indices = indicesWith(status)
        const list = { id: statusListUrl(by, purpose), purpose, bits: bitsWith(indices), at }
        const document = statusListDocument(by, list)
        const format = by.algorithm === 'EdDSA' ? ('ldp_vc' as const) : ('jwt_vc' as const)
        const credential = await signCredential(document, { by, format, created: at, contexts })
        return { url: statusListUrl(by, purpose), credential }
      }),
    )
  }

  function publishAll(lists: readonly SignedList[], at: string): void {
    for (const { url, credential } of lists) {
      publish(url, credential, at)
      published.add(url)
    }
  }
}

type Format = StoredIssued['format']

/** Where credentials of a format have their status. */
function urlsOf(by: IssuerKey, format: Format): readonly string[] {
  return format === 'dc+sd-jwt' ? [tokenListUrl(by)] : PURPOSES.map(([purpose]) => statusListUrl(by, purpose))
}

interface StatusChange {
  readonly index: number
  readonly status: string
}

/** Each key of an issuer has its own lists, because a list must be signed by the DID of the credential. */
export function statusListUrl({ issuer_id, algorithm }: IssuerKey, purpose: Purpose): string {
  const issuer = algorithm === 'EdDSA' ? issuer_id : `${issuer_id}-${algorithm.toLowerCase()}`
  return `https://status.vaultbench.example/${issuer}/${purpose}`
}

interface StatusList {
  /** The URL of the list. */
  readonly id: string
  readonly purpose: Purpose
  /** One bit for each credential. */
  readonly bits: Uint8Array
  readonly at: string
}

/** Builds an unsigned status list credential. */
export function statusListDocument(by: Pick<IssuerKey, 'did'>, { id, purpose, bits, at }: StatusList): JsonObject {
  return {
    '@context': [CREDENTIALS_V1, STATUS_LIST_2021_V1],
    id,
    type: ['VerifiableCredential', 'StatusList2021Credential'],
    issuer: by.did,
    issuanceDate: at,
    credentialSubject: {
      id: `${id}#list`,
      type: 'StatusList2021',
      statusPurpose: purpose,
      encodedList: encodeBase64Url(gzipSync(bits)),
    },
  }
}

/** Index 0 is the left-most bit. */
function bitsWith(indices: readonly number[]): Uint8Array {
  const bits = new Uint8Array(LIST_BYTES)
  for (const index of indices) {
    const at = Math.floor(index / BYTE_BITS)
    bits[at] = (bits[at] ?? 0) | (0x80 >> (index % BYTE_BITS))
  }
  return bits
}
