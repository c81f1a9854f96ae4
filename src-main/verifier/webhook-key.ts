import { createPublicKey } from 'node:crypto'
import type { LocalKey } from '../crypto/keys.ts'
import { openRecord, sealRecord } from '../crypto/local-key.ts'
import type { RandomBytes } from '../crypto/random.ts'
import type { SigningKey } from '../crypto/signing-key.ts'
import { signBytes, signingKeyFrom } from '../crypto/signing-key.ts'
import type { VerifierSettingsStore } from './verifier-settings-store.ts'

/** The key with which a workspace signs its webhook calls. */
export type WebhookKey = ReturnType<typeof createWebhookKey>

const PLACE = { table: 'workbench_settings.value', id: 'verifier_webhook_seed' }
const SEED_BYTES = 32

/** Creates the key at its first use, and stores its seed sealed under the local key. */
export function createWebhookKey(
  store: Pick<VerifierSettingsStore, 'sealedWebhookSeed' | 'saveSealedWebhookSeed'>,
  localKey: LocalKey,
  random: RandomBytes,
) {
  return {
    /** The public key in PEM. */
    publicPem() {
      const key = readKey()
      if (key.kind === 'secp256k1') throw new Error('the key of webhooks is of another kind')
      return createPublicKey(key.handle).export({ type: 'spki', format: 'pem' }).toString()
    },
    /** Ed25519 over the UTF-8 of the text. */
    sign: (text: string) => signBytes(readKey(), 'EdDSA', Buffer.from(text, 'utf8')),
  }

  function readKey(): SigningKey {
    const sealed = store.sealedWebhookSeed()
    return signingKeyFrom('Ed25519', sealed === undefined ? newSeed() : openRecord(localKey, PLACE, sealed))
  }

  function newSeed(): Uint8Array {
    const seed = random(SEED_BYTES)
    store.saveSealedWebhookSeed(sealRecord(localKey, PLACE, seed))
    return seed
  }
}
