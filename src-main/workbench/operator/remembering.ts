import { faultyFieldsError } from '../../../shared/contract/errors.ts'

/**
 * Passphrases and passwords are kept sealed under the local key. In a plain file of somebody's own they would lie beside
 * it, so there they are not.
 *
 * @throws {ServiceError} `invalid_params` naming `remember`
 */
export function refuseRemembering(remember: boolean, mayRemember: boolean): void {
  if (!remember || mayRemember) return
  throw faultyFieldsError([
    {
      path: 'remember',
      code: 'invalid_params',
      rule: 'needs a workspace with a passphrase: without one the key would lie beside what it opens',
    },
  ])
}
