import type { Connection } from '../../sqlite/database.ts'
import { workspaceValues } from '../../sqlite/workspace-values.ts'

export type TestIssuerStore = ReturnType<typeof testIssuerStore>

/** Sealed keys of test issuers, one value each among those of the workspace. */
export function testIssuerStore(connection: Connection) {
  const values = workspaceValues(connection)
  const nameOf = (testId: string) => `oidc_test_issuer:${testId}`
  return {
    find: (testId: string) => values.find(nameOf(testId)),
    save: (testId: string, sealed: Uint8Array) => {
      values.save(nameOf(testId), sealed)
    },
    remove: (testId: string) => {
      values.remove(nameOf(testId))
    },
  }
}
