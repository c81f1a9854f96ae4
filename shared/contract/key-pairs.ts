import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { PublicKeyText } from './public-key-text.ts'
import { failsWith, Label, listOf, ReplyCipherText, ReplyId, WrappedKey, namedObject } from './values.ts'

/** Key pairs: the public key in clear, the private one wrapped (docs/contract/keystore.md, Key pairs). */

/** The external identifier of the pair that logs in to the vault. */
export const LOGIN_KEY_PAIR = 'auth'

const MAX_METADATA_BYTES = 16 * 1024

const Metadata = z
  .record(z.string(), z.unknown())
  .refine(
    (metadata) => new TextEncoder().encode(JSON.stringify(metadata)).length <= MAX_METADATA_BYTES,
    failsWith('invalid_params', 'must not be larger than 16 KiB'),
  )

const MAX_EXTERNAL_IDENTIFIERS = 100

const ExternalIdentifiers = listOf(Label, MAX_EXTERNAL_IDENTIFIERS).refine(
  (list) => new Set(list).size === list.length,
  failsWith('invalid_params', 'must not name anything twice'),
)

const KeyPair = namedObject('Keypair', {
  id: ReplyId,
  public_key: z.string(),
  encrypted_serialized_key: ReplyCipherText,
  metadata: z.record(z.string(), z.unknown()),
  external_identifiers: z.array(z.string()),
})

const keyPairReply = z.object({ keypair: KeyPair })

const userCall = { api: 'keystore', auth: 'user' } as const

export const keyPairOperations = defineOperations({
  keypairsPost: {
    ...userCall,
    endpoint: 'POST /keypairs',
    delegation: 'admin',
    summary: 'Store a key pair',
    body: z.object({
      public_key: PublicKeyText,
      encrypted_serialized_key: WrappedKey,
      metadata: Metadata.default({}),
      external_identifiers: ExternalIdentifiers.default([]),
    }),
    success: { status: 201, body: keyPairReply },
    errors: ['invalid_public_key', 'ciphertext_format_invalid', 'external_identifier_taken'],
  },
  keypairsIdGet: {
    ...userCall,
    endpoint: 'GET /keypairs/{id}',
    delegation: 'reader',
    summary: 'A key pair, by its id or by one of its external identifiers',
    params: z.object({ id: z.string() }),
    success: { status: 200, body: keyPairReply },
    errors: ['not_found'],
  },
  keypairsExternalIdExternalIdGet: {
    ...userCall,
    endpoint: 'GET /keypairs/external_id/{external_id}',
    delegation: 'reader',
    summary: 'A key pair, by one of its external identifiers',
    params: z.object({ external_id: z.string() }),
    success: { status: 200, body: keyPairReply },
    errors: ['not_found'],
  },
  keypairsIdPatch: {
    ...userCall,
    endpoint: 'PATCH /keypairs/{id}',
    delegation: 'refused',
    summary: 'Replace the external identifiers, the metadata, or both; a name by which a used pair is found stays',
    body: z.object({ external_identifiers: ExternalIdentifiers.optional(), metadata: Metadata.optional() }),
    success: { status: 200, body: keyPairReply },
    errors: ['not_found', 'external_identifier_taken', 'keypair_in_use'],
  },
  keypairsIdDelete: {
    ...userCall,
    endpoint: 'DELETE /keypairs/{id}',
    delegation: 'refused',
    guard: { by: 'use', inWindow: null },
    summary: 'Delete a key pair that nothing needs any more',
    errors: ['not_found', 'keypair_in_use'],
  },
})
