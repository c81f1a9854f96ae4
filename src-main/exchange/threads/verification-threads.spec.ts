// Proves docs/contract/exchange.md, Registries, Limits.

import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { VerificationOptions } from '../../../shared/contract/presentations.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { aDefinition, HOLDER, ISSUER, LICENCE_SCHEMA } from '../../../tests/support/exchange/definitions.ts'
import {
  aLicence,
  aPresentation,
  aStatusEntry,
  aStatusList,
  aSubmission,
  IMPORTED_CONTEXTS,
  LICENCE_CONTEXT,
  NOW,
  signed,
  STATUS_LIST,
  STATUS_LIST_CONTEXT,
  THE_HOLDER,
  THE_ISSUER,
} from '../../../tests/support/exchange/presentations.ts'
import { aP256Party, disclosureOf, identityClaims, madeSdJwt } from '../../../tests/support/exchange/sd-jwts.ts'
import { isFailed } from '../presentations/check-row.ts'
import { known } from '../presentations/evaluation.ts'
import { tokenFromText, tokenText } from '../presentations/presentation.ts'
import type { Presentation } from '../presentations/presentation.ts'
import { readVerificationRequest } from '../presentations/read-request.ts'
import type { VerificationInput } from '../presentations/checked-presentation.ts'
import { verifyPresentation } from '../presentations/verify-presentation.ts'
import type { Registries } from '../presentations/open-context.ts'
import { contextOver } from '../presentations/open-context.ts'
import { presentationVerifier } from '../presentations/verifier.ts'
import { CREDENTIALS_V1 } from '../registries/context-registry.ts'
import { ThreadEnded } from '../../threads/task-thread.ts'
import type { VerificationSettings } from './verification-task.ts'
import { verificationThreads } from './verification-threads.ts'

const elapsedMs = () => performance.now()
const list = { credential: await signed(aStatusList(), THE_ISSUER), held_since: NOW }
let schema: JsonObject = { properties: { category: { enum: ['B'] } } }
let revision = 0
const REGISTRIES: Registries = {
  contexts: { find: (url) => IMPORTED_CONTEXTS.get(url) },
  dids: { find: (did) => (did === HOLDER ? didDocument(HOLDER) : undefined) },
  schemas: { find: (url) => (url === LICENCE_SCHEMA ? schema : undefined) },
  statusLists: { find: (url) => (url === STATUS_LIST ? list : undefined) },
  trustList: () => [{ did: ISSUER, name: 'Harbour Registry' }],
  revision: () => revision,
}

function didDocument(did: string): JsonObject {
  const key = did.slice('did:key:'.length)
  const id = `${did}#${key}`
  const verificationMethod = [{ id, controller: did, type: 'Multikey', publicKeyMultibase: key }]
  return { id: did, verificationMethod, authentication: [id] }
}

const DEFINITION = aDefinition()

/** With so many credentials, each with a status; only the first one is asked for. */
async function inputWith(
  credentials: number,
  subject: JsonObject = {},
  holderMember = 'holder',
): Promise<VerificationInput> {
  const members = {
    '@context': [CREDENTIALS_V1, LICENCE_CONTEXT, STATUS_LIST_CONTEXT],
    credentialSubject: { id: HOLDER, category: 'B', ...subject },
  }
  const made = Array.from({ length: credentials }, (_, index) =>
    signed(aLicence({ ...members, id: `urn:uuid:${index}`, credentialStatus: aStatusEntry(100 + index) }), THE_ISSUER),
  )
  const { holder, ...presentation } = aPresentation(await Promise.all(made), aSubmission('d1'))
  const sent = await signed({ ...presentation, [holderMember]: holder }, THE_HOLDER, { proofPurpose: 'authentication' })
  const options = VerificationOptions.parse({ replay: 'off' })
  return {
    token: tokenFromText(JSON.stringify({ value: sent })),
    options,
    known: { definition: DEFINITION, prepared: prepareDefinition(DEFINITION) },
    isDefinitionKnown: true,
  }
}

