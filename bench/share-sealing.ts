import { newKeyPair } from '../src-main/crypto/key-pair.ts'
import { randomBytes } from '../src-main/crypto/random.ts'
import { newShareKey, sealOwnValue, sealShareKey } from '../src-main/crypto/share-format.ts'
import { sodium } from '../src-main/crypto/sodium.ts'
import { uuidV7Source } from '../src-main/crypto/uuid-v7.ts'
import type { Row } from './measure.ts'
import { compare, timed } from './measure.ts'

const ITEMS = 1000
const SLOTS_PER_ITEM = 4
const VALUE = 'a value of about forty bytes, as they are'
const PADDED_BYTES = 64
const KEY_BYTES = 32
const NONCE_BYTES = 24
const SHARE_KEY_CONTENT_BYTES = 74

const newId = uuidV7Source(() => Date.now())

/** The cryptographic half of P6: sealing 1,000 items of four slots for one recipient, beside the bare primitives. */
export async function run(): Promise<readonly Row[]> {
  const pair = newKeyPair()
  const recipientId = newId()
  const places = Array.from({ length: ITEMS }, newId).flatMap((itemId) =>
    Array.from({ length: SLOTS_PER_ITEM }, () => ({ itemId, slotId: newId() })),
  )

  const sealAll = () => {
    const shareKey = newShareKey('pdv1')
    sealShareKey(pair.publicKey, shareKey, { recipientId })
    for (const place of places) sealOwnValue(shareKey, place, VALUE)
  }
  const row = await compare(
    'seal 1,000 items × 4 slots for one user (P6)',
    '≥ 0.60',
    { name: 'bare primitives', measure: () => timed(1, () => bareSealing(pair.boxPublicKey, places.length)) },
    { name: 'shares', measure: () => timed(1, sealAll) },
  )
  return [row]
}

/** Per value: two sealed texts and a keyed hash as Base64, with nonces and keys from the pool; one sealed box for all. */
function bareSealing(boxPublicKey: Uint8Array, values: number): void {
  const key = randomBytes(KEY_BYTES)
  const place = `pdv1.xc.sh.ZzlwAvNgP9Y\0${JSON.stringify([newId(), newId()])}`
  const padded = new Uint8Array(PADDED_BYTES)
  const seal = (content: Uint8Array) =>
    sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(content, place, null, randomBytes(NONCE_BYTES), key)
  const write = (bytes: Uint8Array) => Buffer.from(bytes.buffer).toString('base64url')
  sodium.crypto_box_seal(new Uint8Array(SHARE_KEY_CONTENT_BYTES), boxPublicKey)
  for (let index = 0; index < values; index += 1) {
    const verifier = randomBytes(KEY_BYTES)
    write(seal(padded))
    write(seal(verifier))
    write(sodium.crypto_generichash(KEY_BYTES, `${place}\0${VALUE}`, verifier))
  }
}
