// Proves docs/contract/window.md, Users.

import { describe, expect, it } from 'vitest'
import { aUser } from './testing/fake-bridge.ts'
import { waitingUsers } from './waiting-users.ts'

const users = [
  aUser('alice'),
  aUser('bob', { state: 'locked' }),
  aUser('carlos', { state: 'locked' }),
  aUser('dana', { state: 'incomplete' }),
]

describe('waitingUsers', () => {
  it('are interrupted registrations and sessions that are over, not users who were never signed in', () => {
    const waiting = waitingUsers({ users, signedOut: new Set(['carlos']) }, false)

    expect(waiting.map(({ id }) => id)).toEqual(['carlos', 'dana'])
  })

  it('are no registrations, while one is running', () => {
    expect(waitingUsers({ users, signedOut: new Set() }, true)).toEqual([])
  })
})
