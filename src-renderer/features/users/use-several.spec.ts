// Proves docs/contract/window.md, Users.

import { beforeEach, expect, it } from 'vitest'
import { answer, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountSetupIn } from '../../session/testing/mount-window.ts'
import { COUNTS } from '../../ui/password-generator.ts'
import { secretsOf, useSeveral } from './use-several.ts'

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
  answer('userRegister', () => {
    const number = askedFor('userRegister').length
    if (number === 3) throw refusal('name_taken', 409, 'there is such a user already')
    return { user: aUser(`user-${number}`), secret_string: `2.user-${number}` }
  })
})

it('gives each user a passphrase of its own, and answers all that opens them', async () => {
  const { result } = await mountSetupIn([], useSeveral)

  await result.make(['Ada', 'Ben'], true)

  const bodies = askedFor('userRegister').map(({ body }) => body as { full_name: string; passphrase: string })
  expect(bodies).toMatchObject([
    { full_name: 'Ada', remember: true },
    { full_name: 'Ben', remember: true },
  ])
  expect(new Set(bodies.map(({ passphrase }) => passphrase)).size).toBe(2)
  // Words, as the generator offers them for what is typed.
  for (const { passphrase } of bodies) expect(passphrase.split('-').length).toBeGreaterThanOrEqual(COUNTS.usual)
  expect(secretsOf(result.made.value, ['Name', 'Passphrase', 'Secret string']).split('\n')[1]).toBe(
    `${aUser('user-1').full_name}\t${bodies[0]?.passphrase ?? ''}\t2.user-1`,
  )
})

it('stops between two where a person wants that; those that were made stay', async () => {
  const { result } = await mountSetupIn([], useSeveral)

  const making = result.make(['Ada', 'Ben', 'Cleo'], false)
  result.stop()
  await making

  expect(result.made.value).toHaveLength(1)
  expect(result.failure.value).toBeUndefined()
  expect(askedFor('userRegister')).toHaveLength(1)
})

it('keeps what was made before one is refused, and says why', async () => {
  const { result } = await mountSetupIn([], useSeveral)

  await result.make(['Ada', 'Ben', 'Cleo', 'Dora'], false)

  expect(result.made.value).toHaveLength(2)
  expect(result.failure.value?.message).toBe('There is such a user already.')
  expect(askedFor('userRegister')).toHaveLength(3)
})
