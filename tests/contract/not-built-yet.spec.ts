// Proves docs/contract/vault.md, Errors.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notBuiltYetOperations } from '../../shared/contract/not-built-yet.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'

let server: TestHttpServer
let token: string
beforeAll(async () => {
  server = await startHttpServer()
  token = aSignedInUser(server).token
  aSubscriptionKey(server) // with none at all, none is compared
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

async function answerTo({ api, method, path }: Operation, headers: Record<string, string>) {
  const url = `${server.url}/${api}${path.replaceAll(/\{\w+\}/g, UNKNOWN_ID)}`
  const body = method === 'POST' || method === 'PUT' ? { body: 'not even JSON' } : {}
  const reply = await fetch(url, { method, headers, ...body })
  const { errors } = (await reply.json()) as { errors: readonly { readonly error: string; readonly message: string }[] }
  return { status: reply.status, code: errors[0]?.error, message: errors[0]?.message }
}

const forUsers = notBuiltYetOperations.filter(({ auth }) => auth === 'user')

describe.each(notBuiltYetOperations)('$method /$api$path, which is not built yet', (operation) => {
  it('answers 501 to whoever may call it, whatever was sent', async () => {
    expect(await answerTo(operation, { Authorization: token })).toEqual({
      status: 501,
      code: 'not_built_yet',
      message: `${operation.method} ${operation.path} is part of the interface, but not built yet.`,
    })
  })

  it('is answered in process as well', async () => {
    const headers = { authorization: token }

    expect(await server.service.dispatch({ operation: operation.id, headers })).toMatchObject({
      ok: false,
      status: 501,
    })
  })
})

describe.each(forUsers)('$method /$api$path, which is not built yet', (operation) => {
  it('refuses strangers first', async () => {
    expect(await answerTo(operation, {})).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await answerTo(operation, { Authorization: token, 'Service-Subscription-Key': 'wrong' })).toMatchObject({
      status: 401,
      code: 'subscription_key_invalid',
    })
  })

  it('refuses whoever acts for somebody without a delegation', async () => {
    const answer = await answerTo(operation, { Authorization: token, 'Service-Delegation-Id': UNKNOWN_ID })

    expect(answer.status).toBe(operation.delegation === 'ignored' ? 501 : 403)
  })
})

it('operations that are not built yet › have the method that is named where another one was called', async () => {
  const reply = await fetch(`${server.url}/vault/child_users`, { headers: { Authorization: token } })

  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  expect(await reply.json()).toMatchObject({
    errors: [
      {
        message: 'This path does not have the method GET; it has POST, OPTIONS.',
        extra_info: {},
      },
    ],
  })
})
