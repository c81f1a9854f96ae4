import type { Verification } from '../../../shared/contract/presentations.ts'
import { DEMO_SCHEMAS, findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { localKey } from '../../../src-main/crypto/keys.ts'
import { randomBytes } from '../../../src-main/crypto/random.ts'
import type { RandomBytes } from '../../../src-main/crypto/random.ts'
import { didKeyMethodOf, didKeyOf, signingKeyFrom } from '../../../src-main/crypto/signing-key.ts'
import { uuidV7Source } from '../../../src-main/crypto/uuid-v7.ts'
import { presentationHandlers } from '../../../src-main/exchange/presentations/presentation-handlers.ts'
import { verifyPresentation } from '../../../src-main/exchange/presentations/verify-presentation.ts'
import { contextOver } from '../../../src-main/exchange/presentations/open-context.ts'
import { contextRegistry } from '../../../src-main/exchange/registries/context-registry.ts'
import type { ExchangeCall } from '../../../src-main/service/call.ts'
import type { Connection } from '../../../src-main/sqlite/database.ts'
import { openDatabase } from '../../../src-main/sqlite/database.ts'
import { issuerStore } from '../../../src-main/wallet/issuer/issuer-store.ts'
import { migrate } from '../../../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../../../src-main/sqlite/migrations/all.ts'
import { createDemoIssuers } from '../../../src-main/wallet/issuer/demo-issuers.ts'
import type { Receiver } from '../../../src-main/wallet/issuer/demo-issuers.ts'
import type { IssueOrder } from '../../../src-main/wallet/issuer/issue-order.ts'
import { signJwt } from '../../../src-main/wallet/signing/jwt-signer.ts'
import { signLinkedData } from '../../../src-main/wallet/signing/linked-data-signer.ts'
import { HOLDER_SEED } from '../../vectors/presentation-vectors.ts'

const CONTEXTS = contextRegistry()
export const THE_HOLDER_KEY = signingKeyFrom('Ed25519', HOLDER_SEED)
const HOLDER = didKeyOf(THE_HOLDER_KEY)
export const ISSUED_AT = '2026-02-01T12:00:00Z'

/** An order of the first issuer for a driving licence as linked data. */
export function anOrder(members: Partial<IssueOrder> = {}): IssueOrder {
  const schema = members.schema ?? schemaId('driving-licence')
  return {
    issuer_id: 'harbour-registry',
    schema,
    format: 'ldp_vc',
    algorithm: 'EdDSA',
    values: findDemoSchema(schema)?.example ?? {},
    issued_at: null,
    expires_at: null,
    with_status: true,
    subject: null,
    issue_anyway: false,
    ...members,
  }
}

export function schemaId(name: string): string {
  return DEMO_SCHEMAS.find((schema) => schema.name === name)?.id ?? name
}

interface TestIssuers {
  readonly isDemo?: boolean
  readonly connection?: Connection
  readonly random?: RandomBytes
}

/** The demo issuers over a database in memory, a wallet that takes everything, and an exchange that knows their lists. */
export function demoIssuersForTest({
  isDemo = true,
  connection = openMemory(),
  random = randomBytes,
}: TestIssuers = {}) {
  const clock = { ms: Date.parse(ISSUED_AT), nowMs: () => clock.ms }
  const lists = new Map<string, { credential: unknown; held_since: string }>()
  const received: (JsonObject | string)[] = []
  const wallet = { hasOpenRun: false }
  let changes = 0
  const issuers = createDemoIssuers({
    store: issuerStore(connection),
    localKey: localKey(new Uint8Array(32).fill(9)),
    clock,
    newId: uuidV7Source(() => clock.ms),
    isDemo,
    contexts: CONTEXTS.find,
    publishStatusList: (url, credential, at) => void lists.set(url, { credential, held_since: at }),
    isTrusted: () => null,
    inTransaction: (work) => connection.transaction(work)(),
    onChange: () => (changes += 1),
    random,
  })
  const receiver: Receiver = {
    user_id: 'u1',
    hasOpenRun: () => wallet.hasOpenRun,
    defaultDid: () => Promise.resolve(HOLDER),
    add: ({ raw }) => `w${received.push(raw)}`,
  }
  return {
    issuers,
    receiver,
    clock,
    lists,
    received,
    wallet,
    connection,
    changes: () => changes,
    issue: (members: Partial<IssueOrder> = {}) => issuers.issue(anOrder(members), receiver),
    /** Everything the exchange has to say against a presentation of these credentials; empty when nothing. */
    problems: async (credentials: readonly unknown[]) => problemsOf(await verify(credentials)),
  }

  async function verify(credentials: readonly unknown[]): Promise<Verification> {
    const registries = {
      contexts: { find: () => undefined },
      dids: { find: () => undefined },
      schemas: { find: (id: string) => findDemoSchema(id)?.schema },
      statusLists: { find: (url: string) => lists.get(url) },
      trustList: () => [],
      revision: () => 0,
    }
    const contextAt = contextOver(registries, () => 0)
    const handlers = presentationHandlers({
      definitions: { findDefinition: () => undefined },
      accepted: {
        findEarlier: () => 'none',
        addAccepted: () => undefined,
        addRecord: () => undefined,
        forget: () => undefined,
      },
      verify: (input, now) => verifyPresentation(input, contextAt(now, undefined)),
      willEvaluateOnWorker: () => undefined,
      defaultPolicy: () => ({}),
      elapsedMs: () => 0,
    })
    const now = new Date(clock.ms).toISOString()
    const call = { now, nowMs: clock.ms, newId: () => 'id' } as unknown as ExchangeCall // what is used of it
    // Nobody trusts the demo issuers here, and nobody is asked to: what they sign is looked at.
    const policy = { 'credential.trust': 'off' as const }
    const options = { evaluate: 'none' as const, replay: 'off' as const, policy }
    const input = { params: undefined, query: undefined, body: { presentation: await present(credentials), options } }
    const decide = await handlers.verifyPresentation.prepare(call, input)
    return decide(call, input)
  }

  /** A linked data proof would not cover a JWT. */
  async function present(verifiableCredential: readonly unknown[]): Promise<JsonObject | string> {
    const vp = {
      '@context': ['https://www.w3.org/2018/credentials/v1'],
      type: ['VerifiablePresentation'],
      holder: HOLDER,
      verifiableCredential,
    }
    if (verifiableCredential.some((credential) => typeof credential === 'string')) {
      const signing = { key: THE_HOLDER_KEY, algorithm: 'EdDSA', kid: didKeyMethodOf(THE_HOLDER_KEY) } as const
      return signJwt({ iss: HOLDER, iat: Math.floor(clock.ms / 1000), vp }, signing)
    }
    const signing = {
      key: THE_HOLDER_KEY,
      verificationMethod: didKeyMethodOf(THE_HOLDER_KEY),
      proofPurpose: 'authentication',
      created: new Date(clock.ms).toISOString(),
    }
    return signLinkedData(vp, signing, CONTEXTS.find)
  }
}

function problemsOf({ errors, warnings }: Verification): readonly string[] {
  return [
    ...errors.map(({ check, code }) => `${check} ${code}`),
    ...warnings.map(({ check, code }) => `warn ${check} ${code}`),
  ]
}

function openMemory() {
  const connection = openDatabase({ path: ':memory:' })
  migrate(connection, MIGRATIONS)
  return connection
}
