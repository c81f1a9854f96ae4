import { createRequire } from 'node:module'
import type * as Package6 from '@meeco/keystore-api-sdk'
import type * as Package5 from 'keystore-api-sdk-5'

// Both packages are CommonJS whose names Node cannot see; jsrp has no types.
const require = createRequire(import.meta.url)
const package5 = require('keystore-api-sdk-5') as typeof Package5
const package6 = require('@meeco/keystore-api-sdk') as typeof Package6
const jsrp = require('jsrp') as { readonly client: new () => JsrpClient }

interface JsrpClient {
  init(options: { username: string; password: string; length: number }, done: () => void): void
  createVerifier(done: (error: Error | null, result: { salt: string; verifier: string }) => void): void
  getPublicKey(): string
  setSalt(salt: string): void
  setServerPublicKey(publicKey: string): void
  getProof(): string
}

/** What a call through a published client came to: the status and body as they were on the wire. */
export interface Outcome {
  readonly status: number
  readonly body: unknown
  /** What the client itself gave back; 6.2.0 throws most bodies away. */
  readonly result: unknown
}

interface Recorded {
  status: number
  body: unknown
}

/** `fetch` that keeps the last answer, because 6.2.0 does not give bodies back. */
function recordingFetch(): { readonly fetch: typeof fetch; readonly last: Recorded } {
  const last: Recorded = { status: 0, body: undefined }
  return {
    last,
    async fetch(input, init) {
      const response = await fetch(input, init)
      const text = await response.clone().text()
      last.status = response.status
      last.body = text === '' ? undefined : JSON.parse(text)
      return response
    },
  }
}

/** Credentials as a caller of these clients sets them; a name that is missing is sent as the text `undefined`. */
export type ApiKeys = Readonly<Record<string, string>>

const apiKeyFrom =
  (keys: ApiKeys) =>
  (name: string): string =>
    // The clients' own habit: what is not set is sent as text.
    keys[name] as string

function apisOf5(basePath: string, keys: ApiKeys, fetchApi: typeof fetch) {
  const configuration = new package5.Configuration({ apiKey: apiKeyFrom(keys), basePath })
  return {
    admission: new package5.ExternalAdmissionTokensApi(configuration, basePath, fetchApi),
    artefact: new package5.PassphraseDerivationArtefactApi(configuration, basePath, fetchApi),
    delegation: new package5.DelegationApi(configuration, basePath, fetchApi),
    dek: new package5.DataEncryptionKeyApi(configuration, basePath, fetchApi),
    home: new package5.HomeApi(configuration, basePath, fetchApi),
    kek: new package5.KeyEncryptionKeyApi(configuration, basePath, fetchApi),
    keypair: new package5.KeypairApi(configuration, basePath, fetchApi),
    monitoring: new package5.MonitoringApi(configuration, basePath, fetchApi),
    session: new package5.SessionApi(configuration, basePath, fetchApi),
    user: new package5.UserApi(configuration, basePath, fetchApi),
    wellKnown: new package5.WellKnownApi(configuration, basePath, fetchApi),
  }
}

function apisOf6(basePath: string, keys: ApiKeys, fetchApi: typeof fetch) {
  const configuration = new package6.Configuration({ apiKey: apiKeyFrom(keys), basePath, fetchApi })
  return {
    admission: new package6.ExternalAdmissionTokensApi(configuration),
    artefact: new package6.PassphraseDerivationArtefactApi(configuration),
    delegation: new package6.DelegationApi(configuration),
    dek: new package6.DataEncryptionKeyApi(configuration),
    home: new package6.HomeApi(configuration),
    kek: new package6.KeyEncryptionKeyApi(configuration),
    keypair: new package6.KeypairApi(configuration),
    monitoring: new package6.MonitoringApi(configuration),
    session: new package6.SessionApi(configuration),
    user: new package6.UserApi(configuration),
    wellKnown: new package6.WellKnownApi(configuration),
  }
}

export type Apis5 = ReturnType<typeof apisOf5>
export type Apis6 = ReturnType<typeof apisOf6>

/** One of the published clients, set up for a server and a caller. */
export interface PublishedClient<Apis> {
  /**
   * Runs one call and answers its outcome. The clients throw the raw response for any status that is not a success;
   * another error is passed on.
   */
  call(run: (apis: Apis) => Promise<unknown>): Promise<Outcome>
}

function clientOver<Apis>(makeApis: (fetchApi: typeof fetch) => Apis): PublishedClient<Apis> {
  const recorder = recordingFetch()
  const apis = makeApis(recorder.fetch)
  return {
    async call(run) {
      try {
        const result = await run(apis)
        return { ...recorder.last, result }
      } catch (thrown) {
        if (!(thrown instanceof Response)) throw thrown
        return { ...recorder.last, result: thrown }
      }
    },
  }
}

export const publishedClient5 = (basePath: string, keys: ApiKeys = {}): PublishedClient<Apis5> =>
  clientOver((fetchApi) => apisOf5(basePath, keys, fetchApi))

export const publishedClient6 = (basePath: string, keys: ApiKeys = {}): PublishedClient<Apis6> =>
  clientOver((fetchApi) => apisOf6(basePath, keys, fetchApi))

/** The SRP library of the published SDK, with the group it asks for. `password` is its binary string. */
export function publishedSrpClient(username: string, password: string): Promise<JsrpClient> {
  const client = new jsrp.client()
  return new Promise((resolve) => client.init({ username, password, length: 2048 }, () => resolve(client)))
}

export function publishedSrpVerifier(client: JsrpClient): Promise<{ srp_salt: string; srp_verifier: string }> {
  return new Promise((resolve, reject) =>
    client.createVerifier((error, { salt, verifier }) =>
      error ? reject(error) : resolve({ srp_salt: salt, srp_verifier: verifier }),
    ),
  )
}
