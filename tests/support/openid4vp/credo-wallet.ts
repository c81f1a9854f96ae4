import { randomBytes, sign } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { AgentDependencies, BaseRecord, BaseRecordConstructor, Module, StorageService } from '@credo-ts/core'
import {
  Agent,
  InjectionSymbols,
  Kms,
  RecordNotFoundError,
  SdJwtVcRecord,
  StorageVersionRecord,
  UpdateAssistant,
} from '@credo-ts/core'
import type { OpenId4VcHolderApi } from '@credo-ts/openid4vc'
import { OpenId4VcModule } from '@credo-ts/openid4vc'
import type { JWK } from 'jose'
import { compactVerify, importJWK } from 'jose'
import type { SdJwtParty } from '../exchange/sd-jwts.ts'
import type { CardParties } from './foreign-wallet.ts'
import { issueCard } from './foreign-wallet.ts'
import { fetchHere } from './library-party.ts'

type Agreed = Parameters<OpenId4VcHolderApi['acceptOpenId4VpAuthorizationRequest']>[0]['authorizationRequestPayload']

/** What the wallet does otherwise. */
interface CredoFaults {
  /** Members of the request that it answers as if they were these. */
  readonly request?: Readonly<Partial<Record<'nonce' | 'client_id' | 'state', string>>>
}

/**
 * A wallet of Credo, unmodified, with its key and its records in memory. It holds a card.
 *
 * @param parties of the card
 * @param signer whose key the wallet has; the holder's unless said
 */
export async function aCredoWallet(parties: CardParties, nowSeconds: number, signer = parties.holder) {
  const agent = new Agent({
    config: { allowInsecureHttpUrls: true },
    dependencies: DEPENDENCIES,
    modules: {
      records: recordsInMemory(),
      keyManagement: new Kms.KeyManagementModule({ backends: [keyInMemory(signer)] }),
      openid4vc: new OpenId4VcModule(),
    },
  })
  await agent.initialize()
  const card = { compactSdJwtVc: await issueCard(parties, nowSeconds), kmsKeyId: KEY_ID }
  await agent.sdJwtVc.store({ record: new SdJwtVcRecord({ credentialInstances: [card] }) })
  const { holder: wallet } = agent.openid4vc

  return { read, send, close: () => agent.shutdown() }

  /** Follows a link and chooses among the cards. @throws what the library finds wrong with the request */
  async function read(link: string) {
    const { authorizationRequestPayload, dcql } = await wallet.resolveOpenId4VpAuthorizationRequest(link)
    if (dcql === undefined) throw new Error('the request has no DCQL query')
    return {
      request: authorizationRequestPayload,
      credentials: wallet.selectCredentialsForDcqlRequest(dcql.queryResult),
    }
  }

  /** @returns the reply of the verifier */
  async function send(
    { request, credentials }: Awaited<ReturnType<typeof read>>,
    { request: members }: CredoFaults = {},
  ) {
    const authorizationRequestPayload = { ...request, ...members } as Agreed // of the same kind as before
    const answer = { authorizationRequestPayload, dcql: { credentials } }
    const { serverResponse } = await wallet.acceptOpenId4VpAuthorizationRequest(answer)
    return serverResponse
  }
}

const KEY_ID = 'holder'

/** What stands at the place of what a test does not use. */
const unused = (name: string) => (): never => {
  throw new Error(`${name} is not used by these tests`)
}

/** No file and no socket of its own. */
const DEPENDENCIES = {
  FileSystem: class {
    dataPath = ''
    cachePath = ''
    tempPath = ''
    exists = unused('exists')
    createDirectory = unused('createDirectory')
    copyFile = unused('copyFile')
    write = unused('write')
    read = unused('read')
    delete = unused('delete')
    downloadToFile = unused('downloadToFile')
  },
  EventEmitterClass: EventEmitter,
  fetch: fetchHere,
  WebSocketClass: unused('WebSocketClass') as unknown as AgentDependencies['WebSocketClass'],
} satisfies AgentDependencies

/** Signs as one party; verifies any ES256. */
function keyInMemory({ jwk, privateKey }: SdJwtParty): Kms.KeyManagementService {
  const publicJwk = { ...jwk, kid: KEY_ID } as Kms.KmsJwkPublic
  return {
    backend: 'memory',
    isOperationSupported: (_, { operation }) => ['sign', 'verify', 'randomBytes'].includes(operation),
    getPublicKey: (_, keyId) => Promise.resolve(keyId === KEY_ID ? publicJwk : null),
    sign: (_, { data }) => {
      const signature = sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return Promise.resolve({ signature: new Uint8Array(signature) })
    },
    verify: async (_, { key, algorithm, data, signature }) => {
      const by = key.publicJwk
      if (by === undefined) return { verified: false }
      const jwt = `${Buffer.from(data).toString()}.${Buffer.from(signature).toString('base64url')}`
      const isValid = await compactVerify(jwt, await importJWK(by as JWK, algorithm)).then(
        () => true,
        () => false,
      )
      return isValid ? { verified: true, publicJwk: by } : { verified: false }
    },
    randomBytes: (_, { length }) => new Uint8Array(randomBytes(length)),
    createKey: unused('createKey'),
    importKey: unused('importKey'),
    deleteKey: unused('deleteKey'),
    encrypt: unused('encrypt'),
    decrypt: unused('decrypt'),
  }
}

type AnyRecord = BaseRecord
type RecordClass = BaseRecordConstructor<AnyRecord>

/** The module that gives Credo its storage. */
function recordsInMemory(): Module {
  const records = new Map<string, AnyRecord>()
  const keyOf = (type: string, id: string) => `${type} ${id}`
  const ofClass = (type: RecordClass) => [...records.values()].filter((record) => record.type === type.type)
  const put = (_: unknown, record: AnyRecord) => {
    records.set(keyOf(record.type, record.id), record)
    return Promise.resolve()
  }
  const take = (_: unknown, { type }: RecordClass, id: string) => {
    records.delete(keyOf(type, id))
    return Promise.resolve()
  }
  const version = new StorageVersionRecord({ storageVersion: UpdateAssistant.frameworkStorageVersion })
  records.set(keyOf(version.type, version.id), version)
  const storage: StorageService<AnyRecord> = {
    supportsCursorPagination: false,
    save: put,
    update: put,
    delete: (_, record) => take(_, record as unknown as RecordClass, record.id),
    deleteById: take,
    getById: (_, type, id) => {
      const found = records.get(keyOf(type.type, id))
      if (found === undefined) throw new RecordNotFoundError(`no ${id}`, { recordType: type.type })
      return Promise.resolve(found)
    },
    getAll: (_, type) => Promise.resolve(ofClass(type)),
    findByQuery: (_, type, query) => Promise.resolve(ofClass(type).filter((record) => isFound(record, query as Asked))),
  }
  return {
    register: (manager) => {
      manager.registerInstance(InjectionSymbols.StorageService, storage)
    },
  }
}

/** As the agent asks: by tags, and by any or all of several questions. */
interface Asked {
  readonly $or?: readonly Asked[]
  readonly $and?: readonly Asked[]
  readonly [tag: string]: unknown
}

/** A tag is equal to what is asked for, or one of both is a list that has the other. */
function isFound(record: BaseRecord, { $or = [], $and = [], ...tags }: Asked): boolean {
  const actual = record.getTags() as Readonly<Record<string, unknown>>
  return (
    Object.entries(tags).every(([name, value]) => [actual[name]].flat().some((one) => [value].flat().includes(one))) &&
    $and.every((part) => isFound(record, part)) &&
    ($or.length === 0 || $or.some((part) => isFound(record, part)))
  )
}
