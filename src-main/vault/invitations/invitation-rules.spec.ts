// Proves docs/contract/vault.md, Time, Invitations.

import { expect, it } from 'vitest'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { requireSteps } from './invitation-rules.ts'

it.each([
  ['one', true, 'wrong_status', 'POST /invitations/{invitation_token}/accept'],
  ['several', false, 'not_found', 'POST /connections'],
] as const)(
  'requireSteps › of %s step where it goes the other way names the call to make',
  (steps, multistep, code, call) => {
    let refusal: unknown
    try {
      requireSteps(steps, multistep)
    } catch (error) {
      refusal = error
    }

    expect(refusal).toBeInstanceOf(ServiceError)
    expect(refusal).toMatchObject({
      code,
      message: expect.stringContaining(call) as string,
      extraInfo: { replacement: call },
    })
  },
)