const contextAt = contextOver(REGISTRIES, elapsedMs)
const here = (input: VerificationInput) => verifyPresentation(input, contextAt(NOW, undefined))
let thread = verificationThreads(REGISTRIES)
afterEach(async () => {
  await thread.close()
})

const stopCodeOf = (fault: unknown) => (fault instanceof ThreadEnded ? fault.code : undefined)
const verifierOver = ({ verify }: typeof thread) =>
  presentationVerifier({ contextAt, verifyOnWorker: verify, stopCodeOf })

/** A thread that says that it begins a task, as the real one does, and then runs this. */
function beginsAnd(source: string): string {
  return `const { parentPort } = require('node:worker_threads')
    parentPort.on('message', () => { parentPort.postMessage({ note: 'begun' }); ${source} })`
}

/** The real thread, which is not there before so many milliseconds. */
function lateWorker(settings: VerificationSettings, lateMs: number): Worker {
  const url = new URL('./verification-worker.ts', import.meta.url).href
  const source = `setTimeout(() => import(${JSON.stringify(url)}), ${lateMs})`
  return new Worker(source, { eval: true, workerData: settings, transferList: [settings.registries.port] })
}

describe('verificationThreads', () => {
  it('answers the same as this thread, with contexts, keys, schemas, lists and issuers of this one', async () => {
    thread = verificationThreads(REGISTRIES)
    const holderByIri = await inputWith(4, {}, 'https://www.w3.org/2018/credentials#holder')
    const inputs = [await inputWith(5), await inputWith(4, { category: 'A' }), holderByIri]

    for (const input of inputs) {
      const apart = (await thread.verify(input, NOW)).answer
      expect(apart).toEqual((await here(input)).answer)
      expect(apart.holder).toBe(HOLDER)
      expect(apart.credentials[0]).toMatchObject({ issuer_name: 'Harbour Registry', status: 'active' })
    }
    expect((await thread.verify(inputs[0] as VerificationInput, NOW)).answer.valid).toBe(true)
  })

  it('answers the same for SD-JWT VCs, with keys of issuers and DCQL queries', async () => {
    const [issuer, holder] = [aP256Party(), aP256Party()]
    const iss = 'https://issuer.example'
    const registries: Registries = {
      ...REGISTRIES,
      issuerMetadata: { find: (url) => (url === iss ? { issuer: iss, jwks: { keys: [issuer.jwk] } } : undefined) },
      trustList: () => [{ did: iss, name: 'Harbour Registry' }],
    }
    thread = verificationThreads(registries)
    const dcql_query = { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: {}, claims: [{ path: ['name'] }] }] }
    const name = disclosureOf(['s', 'name', 'Ada'])
    const payload = identityClaims(issuer, holder, { iss, _sd: [name.digest] })
    const made = madeSdJwt({
      issuer,
      header: { kid: undefined },
      payload,
      disclosures: [name],
      binding: { by: holder },
    })
    const changed = made.replace(`~${name.text}`, '')

    for (const [text, valid] of [
      [made, true],
      [changed, false],
    ] as const) {
      const request = readVerificationRequest({ vp_token: { pid: [text] }, options: { replay: 'off', dcql_query } })
      const input = { ...request, known: known({ dcql_query }), isDefinitionKnown: false }
      const apart = (await thread.verify(input, NOW)).answer
      const onThisThread = verifyPresentation(input, contextOver(registries, elapsedMs)(NOW, undefined))
      expect(apart).toEqual((await onThisThread).answer)
      expect([apart.valid, apart.credentials[0]?.issuer_name]).toEqual([valid, 'Harbour Registry'])
    }
  })

  it('listens to its thread no more the longer it is used', { tags: ['full'] }, async () => {
    let worker: Worker | undefined
    const startWorker = (settings: VerificationSettings) => {
      const transferList = [settings.registries.port]
      const url = new URL('./verification-worker.ts', import.meta.url)
      return (worker = new Worker(url, { workerData: settings, transferList }))
    }
    thread = verificationThreads(REGISTRIES, { startWorker })
    const input = await inputWith(1)
    const counts: (number | undefined)[] = []
    for (let times = 0; times < 3; times += 1) {
      await thread.verify(input, NOW)
      counts.push(worker?.eventNames().reduce((sum, name) => sum + (worker?.listenerCount(name) ?? 0), 0))
    }

    expect(new Set(counts).size).toBe(1)
  })

  it(
    'started before › has its thread for the first presentation, and starts no other',
    { tags: ['full'] },
    async () => {
      let started = 0
      const startWorker = (settings: VerificationSettings) => {
        started += 1
        return lateWorker(settings, 0)
      }
      thread = verificationThreads(REGISTRIES, { startWorker })
      thread.start()
      expect(started).toBe(1)

      expect((await thread.verify(await inputWith(1), NOW)).answer.valid).toBe(true)
      expect(started).toBe(1)
    },
  )

  it('closed before it was warm › starts nothing', async () => {
    let started = 0
    const startWorker = (settings: VerificationSettings) => {
      started += 1
      return lateWorker(settings, 0)
    }
    thread = verificationThreads(REGISTRIES, { startWorker })
    await thread.close()
    thread.start()

    expect(started).toBe(0)
  })

  it('a JWT presentation and a submission beside it › arrive as they were sent', () => {
    const payload = { iss: HOLDER, vp: { verifiableCredential: [], type: 'VerifiablePresentation' } }
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const jwt = `${part({ alg: 'EdDSA' })}.${part(payload)}.${part('signature')}`
    for (const sent of [jwt, aPresentation([], {})]) {
      const { token } = readVerificationRequest({ presentation: sent, presentation_submission: aSubmission('d1') })

      expect(tokenFromText(tokenText(token))).toEqual(token)
    }
  })

  it('sees registries that have changed', async () => {
    thread = verificationThreads(REGISTRIES)
    const input = await inputWith(4)
    const isValid = async () => (await thread.verify(input, NOW)).answer.valid
    expect(await isValid()).toBe(true)

    schema = { properties: { category: { enum: ['C'] } } }
    revision += 1

    expect(await isValid()).toBe(false)
    schema = { properties: { category: { enum: ['B'] } } }
    revision += 1
    expect(await isValid()).toBe(true)
  })

  it('a registry that fails › fails the checks', async () => {
    const dids = { find: () => expect.unreachable('broken') }
    thread = verificationThreads({ ...REGISTRIES, dids })
    const { checks } = (await thread.verify(await inputWith(4), NOW)).answer

    expect(checks.find(({ check }) => check === 'presentation.proof')).toMatchObject({ code: 'internal' })
  })

  it('takes too long › stops by itself, and what is left fails', { tags: ['full'] }, async () => {
    thread = verificationThreads(REGISTRIES, { maxMs: 500 }) // it takes the same time to answer
    const input = await inputWith(20)
    const { credentials } = (await verifierOver(thread)(input, NOW)).answer

    for (const { checks } of credentials) expect(checks.filter(isFailed).map(({ code }) => code)).toContain('timeout')
  })

  it('starts later than a verification may take › verifies', { tags: ['full'] }, async () => {
    const maxMs = 10_000
    thread = verificationThreads(REGISTRIES, { maxMs, startWorker: (settings) => lateWorker(settings, maxMs + 100) })

    expect((await thread.verify(await inputWith(1), NOW)).answer.valid).toBe(true)
  })

  it('hangs in one › the one that waits behind it is verified by another thread', { tags: ['full'] }, async () => {
    let started = 0
    const startWorker = (settings: VerificationSettings) => {
      started += 1
      return started === 1 ? new Worker(beginsAnd('for (;;);'), { eval: true }) : lateWorker(settings, 0)
    }
    thread = verificationThreads(REGISTRIES, { maxMs: 10_000, startWorker })
    const verify = verifierOver(thread)
    const both = [await inputWith(4), await inputWith(5)].map((input) => verify(input, NOW))

    const [hung, waited] = (await Promise.all(both)).map(({ answer }) => answer)

    expect(hung?.checks.find(isFailed)).toMatchObject({ code: 'timeout' })
    expect(waited?.valid).toBe(true)
  })
})

