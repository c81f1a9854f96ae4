import { faultyFieldsError } from '../../../shared/contract/errors.ts'

/**
 * Refuses to keep a passphrase or password where the local key that seals it would lie beside it: in a plain file of
 * somebody's own.
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
