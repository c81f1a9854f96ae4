import { z } from 'zod'
import type { SrpAccount } from '../../crypto/srp-server.ts'
import { isoTime } from '../../service/ports.ts'
import type { FormerKeys } from './key-renewal.ts'
import type { KeptPassphraseStore } from './kept-passphrase-store.ts'

/** How long a change of passphrase can be undone unless somebody logs in with the new passphrase. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** What a passphrase protects: the SRP account and the wrapped key. */
interface KeptPassphrase extends SrpAccount {
  /** Null if the user had no key-encryption key. */
  readonly serialized_key_encryption_key: string | null
  /** The replaced keys, which that key encrypts; null if no keys were replaced. */
  readonly former_keys: FormerKeys | null
}

/**
 * Replaced passphrases. A person may mistype a new passphrase, so the old one can be restored until the new one is used
 * for the first time. They are stored sealed, because a verifier in a copied file would allow offline guessing.
 */
export type KeptPassphrases = ReturnType<typeof createKeptPassphrases>

interface KeptPassphraseSeal {
  seal(keystoreUserId: string, content: Uint8Array): Uint8Array
  open(keystoreUserId: string, sealed: Uint8Array): Uint8Array
}

const Content = z.object({
  srp_salt: z.string(),
  srp_verifier: z.string(),
  serialized_key_encryption_key: z.string().nullable(),
  former_keys: z
    .object({
      data_encryption_keys: z.array(
        z.object({ id: z.string(), serialized_data_encryption_key: z.string(), created_at: z.string() }),
      ),
      key_pairs: z.array(z.object({ id: z.string(), public_key: z.string(), encrypted_serialized_key: z.string() })),
      delegations: z.array(z.object({ delegation_token: z.string(), account_owner_kek: z.string() })).default([]),
      login_public_key: z.string().nullable(),
      private_dek_external_id: z.string().nullable(),
      added_data_encryption_key_id: z.string().nullable(),
    })
    .nullable()
    .default(null), // stored by a version that did not replace keys
})

export function createKeptPassphrases(store: KeptPassphraseStore, seals: KeptPassphraseSeal) {
  return {
    keep(
      { nowMs }: { readonly nowMs: number },
      keystoreUserId: string,
      { srp_salt, srp_verifier, serialized_key_encryption_key, former_keys }: KeptPassphrase,
    ) {
      const content = JSON.stringify({ srp_salt, srp_verifier, serialized_key_encryption_key, former_keys })
      store.put({
        keystore_user_id: keystoreUserId,
        sealed: seals.seal(keystoreUserId, Buffer.from(content, 'utf8')),
        kept_till: isoTime(nowMs + RETENTION_MS),
      })
    },

    /** Undefined if there is none, or it has expired. */
    find(keystoreUserId: string, now: string) {
      const kept = store.find(keystoreUserId)
      if (kept === undefined || kept.kept_till <= now) return undefined
      return Content.parse(JSON.parse(Buffer.from(seals.open(keystoreUserId, kept.sealed)).toString('utf8')))
    },

    forget: (keystoreUserId: string) => store.delete(keystoreUserId),
  }
}