describe('presentationVerifier', () => {
  const apart: number[] = []
  const counting = presentationVerifier({
    contextAt,
    verifyOnWorker: (input) => {
      apart.push(input.token.presentations.flatMap(({ credentials }) => credentials).length)
      return here(input)
    },
    stopCodeOf,
  })

  it('verifies more than three linked data credentials apart', async () => {
    for (const count of [1, 3, 4, 6]) await counting(await inputWith(count), NOW)

    expect(apart).toEqual([4, 6])
  })

  it('verifies apart what is large, and what looks through a document', { tags: ['full'] }, async () => {
    apart.length = 0
    const input = await inputWith(1)
    const { token } = input
    const [only] = token.presentations
    const large = { ...token, presentations: [{ ...only, sent: { filler: 'x'.repeat(20_000) } } as Presentation] }
    const at = { id: 'licence', path: '$', format: 'ldp_vc' }
    const submissionWith = (entry: JsonObject) => ({
      value: { id: 'x', definition_id: 'd1', descriptor_map: [entry] },
      location: [],
    })
    const searching = submissionWith({ ...at, path: '$..[?@.id]' })
    const nested = submissionWith({ ...at, path_nested: { ...at, path_nested: { ...at, path: '$.*' } } })
    const fields = [{ path: ['$..category'] }]
    const definition = { input_descriptors: [{ id: 'licence', constraints: { fields } }] }

    for (const one of [large, { ...token, submission: searching }, { ...token, submission: nested }]) {
      await counting({ ...input, token: one }, NOW)
    }
    await counting({ ...input, known: { definition, prepared: prepareDefinition(definition) } }, NOW)

    expect(apart).toEqual([1, 1, 1, 1])
  })

  it.each([
    ['dies', 'internal', 'process.exit(1)'],
    ['throws', 'internal', 'throw new Error("x")'],
    ['never begins', 'timeout', 'setInterval(() => undefined, 1000)'],
    ['never ends its start', 'timeout', 'for (;;);'],
    ['begins and never answers', 'timeout', beginsAnd('')],
    ['begins and never stops', 'timeout', beginsAnd('for (;;);')],
  ])('a thread that %s › every proof fails, none passes', async (name, code, source) => {
    const [maxMs, startMs] = name.startsWith('begins') ? [50, undefined] : [undefined, code === 'timeout' ? 50 : 5000]
    const startWorker = () => new Worker(source, { eval: true })
    thread = verificationThreads(REGISTRIES, { maxMs, startMs, startWorker })
    const answer = (await verifierOver(thread)(await inputWith(4), NOW)).answer

    expect(answer.valid).toBe(false)
    for (const check of ['credential.proof', 'credential.status', 'credential.schema']) {
      const found = answer.credentials.flatMap(({ checks }) => checks.filter((one) => one.check === check))
      expect(found.map((one) => [one.result, one.code])).toEqual(Array.from({ length: 4 }, () => ['fail', code]))
    }
    expect(answer.checks.find(({ check }) => check === 'presentation.proof')).toMatchObject({ result: 'fail', code })
    expect(answer.descriptors).toMatchObject([{ satisfied: false }])
  })

  it('takes little of this thread while 20 credentials are verified', { tags: ['full'] }, async () => {
    thread = verificationThreads(REGISTRIES)
    const input = await inputWith(20)
    const takenByThread = await leastTimeOf(() => verifierOver(thread)(input, NOW))
    const takenHere = await leastTimeOf(() => here(input))

    expect(takenByThread).toBeLessThan(takenHere / 2)
  })
})

/**
 * @returns microseconds of this thread alone, which a busy computer changes little, unlike those of the clock; the least of
 *   five, because this thread also collects what tests before left behind
 */
async function leastTimeOf(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    taken.push(user + system)
  }
  return Math.min(...taken)
}
