// Proves docs/contract/vault.md, Errors.

import { expect, it } from 'vitest'
import { ServiceError } from '../../shared/contract/errors.ts'
import { UNKNOWN_ID, aSignedInUser } from '../support/service/builders.ts'
import { OPERATOR_PASSWORD, startService } from '../support/service/test-service.ts'

const started = startService()
const authorization = aSignedInUser(started).token

it.each([
  ['vault.itemsIdGet', { id: UNKNOWN_ID }, 'id'],
  ['vault.itemsIdGet', { id: 'no UUID' }, 'id'],
  ['vault.organizationsIdGet', { id: UNKNOWN_ID }, 'id'],
  [
    'vault.organizationsOrganizationIdMembersIdDelete',
    { organization_id: UNKNOWN_ID, id: UNKNOWN_ID },
    'organization_id',
  ],
  ['vault.systemClassificationNodesSchemeNameNodeNameGet', { scheme_name: 'none', node_name: 'none' }, 'scheme_name'],
  ['vault.systemClassificationNodesSchemeNameNodeNameGet', { scheme_name: 'country', node_name: 'none' }, 'node_name'],
  ['vault.systemClassificationSchemesNameGet', { name: 'none' }, 'name'],
  ['keystore.keypairsIdGet', { id: 'none' }, 'id'],
])('404 › of %s with %o names the parameter %s', async (operation, params, parameter) => {
  const headers = operation.startsWith('vault.system') ? { admin_password: OPERATOR_PASSWORD } : { authorization }

  const reply = await started.service.dispatch({ operation, params, headers })

  expect(reply).toMatchObject({ ok: false, status: 404, body: { errors: [{ extra_info: { parameter } }] } })
})

it('404 › that says why otherwise names no parameter', () => {
  const error = new ServiceError('not_found', 'Here it goes another way.', { extraInfo: { reason: 'off' } })

  expect(error.namingParameter(['id']).extraInfo).toEqual({ reason: 'off' })
})
