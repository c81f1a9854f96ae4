import { z } from 'zod'
import { atMost } from './bounds.ts'
import { defineOperations } from './operation.ts'
import { ReplyId, namedObject } from './values.ts'

/** Public parameters of the passphrase derivation, which the service stores for the client. */

const MAX_ARTEFACT_BYTES = 8 * 1024

const Artefact = z
  .string()
  .check(atMost(MAX_ARTEFACT_BYTES, 'must not be larger than 8 KiB'))
  .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be URL-safe Base64')

const PassphraseDerivationArtefact = namedObject('PassphraseDerivationArtefact', {
  id: ReplyId,
  derivation_artefacts: z.string(),
  verification_artefacts: z.string(),
})

const artefactReply = z.object({ passphrase_derivation_artefact: PassphraseDerivationArtefact })

const ownArtefact = {
  api: 'keystore',
  auth: 'user',
  delegation: 'ignored',
} as const

export const passphraseArtefactOperations = defineOperations({
  passphraseDerivationArtefactPost: {
    ...ownArtefact,
    endpoint: 'POST /passphrase_derivation_artefact',
    summary: 'Store the artefacts; replaces earlier ones under the same id',
    body: z.object({ derivation_artefacts: Artefact, verification_artefacts: Artefact }),
    success: { status: 201, body: artefactReply },
  },
  passphraseDerivationArtefactGet: {
    ...ownArtefact,
    endpoint: 'GET /passphrase_derivation_artefact',
    summary: 'The artefacts',
    success: { status: 200, body: artefactReply },
    errors: ['not_found'],
  },
})
