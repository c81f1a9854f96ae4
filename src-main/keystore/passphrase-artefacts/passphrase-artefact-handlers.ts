import { ServiceError } from '../../../shared/contract/errors.ts'
import type { passphraseArtefactOperations } from '../../../shared/contract/passphrase-artefacts.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { PassphraseArtefactStore } from './passphrase-artefact-store.ts'

/** Public parameters of the passphrase derivation; their content is not looked at. */
export function passphraseArtefactHandlers(
  artefacts: PassphraseArtefactStore,
): HandlersFor<typeof passphraseArtefactOperations> {
  return {
    passphraseDerivationArtefactPost(call, { body }) {
      const { derivation_artefacts, verification_artefacts } = body
      const artefact = { derivation_artefacts, verification_artefacts }
      const owner = { keystore_user_id: call.keystoreUserId, created_at: call.now }
      const id = artefacts.put({ id: call.newId(), ...owner, ...artefact })
      return { passphrase_derivation_artefact: { id, ...artefact } }
    },

    passphraseDerivationArtefactGet(call) {
      const artefact = artefacts.find(call.keystoreUserId)
      if (artefact === undefined) throw new ServiceError('not_found', 'This user has not stored passphrase artefacts.')
      return { passphrase_derivation_artefact: artefact }
    },
  }
}
