import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Method, Operation } from '../../shared/contract/operation.ts'
import { IN_PROCESS } from '../../src-main/service/call.ts'
import { collisionRule } from '../../src-main/http/collisions.ts'
import { startService } from '../support/service/test-service.ts'

const CONTRACT_TESTS = new URL('../contract/', import.meta.url)
const DELEGATION_RULES: readonly string[] = ['ignored', 'refused', 'reader', 'admin', 'owner']

/** Tests that run over the whole registry name no operation of their own accord. */
const GENERATED = ['matrix.spec.ts', 'operator-blindness.spec.ts', 'transport-parity.spec.ts']

const specs = readdirSync(CONTRACT_TESTS)
  .filter((name) => name.endsWith('.spec.ts') && !name.startsWith('http-') && !GENERATED.includes(name))
  .map((name) => readFileSync(new URL(name, CONTRACT_TESTS), 'utf8'))

/** By its id, or by its name in a test of its part. */
function specsNaming({ id, name, api }: Pick<Operation, 'id' | 'name' | 'api'>): readonly string[] {
  return specs.filter(
    (spec) =>
      spec.includes(`'${id}'`) || (spec.includes(`'${name}'`) && new RegExp(`${api}|support/vault-calls`).test(spec)),
  )
}

it('operations › have a name each, and a path and method each within their part', () => {
  const ids = serviceOperations.map(({ id }) => id)
  const calls = serviceOperations.flatMap(({ api, method, path, aliases = [] }) =>
    [path, ...aliases].map((one) => `${api} ${method} ${one.replace(/\{\w+\}/g, '{}')}`),
  )

  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([])
})

it('operations › have a handler each', async () => {
  // Building the service throws and names the operation that has none.
  const { service } = startService()

  for (const { id } of serviceOperations) {
    const reply = await service.admit(id, {}, IN_PROCESS)
    if (!reply.ok) expect(reply.body.errors[0]?.error).not.toBe('not_found')
  }
})

it('operations › have a contract test each that names them', () => {
  const without = serviceOperations.filter((operation) => specsNaming(operation).length === 0)

  expect(without.map(({ id }) => id)).toEqual([])
})

it('operations › have a contract test each that names them and a code of their own', () => {
  // What every operation refuses, a missing token above all, is asked of each by the matrix.
  const without = serviceOperations.filter((operation) => {
    const codes: readonly string[] = operation.errors
    return codes.length > 0 && !specsNaming(operation).some((spec) => codes.some((code) => spec.includes(code)))
  })

  expect(without.map(({ id }) => id)).toEqual([])
})

it('operations › let a delegation header have an effect only where somebody signs in', () => {
  const withEffect = serviceOperations.filter(({ delegation }) => delegation !== 'ignored')

  const signedIn = ['user', 'token', 'optional']
  // Whoever registers a child user is signed in by the header itself.
  const others = withEffect.filter(({ auth }) => !signedIn.includes(auth)).map(({ id }) => id)
  expect(others).toEqual(['keystore.srpUsersPost'])
  for (const { delegation } of serviceOperations) expect(DELEGATION_RULES).toContain(delegation)
})

it('operations › do not let a delegate who may only read write', () => {
  const writing = serviceOperations.filter(({ method, delegation }) => method !== 'GET' && delegation === 'reader')

  expect(writing.map(({ id }) => id)).toEqual([])
})

it('operations › describe the parameters of their path', () => {
  for (const { id, path, params } of serviceOperations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect({ id, params: Object.keys(params?.shape ?? {}).sort() }).toEqual({ id, params: named.sort() })
  }
})

it('calls that two parts serve › have a rule on the combined mount', () => {
  const parts = new Map<string, Set<string>>()
  const ofCombinedMount = serviceOperations.filter(({ ownMountOnly }) => ownMountOnly !== true)
  for (const { api, method, path, aliases = [] } of ofCombinedMount) {
    for (const one of [path, ...aliases]) {
      const call = `${method} ${one.replace(/\{\w+\}/g, '{}')}`
      parts.set(call, (parts.get(call) ?? new Set()).add(api))
    }
  }
  const shared = [...parts].filter(([, apis]) => apis.size > 1).map(([call]) => call.split(' '))
  const without = shared.filter(([method, path = '']) => collisionRule(method as Method, path) === undefined)

  expect(without).toEqual([])
})
