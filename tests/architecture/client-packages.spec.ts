import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'

/*
 * Every call that a published client package can make is made in `tests/client-packages`, or not served at all; and every
 * operation is called there by a client of others: one of the packages, or one that is generated from our documents.
 */

// The packages are CommonJS whose names Node cannot see.
const require = createRequire(import.meta.url)

const PACKAGES = ['vault-api-sdk-31', '@meeco/vault-api-sdk', 'keystore-api-sdk-5', '@meeco/keystore-api-sdk'] as const

/** What the packages can call and no operation answers, with the reason. */
const NOT_SERVED: Readonly<Record<string, string>> = {
  itemsItemIdAssociationsPost: 'associations of items were removed from the interface',
  itemsItemIdAssociationsIdPut: 'associations of items were removed from the interface',
  messagesGet: 'messages were removed from the interface',
  messagesIdDelete: 'messages were removed from the interface',
  systemRedisAppDelete: 'empties a cache of the original service, which this one does not have',
  systemRedisSidekiqDelete: 'empties a queue of the original service, which this one does not have',
  importUserPost: 'moves accounts between installations of the original service',
  usersPost: 'makes accounts whose passphrase the service sees; srpUsersPost is what there is',
  adminUsersPost: 'makes accounts on behalf of providers of accounts, which there are none of here',
  portalServiceV1ResellerUserCreatePost: 'makes accounts on behalf of resellers, which there are none of here',
  systemDelegationsDelegationTokenPut: 'is called by one backend of the original service of another',
  systemDelegationsDelegationTokenDelete: 'is called by one backend of the original service of another',
}

const textOf = (folder: URL): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))

/** Names of the methods that the specs call, alone and with what they are called on: `itemsGet`, `item.itemsGet`. */
const calls = new Set(
  [new URL('../client-packages/', import.meta.url), new URL('../support/published/', import.meta.url)]
    .flatMap(textOf)
    .flatMap((text) => callsIn(ts.createSourceFile('', text, ts.ScriptTarget.Latest))),
)

function callsIn(node: ts.Node): readonly string[] {
  const below: string[] = []
  ts.forEachChild(node, (child) => {
    below.push(...callsIn(child))
  })
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return below
  const { expression, name } = node.expression
  const method = name.text.replace(/Raw$/, '')
  return ts.isIdentifier(expression) ? [...below, method, `${expression.text}.${method}`] : [...below, method]
}

/** Names of the calls of a package; most packages have each once more, with `Raw` behind it. */
function methodsOf(name: string): readonly string[] {
  const exported = require(name) as Readonly<Record<string, unknown>>
  return Object.entries(exported).flatMap(([className, made]) =>
    className.endsWith('Api') && typeof made === 'function' ? callsOfClass(made as new () => object) : [],
  )
}

function callsOfClass({ prototype }: new () => object): readonly string[] {
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor' && !name.endsWith('Raw'))
}

const packageMethods = new Set(PACKAGES.flatMap(methodsOf))
const namesakes = ({ name }: Operation) => serviceOperations.filter((operation) => operation.name === name)

/**
 * By a method that a package has and no other operation; else of the generated client, which stands in a variable with the
 * name of the part.
 */
function isCalled(operation: Operation): boolean {
  const { api, name } = operation
  const isTold = packageMethods.has(name) && namesakes(operation).length === 1
  return calls.has(`${api}.${name}`) || (isTold && calls.has(name))
}

it('every operation › is called by a client of others, where a client can have a name for it', () => {
  // Who comes to the others was sent there by an address: addresses-client.spec.ts follows one to each.
  const named = serviceOperations.filter(({ extension }) => extension !== 'unlisted')

  expect(named.filter((operation) => !isCalled(operation)).map(({ id }) => id)).toEqual([])
})

it.each(PACKAGES)('every call of %s › is made in a spec, unless no operation answers it', (name) => {
  const methods = methodsOf(name)

  expect(methods.length).toBeGreaterThan(40)
  expect(methods.filter((method) => !calls.has(method) && NOT_SERVED[method] === undefined)).toEqual([])
})

it('calls that are not served › are calls of the packages, and no operation has their name', () => {
  const names = new Set(serviceOperations.map((operation) => operation.name))

  expect(
    Object.keys(NOT_SERVED).filter((name) => !packageMethods.has(name) || names.has(name) || calls.has(name)),
  ).toEqual([])
})
