// Proves docs/contract/vault.md, Bodies, Removed parameters.

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ServiceError } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { REMOVED_PARAMETERS } from '../../shared/contract/removed-parameters.ts'
import { parseInput } from '../../src-main/service/validate.ts'
import { acceptedCall, settingsFor } from '../support/calls/accepted-calls.ts'
import { sample } from '../support/calls/faulty-inputs.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import { callsOf, CIPHER_TEXT } from '../support/service/vault-calls.ts'

const operations = serviceOperations.filter(
  ({ api, requestForm }) => (api === 'vault' || api === 'keystore') && requestForm !== 'verbatim',
)

interface Json {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Json>>
  readonly items?: Json
  readonly anyOf?: readonly Json[]
  readonly additionalProperties?: unknown
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Json>>
}

type Properties = Readonly<Record<string, Json>>
type Path = readonly (string | number)[]

/** The members an object has, alone or as the entries of a list; undefined for anything else. */
function reader(schema: z.ZodType, io: 'input' | 'output') {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  const resolved = (json: Json): Json => {
    if (json.$ref !== undefined) return resolved(whole.$defs?.[json.$ref.replace('#/$defs/', '')] ?? {})
    const options = json.anyOf?.filter(({ type }) => type !== 'null')
    return options?.length === 1 && options[0] !== undefined ? resolved(options[0]) : json
  }
  const isList = (json: Json) => resolved(json).items !== undefined
  const propertiesOf = (json: Json): Properties | undefined => {
    const { properties, items } = resolved(json)
    return properties ?? (items && propertiesOf(items))
  }
  return { properties: propertiesOf(whole) ?? {}, propertiesOf, isList }
}

interface Row {
  /** Where the key does not belong, and the key. */
  readonly at: Path
  readonly key: string
}

const recordOf = (name: string, { success }: Operation): readonly string[] => {
  const reply = reader(success.body ?? z.object({}), 'output')
  const [record = ''] = name.split('_attributes')
  const found = reply.properties[record] ?? reply.properties[`${record}s`]
  return Object.keys((found && reply.propertiesOf(found)) ?? {})
}

/** Every parameter of a body, once at each place beside the one where it belongs. */
function misplaced(operation: Operation): readonly Row[] {
  if (!(operation.body instanceof z.ZodObject)) return []
  const { properties, propertiesOf, isList } = reader(operation.body, 'input')
  const inPath = Object.keys(operation.params?.shape ?? {})
  const within = (outer: Properties, at: Path, name: string): readonly Row[] =>
    Object.entries(outer).flatMap(([key, json]) => {
      const inner = propertiesOf(json)
      if (inner === undefined) return []
      const below: Path = isList(json) ? [...at, key, 0] : [...at, key]
      const rows = (into: Path, record: string, candidates: Properties, known: Properties) => {
        const fields = recordOf(record, operation)
        return Object.keys(candidates)
          .filter((one) => one !== 'id' && !(one in known) && !inPath.includes(one) && !fields.includes(one))
          .map((one): Row => ({ at: into, key: one }))
      }
      return [...rows(below, key, outer, inner), ...rows(at, name, inner, outer), ...within(inner, below, key)]
    })
  return within(properties, [], '')
}

/** A body with one key more. */
function withKey(value: unknown, [first, ...rest]: Path, key: string, added: unknown = 'x'): unknown {
  if (first === undefined) return { ...(value as object), [key]: added }
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => (index === first ? withKey(entry, rest, key, added) : entry))
  const members = value as Readonly<Record<string, unknown>>
  return { ...members, [first]: withKey(members[first], rest, key, added) }
}

const pathText = (at: Path, key: string) =>
  [...at, key]
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1)

function faultsOf({ params: _params, ...operation }: Operation, input: object): readonly unknown[] {
  try {
    parseInput(operation, input)
    return []
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault
    return fault.extraInfo.fields as readonly unknown[]
  }
}

const refused = (path: string) => ({ path, code: 'param_not_permitted' })

describe('parameters at a wrong place', () => {
  const tested = operations.flatMap((operation) =>
    misplaced(operation).map((row) => ({ operation, ...row, call: `${operation.id} ${pathText(row.at, row.key)}` })),
  )

  it('are derived from the schemas of every operation that has objects in its body', () => {
    const calls = tested.map(({ call }) => call)
    expect(calls).toContain('vault.connectionsIdPut connection.role')
    expect(calls).toContain('vault.connectionsIdPut encrypted_recipient_name')
    expect(calls).toContain('vault.itemsIdPut item.based_on')
    expect(calls).toContain('vault.itemsPost item.slots_attributes[0].slots_attributes')
    expect(calls).toContain('vault.itemsIdSharesPost sharing_mode')
    expect(calls).toContain('keystore.childUsersPost child_keypair_for_connection.delegation_token')
    expect(new Set(tested.map(({ operation }) => operation.id)).size).toBeGreaterThan(25)
  })

  it.each(tested)('$call › is refused by its path', ({ operation, at, key }) => {
    const { body } = operation
    const sent = withKey(sample(body ?? z.object({})), at, key)
    expect(faultsOf(operation, { body: sent })).toContainEqual(refused(pathText(at, key)))
  })

  it.each(operations.filter(({ body }) => body instanceof z.ZodObject))(
    '$id › takes no parameter of the body in the query',
    (operation) => {
      for (const name of Object.keys(reader(operation.body ?? z.object({}), 'input').properties)) {
        expect(faultsOf(operation, { query: { [name]: 'x' } })).toContainEqual(refused(name))
      }
    },
  )
})

