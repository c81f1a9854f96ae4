import { faultyFieldsError } from '../../../shared/contract/errors.ts'

/**
 * Refuses to store a passphrase or password where it would be next to the local key that seals it: in an unprotected
 * workspace.
 *
 * @throws {ServiceError} `invalid_params` for `remember`
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
