// Proves docs/contract/window.md, Users.

import { describe, expect, it } from 'vitest'
import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import { needsNoPassphrase, openerOf } from './entering.ts'
import { aUser } from './testing/fake-bridge.ts'

const agent = { organization_id: 'o1', service_id: null, through_user_id: 'dana', through_name: 'Dana' }
const clinic = aUser('clinic', { agent, state: 'locked', user_type: 'organization_agent' })
const withDana = (changes: Partial<WorkbenchUser>) =>
  new Map([aUser('dana', changes), clinic].map((user) => [user.id, user]))

describe('entering as a user', () => {
  it('asks a person for the own passphrase unless it is kept', () => {
    const users = withDana({ state: 'locked' })
    expect(needsNoPassphrase(aUser('bob', { state: 'locked' }), users)).toBe(false)
    expect(needsNoPassphrase(aUser('bob', { state: 'locked', remembered: true }), users)).toBe(true)
  })

  it('opens an agent through its member', () => {
    expect(openerOf(clinic, withDana({})).id).toBe('dana')
    expect(needsNoPassphrase(clinic, withDana({ state: 'signed_in' }))).toBe(true)
    expect(needsNoPassphrase(clinic, withDana({ state: 'locked', remembered: true }))).toBe(true)
    expect(needsNoPassphrase(clinic, withDana({ state: 'locked' }))).toBe(false)
  })

  it('asks for the agent itself where the member is not here any more', () => {
    expect(openerOf(clinic, new Map()).id).toBe('clinic')
    expect(needsNoPassphrase(clinic, new Map())).toBe(false)
  })
})