describe('removed parameters', () => {
  /** As the requirement lists them, by the record they were removed from. */
  const LISTED: readonly (readonly [string, RegExp, Path, readonly string[]])[] = [
    ['items', /^vault\.items(Id)?(Post|Put)$/, ['item'], ['image_background_colour', 'background_color', 'me']],
    ['images of items', /^vault\.items(Id)?(Post|Put)$/, ['item'], ['image_id', 'item_image_id', 'association_ids']],
    ['slots', /^vault\.items(Id)?(Post|Put)$/, ['item', 'slots_attributes', 0], ['encrypted', 'attachment_uid']],
    ['slots of templates', /^vault\.itemTemplatesPost$/, ['slots_attributes', 0], ['encrypted', 'attachment_uid']],
    [
      'users',
      /^vault\.mePut$/,
      ['user'],
      [
        ...['is_app_logging_enabled', 'unconfirmed_email', 'share_terms', 'cloudname', 'key_store_admission_token'],
        ...['key_store_id', 'key_store_url', 'key_store_username'],
      ],
    ],
    ['users', /^vault\.mePost$/, [], ['share_terms', 'cloudname', 'key_store_username']],
    [
      'sessions',
      /^(vault\.session(LimitedInTime)?Post|keystore\.(srpSession|session\w*)Post)$/,
      [],
      ['name', 'device_push_token', 'push_token_platform'],
    ],
    ['child users', /\.childUsersPost$/, [], ['child_public_key_for_login']],
    ['sessions to end', /\.sessionAllDelete$/, [], ['delete_all_session_params']],
  ]

  it.each(LISTED)('of %s › are refused wherever a schema has their place', (_record, calls, at, names) => {
    const found = operations.filter(({ id }) => calls.test(id))
    expect(found).not.toEqual([])
    for (const operation of found) {
      const sent = sample(operation.body ?? z.object({}))
      for (const name of names) {
        // To the key store null is absent.
        for (const value of ['x', false, {}, operation.api === 'vault' ? null : []]) {
          const body = withKey(sent, at, name, value)
          const part = operation.method === 'DELETE' ? { query: { [name]: value } } : { body }
          expect(faultsOf(operation, part)).toContainEqual(refused(pathText(at, name)))
        }
      }
    }
  })

  it('each row of the table › belongs to a place that some operation has', () => {
    const places = new Set<string>([''])
    const collect = ({ properties, propertiesOf }: ReturnType<typeof reader>) => {
      const below = (inner: Properties): void => {
        for (const [key, json] of Object.entries(inner)) {
          const next = propertiesOf(json)
          if (next === undefined) continue
          places.add(key)
          below(next)
        }
      }
      below(properties)
    }
    for (const { body } of operations) if (body !== undefined) collect(reader(body, 'input'))
    for (const { place, calls } of REMOVED_PARAMETERS) {
      expect(places).toContain(place)
      const fitting = operations.filter(({ method, path }) => calls?.test(`${method} ${path}`) !== false)
      expect(fitting.length).toBeGreaterThan(0)
    }
  })
})

describeOverTransports('refused parameters', (start) => {
  it('every operation › takes its call as the schema says it, and a key that is unknown everywhere', async () => {
    for (const operation of operations.filter(({ body, id }) => body !== undefined && id !== 'keystore.sessionPost')) {
      const running = await start(settingsFor(operation))
      const call = await acceptedCall(running, aSignedInUser(running), operation)
      const isJson = typeof call.body === 'object' && call.body !== null && !(call.body instanceof Uint8Array)
      const body = isJson ? { ...call.body, an_unknown_key: 1 } : call.body
      expect([operation.id, await running.send({ ...call, body })]).toMatchObject([operation.id, { ok: true }])
    }
  })

  it('nothing is written: a role inside `connection`, an old login key of a child, a mode beside the shares', async () => {
    const running = await start()
    for (const [id, extra] of [
      ['vault.connectionsIdPut', { connection: { encrypted_recipient_name: null, role: 'admin' } }],
      ['vault.childUsersPost', { child_public_key_for_login: 'x' }],
      ['keystore.childUsersPost', { child_public_key_for_login: 'x' }],
      ['vault.itemsIdSharesPost', { sharing_mode: 'anyone' }],
      ['vault.itemsPost', { label: 'Car' }],
      ['vault.mePut', { full_name: 'Ada' }],
    ] as const) {
      const operation = operations.find((one) => one.id === id)
      if (operation === undefined) throw new Error(id)
      const call = await acceptedCall(running, aSignedInUser(running), operation)
      const before = databaseContent(running.connection)
      const reply = await running.send({ ...call, body: { ...(call.body as object | undefined), ...extra } })
      expect([id, reply.status, reply.body]).toMatchObject([id, 400, { errors: [{ error: 'param_not_permitted' }] }])
      expect(databaseContent(running.connection)).toBe(before)
    }
  })

  it('a record may be sent back as it came', async () => {
    const running = await start()
    const user = aSignedInUser(running)
    const slots_attributes = [{ label: 'Colour', encrypted_value: CIPHER_TEXT }]
    const { item, slots } = await callsOf(running, user).createItem({ label: 'Car', slots_attributes })

    const body = { item: { ...item, label: 'Truck', slots_attributes: slots.map(withoutNulls) } }
    const reply = await running.send({ operation: 'vault.itemsIdPut', params: { id: item.id }, body, ...user })
    expect(reply).toMatchObject({ ok: true, body: { item: { label: 'Truck' } } })
  })
})

function withoutNulls(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
}
