// Proves docs/contract/workbench.md, Verifying a file.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import type { Check, Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { pemOf } from '../../tests/support/exchange/certificates.ts'
import { HOLDER, ISSUER, LICENCE_SCHEMA } from '../../tests/support/exchange/definitions.ts'
import {
  aLicence,
  aPresentation,
  aStatusEntry,
  aStatusList,
  aSubmission,
  IMPORTED_CONTEXTS,
  LICENCE_CONTEXT,
  privateKeyOf,
  signed,
  STATUS_LIST,
  STATUS_LIST_CONTEXT,
  THE_HOLDER,
  THE_ISSUER,
} from '../../tests/support/exchange/presentations.ts'
import { issuerMetadata } from '../../tests/support/exchange/registries.ts'
import { refuseNetwork } from '../../tests/support/no-network.ts'
import { runInProcess } from '../../tests/support/program/run-in-process.ts'
import type { CommandOutcome } from '../../tests/support/program/run-in-process.ts'
import { REFUSED } from '../../tests/support/service/refuse-connections-message.ts'
import { SIGNED_DOCUMENTS } from '../../tests/vectors/presentation-vectors.ts'

const RUN = fileURLToPath(new URL('../../scripts/run.js', import.meta.url))
const GUARD = new URL('../../tests/support/service/refuse-connections.ts', import.meta.url).href
const [, { document: BOUND }] = SIGNED_DOCUMENTS
const directory = mkdtempSync(join(tmpdir(), 'vaultbench-verify-'))
afterAll(() => rmSync(directory, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(directory, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

refuseNetwork()

function verify(...args: readonly string[]): Promise<CommandOutcome> {
  const now = args.includes('--now') ? [] : ['--now', '2026-02-01T00:00:00.000Z']
  return runInProcess(['verify', ...args, ...now])
}

/** As the script of the package starts it; any connection is refused and told. */
async function verifyAsProgram(...args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = { ...process.env, NODE_OPTIONS: `--import=${GUARD}` }
  const child = spawn(process.execPath, [RUN, 'program', 'verify', ...args], { env })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  expect(err).not.toContain(REFUSED)
  return { code, out, err }
}

async function answerTo(...args: readonly string[]): Promise<Verification> {
  return JSON.parse((await verify(...args, '--json')).out) as Verification
}

const bound = file('bound.json', BOUND)
const checksOf = ({ checks, credentials, descriptors }: Verification): readonly Check[] =>
  [checks, ...credentials.map((one) => one.checks), ...descriptors.map((one) => one.checks)].flat()
const failed = (answer: Verification) =>
  checksOf(answer)
    .filter(({ result }) => result === 'fail')
    .map(({ check, code }) => `${check} ${code ?? ''}`)

/** Everything that can be given on the command line is needed for it. */
async function aStrictPresentation(credentials = 1): Promise<JsonObject> {
  const contexts = { '@context': [BOUND['@context'][0], LICENCE_CONTEXT, STATUS_LIST_CONTEXT] }
  const made = Array.from({ length: credentials }, (_, index) =>
    signed(aLicence({ ...contexts, id: `urn:uuid:${index}`, credentialStatus: aStatusEntry(index) }), THE_ISSUER),
  )
  const presentation = aPresentation(await Promise.all(made), aSubmission('d1'))
  const options = { proofPurpose: 'authentication', challenge: 'c', domain: 'https://verifier.example' }
  return signed(presentation, THE_HOLDER, options)
}

const DEFINITION = {
  id: 'd1',
  format: { ldp: { proof_type: ['Ed25519Signature2018'] } },
  input_descriptors: [{ id: 'licence', constraints: { fields: [{ path: ['$.credentialSubject.category'] }] } }],
}

async function strictArguments(): Promise<string[]> {
  const list = await signed(aStatusList(), THE_ISSUER)
  return [
    ['--definition', file('definition.json', DEFINITION)],
    ['--challenge', 'c', '--domain', 'https://verifier.example', '--domain', 'https://other.example'],
    ['--trust', ISSUER, '--trust', 'did:example:other'],
    ['--schema', file('schema.json', { $id: LICENCE_SCHEMA, required: ['category'] })],
    ['--context', `${LICENCE_CONTEXT}=${file('context.json', IMPORTED_CONTEXTS.get(LICENCE_CONTEXT))}`],
    ['--status-list', `${STATUS_LIST}=${file('list.json', list)}`],
    ['--now', '2026-02-01T00:00:00Z'],
  ].flat()
}

/** As npm starts it; what it says is proved below. */
describe('verify, as a program', () => {
  it('takes everything a workspace would know from files, and connects to nothing', async () => {
    const path = file('strict-program.json', await aStrictPresentation())
    const { code, out, err } = await verifyAsProgram(path, ...(await strictArguments()), '--json')

    expect([code, err]).toEqual([0, ''])
    expect(failed(JSON.parse(out) as Verification)).toEqual([])
  })

  it('ends with 1 when the presentation does not hold', { tags: ['full'] }, async () => {
    const { code, out, err } = await verifyAsProgram(file('changed-program.json', { ...BOUND, holder: ISSUER }))

    expect([code, err]).toEqual([1, ''])
    expect(out).toMatch(/\nnot valid: /)
  })

  it('ends with 2 when there is nothing to read, and says why beside what it answers', { tags: ['full'] }, async () => {
    const { code, out, err } = await verifyAsProgram()

    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^name one presentation/)
  })
})

describe('verify', () => {
  it('prints each check with its sign, in groups, and ends with 0 when the presentation holds', async () => {
    const { code, out, err } = await verify(bound)

    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^Presentation\n {2}✓ presentation\.shape\n/)
    expect(out).toContain(`\nCredential 0 (VerifiableCredential, from ${ISSUER})\n`)
    expect(out).toContain('  ! credential.shape  type_missing  type does not say what kind of credential it is')
    expect(out).toContain('  ○ presentation.replay  off\n')
    expect(out).toContain('  ! credential.trust  issuer_trust_not_checked  there is no trust list to ask')
    expect(out).toMatch(/\nvalid: 14 passed, 0 failed, 3 warnings, 10 not run\n$/)
  })

  it('with --strict ends with 1 when a check warns, and says the same', async () => {
    expect(await verify(bound, '--strict')).toEqual({ ...(await verify(bound)), code: 1 })
    const args = [file('strict-held.json', await aStrictPresentation()), ...(await strictArguments()), '--strict']
    expect((await verify(...args)).code).toBe(0)
  })

  it('ends with 1 when it does not hold, and says where', async () => {
    const { code, out } = await verify(file('changed.json', { ...BOUND, holder: ISSUER }))

    expect(code).toBe(1)
    expect(out).toContain('  ✗ presentation.proof  signature_invalid  ')
    expect(out).toContain(`expected ${ISSUER}  found ${HOLDER}  at /holder`)
    expect(out).toMatch(/\nnot valid: /)
  })

  it('takes everything a workspace would know from files', async () => {
    const args = [file('strict.json', await aStrictPresentation()), ...(await strictArguments())]
    const answer = await answerTo(...args)

    expect(failed(answer)).toEqual([])
    expect(
      checksOf(answer).filter(({ result, check }) => result !== 'pass' && check !== 'presentation.replay'),
    ).toEqual([expect.objectContaining({ check: 'submission.same_subject' })])
    expect(answer).toMatchObject({ valid: true, verified_at: '2026-02-01T00:00:00Z', definition_id: 'd1' })
  })

  it('uses the other thread of the service for many credentials', { tags: ['full'] }, async () => {
    const answer = await answerTo(file('many.json', await aStrictPresentation(6)), ...(await strictArguments()))

    expect([answer.valid, answer.credentials.length]).toEqual([true, 6])
  })

  it.each<[string, readonly string[]]>([
    ['presentation.challenge challenge_mismatch', ['--challenge', 'other']],
    ['presentation.domain domain_mismatch', ['--domain', 'https://other.example']],
    ['credential.trust issuer_untrusted', ['--trust', HOLDER]],
    ['credential.issuance credential_not_yet_valid', ['--now', '2025-12-31T00:00:00Z']],
  ])('%s', async (expected, args) => {
    expect(failed(await answerTo(bound, ...args))).toContain(expected)
  })

  it('a challenge that is asked for must be there', async () => {
    const { proof: _proof, ...unsigned } = BOUND as JsonObject
    const path = file('unbound.json', await signed(unsigned, THE_HOLDER, { proofPurpose: 'authentication' }))

    expect(failed(await answerTo(path, '--challenge', 'c'))).toEqual(['presentation.challenge challenge_missing'])
  })

  it('a definition that is another one than was answered', async () => {
    const path = file('other.json', { ...DEFINITION, id: 'd2' })

    expect(failed(await answerTo(bound, '--definition', path))).toContain('submission.definition definition_unknown')
  })

  it('takes a compact JWS, and an envelope with options', async () => {
    const vp = { '@context': BOUND['@context'], type: BOUND.type, verifiableCredential: [SIGNED_DOCUMENTS[0].document] }
    const jwt = await new SignJWT({ iss: HOLDER, nonce: 'n', vp })
      .setProtectedHeader({ alg: 'EdDSA', kid: `${HOLDER}#${HOLDER.slice(8)}` })
      .sign(privateKeyOf(THE_HOLDER.seed))

    expect(await answerTo(file('a.jwt', `${jwt}\n`))).toMatchObject({ valid: true, format: 'jwt_vp', challenge: 'n' })
    const envelope = file('envelope.json', { presentation: BOUND, options: { trusted_issuers: [HOLDER] } })
    expect(failed(await answerTo(envelope))).toEqual(['credential.trust issuer_untrusted'])
    expect(failed(await answerTo(envelope, '--trust', ISSUER))).toEqual([])
    const answer = file('answer.json', { vp_token: JSON.stringify(BOUND), options: { trusted_issuers: [HOLDER] } })
    expect(failed(await answerTo(answer, '--trust', ISSUER))).toEqual([])
  })

  it('takes what keys of https issuers and of certificates are found by', async () => {
    const metadata = file('metadata.json', issuerMetadata())
    const keySet = `https://other.example=${file('keys.json', issuerMetadata()['jwks'])}`
    const anchor = file('root.pem', pemOf('root'))
    const options = ['--issuer-metadata', metadata, '--issuer-metadata', keySet, '--trust-anchor', anchor]

    expect(failed(await answerTo(bound, ...options))).toEqual([])
  })

  it('a JWT without a signature › is a presentation that does not hold', async () => {
    const [header, payload] = [{ alg: 'none' }, { vp: BOUND }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )

    expect(failed(await answerTo(file('none.jwt', `${header}.${payload}.`)))).toContain(
      'presentation.proof algorithm_unsupported',
    )
  })

  it('shows what would move the cursor of a terminal as text', async () => {
    const spoilt = { ...BOUND, proof: { ...(BOUND['proof'] as JsonObject), created: 'now\u001b[2J\nvalid: all' } }
    const { out } = await verify(file('escape.json', spoilt))

    expect(out).toContain('now\\u{1b}[2J\\u{a}valid: all')
  })

  it.each<[string, 2 | 3, () => readonly string[], RegExp]>([
    ['a command line that cannot be followed', 2, () => [], /^name one presentation/],
    ['what is no presentation', 3, () => [file('x.json', { proof: {} })], /^\/type must be .*\n\/@context must be /],
    ['an empty object', 3, () => [file('empty.json', {})], /^the presentation is empty: send /],
    [
      'a definition that breaks a rule',
      3,
      () => [bound, '--definition', file('bad.json', { input_descriptors: [{ id: 1 }] })],
      /^\/input_descriptors\/0/,
    ],
    ['a challenge for an option', 2, () => [bound, '--challenge', 'x'.repeat(3000)], /^\/options\/challenge /],
  ])('%s › %i, and why', async (_, expected, args, why) => {
    const { code, out, err } = await verify(...args())

    expect([code, out]).toEqual([expected, ''])
    expect(err).toMatch(why)
  })

  it('--help', async () => {
    expect(await verify('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('--definition FILE') as string,
    })
  })
})

describe('a command line that verify cannot follow, and files that it cannot take', () => {
  it.each<[string, 2 | 3, () => readonly string[], RegExp]>([
    ['two files', 2, () => [bound, bound], /^name one presentation/],
    ['a file that is not there', 3, () => [join(directory, 'none.json')], /none\.json cannot be read: ENOENT/],
    ['a file that is not JSON', 3, () => [file('no.json', '{')], /no\.json: it is not JSON: it breaks at position 1/],
    ['a member twice', 3, () => [file('twice.json', '{"type":1,"type":2}')], /A member stands twice/],
    ['a list', 3, () => [file('list-of.json', '[]')], /neither a JSON object nor a compact JWS/],
    ['an issuer that is none', 2, () => [bound, '--trust', 'xyz'], /^--trust takes a DID or another URI, not "xyz"/],
    ['an unknown option', 2, () => [bound, '--trusted', 'x'], /there is no option --trusted; did you mean --trust\?/],
    ['a time without a zone', 2, () => [bound, '--now', '2026-02-01T00:00:00'], /^--now must be a date/],
    ['a context without its address', 2, () => [bound, '--context', 'x.json'], /^x\.json is not URL=FILE/],
    [
      'a schema without a name',
      2,
      () => [bound, '--schema', file('schema-x.json', {})],
      /no \$id or id: give it as URL/,
    ],
    [
      'a key set of nobody',
      2,
      () => [bound, '--issuer-metadata', file('keys.json', { keys: [] })],
      /has no issuer: give/,
    ],
    [
      'a trust anchor that is no certificate',
      3,
      () => [bound, '--trust-anchor', file('key.pem', pemOf('leaf-key'))],
      /key\.pem is not one X\.509 certificate/,
    ],
  ])('%s › %i, and why', async (_, expected, args, why) => {
    const { code, out, err } = await verify(...args())

    expect([code, out]).toEqual([expected, ''])
    expect(err).toMatch(why)
    const told = JSON.parse((await verify(...args(), '--json')).out) as JsonObject
    expect(told).toEqual({
      error: { code: expected === 2 ? 'wrong_use' : 'could_not_run', message: expect.stringMatching(why) as string },
    })
  })
})
