// Proves docs/contract/window.md, Organizations.

import { describe, expect, it } from 'vitest'
import { ORGANIZATION_POLICY, ORGANIZATION_RIGHTS } from '../../../shared/contract/organization-rights.ts'
import { aUser } from '../../session/testing/fake-bridge.ts'
import { extentOf, partiesFor, partiesWith, partyMay, partyOf, rightOf } from './rights.ts'

const organization = { id: 'o1', own_role: null }
const agent = { organization_id: 'o1', service_id: null, through_user_id: 'dana', through_name: 'Dana' }

describe('rights in an organization', () => {
  it('tells members, the agent of the organization, and everybody else apart', () => {
    expect(partyOf({ id: 'o1', own_role: 'admin' }, aUser('alice'))).toBe('admin')
    expect(partyOf(organization, aUser('clinic', { agent }))).toBe('agent')
    expect(partyOf({ ...organization, id: 'o2' }, aUser('clinic', { agent }))).toBeUndefined()
    expect(partyOf(organization, aUser('appointments', { agent: { ...agent, service_id: 's1' } }))).toBeUndefined()
    expect(partyOf(organization, undefined)).toBeUndefined()
  })

  it('draws every operation of the policy in exactly one right', () => {
    const drawn = ORGANIZATION_RIGHTS.flatMap(({ operations }) => [...operations])
    expect([...drawn].sort()).toEqual(Object.keys(ORGANIZATION_POLICY).sort())
  })

  it('tells a whole right from a part of it', () => {
    const members = rightOf('manage_members')
    expect(extentOf('owner', members)).toBe('all')
    expect(extentOf('agent', members)).toBe('some')
    expect(extentOf('admin', members)).toBe('none')
    expect(extentOf(undefined, members)).toBe('none')
    expect(partiesWith(members)).toEqual(['owner'])
  })

  it('names who may call an operation', () => {
    expect(partiesFor('organizationsOrganizationIdRequestedServicesGet')).toEqual(['owner', 'admin', 'agent'])
    expect(partyMay('admin', 'organizationsIdLoginPost')).toBe(false)
    expect(partyMay(undefined, 'organizationsOrganizationIdServicesPost')).toBe(false)
  })
})
