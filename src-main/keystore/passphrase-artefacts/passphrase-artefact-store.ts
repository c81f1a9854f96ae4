export interface StoredPassphraseArtefact {
  readonly id: string
  readonly keystore_user_id: string
  readonly derivation_artefacts: string
  readonly verification_artefacts: string
  readonly created_at: string
}

export interface PassphraseArtefactStore {
  find(keystoreUserId: string): StoredPassphraseArtefact | undefined
  /** Stores the artefacts of a user; earlier ones are replaced and keep their id. Answers the id. */
  put(artefact: StoredPassphraseArtefact): string
}
