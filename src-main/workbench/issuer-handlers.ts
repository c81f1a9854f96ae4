import type { issuerOperations } from '../../shared/contract/workbench-issuer.ts'
import { DEMO_SCHEMAS } from '../../shared/demo-credentials/demo-schemas.ts'
import type { WorkbenchHandlersFor } from './handlers.ts'
import { whileOpen } from './handlers.ts'
import { issueInto } from './issuing.ts'
import type { Workspaces } from './workspaces.ts'

/** The desk of the demo issuers. */
export function issuerHandlers(workspaces: Workspaces): WorkbenchHandlersFor<typeof issuerOperations> {
  const within = whileOpen(workspaces)
  return {
    issuersGet: () =>
      within(async ({ issuers }) => ({
        issuers: await issuers.list(),
        schemas: DEMO_SCHEMAS.map(({ schema, example, ...row }) => ({
          ...row,
          schema: { ...schema },
          example: { ...example },
        })),
      })),
    credentialIssue: ({ params, body }) => within((workspace) => issueInto(workspace, params.user_id, body)),
    issuedRows: ({ query }) => within(({ issuers }) => issuers.rows(query)),
    issuedStatusChange: ({ params, body }) =>
      within(async ({ issuers }) => ({ issued: await issuers.changeStatus(params.issued_id, body.status) })),
  }
}
