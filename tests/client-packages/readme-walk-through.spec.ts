// Proves docs/contract/vault.md, Organizations, Flows; docs/contract/exchange.md, Registries, Wallet endpoints, Verifier: OpenID4VP;
// docs/contract/keystore.md, OpenID Connect.

// @module-tag full

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readIssuersFile } from '../../src-main/composition/oidc-issuers-file.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { OPERATOR_PASSWORD } from '../support/service/test-service.ts'
import { hasProgram } from '../support/programs.ts'

/** The shell block after a marker of a document. */
function shellBlock(path: string, marker: string): string {
  const block = readFileSync(path, 'utf8').split(`<!-- ${marker} -->`)[1]?.split('```sh\n')[1]?.split('```')[0]
  if (block === undefined) throw new Error(`${path} has no ${marker}`)
  return block
}

type Variables = Readonly<Record<string, string>>

/** A server that is closed when the test ends. */
async function startedHere(settings: Parameters<typeof startHttpServer>[0] = {}) {
  const server = await startHttpServer(settings)
  onTestFinished(() => server.close())
  return server
}

/** @returns the lines that the walk-through of a page in docs/walk-throughs prints */
async function printedBy(page: string, variables: Variables, directory = emptyDirectory()): Promise<readonly string[]> {
  const printed = await run(shellBlock(`docs/walk-throughs/${page}.md`, 'walk-through'), variables, directory)
  return printed.trimEnd().split('\n')
}

/** Gone when the test ends. */
function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-walk-through-'))
  onTestFinished(() => {
    rmSync(directory, { recursive: true })
  })
  return directory
}

/** Runs the lines. @returns what they printed */
async function run(lines: string, variables: Variables, directory = emptyDirectory()): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', lines], {
    cwd: directory,
    env: { ...process.env, ...variables },
  })
  return stdout
}

/** They are lines of a shell that call curl. */
const needsCurl = describe.skipIf(!hasProgram('curl') || !hasProgram('bash'))

needsCurl('README', () => {
  it('has a call that answers what users can make items from', async () => {
    const server = await startedHere()
    const call = shellBlock('README.md', 'curl')
      .replace('http://127.0.0.1:8080', server.url)
      .replace('open-sesame', OPERATOR_PASSWORD)
    const answered = await run(call, {})

    expect(JSON.parse(answered)).toHaveProperty('item_templates.0.name')
  })
})

needsCurl('docs/walk-throughs', () => {
  it('does what it says, line by line, against a served instance', async () => {
    const server = await startedHere()
    const [found, renamed, refused, ...shared] = await printedBy('vault', {
      BASE: server.url,
      OPERATOR_PASSWORD,
    })

    expect(JSON.parse(found ?? '')).toMatchObject({ items: [{ name: 'my_car', label: 'My car', own: true }] })
    expect(JSON.parse(renamed ?? '')).toMatchObject({ item: { label: 'My old car' } })
    expect(JSON.parse(refused ?? '')).toMatchObject({
      errors: [{ error: 'invalid_encrypted_value', http_code: 400 }],
    })
    expect(shared).toEqual(['null', expect.stringMatching(/^Aes256Gcm\./) as string, '204', '404'])
  })

  it(
    'asks for a presentation, takes a good one, and says what is wrong with a changed one',
    { tags: ['full'] },
    async () => {
      const server = await startedHere()
      server.clock.advanceMs(Date.now() - server.clock.nowMs()) // the wallet of the walk-through has its own clock
      aSubscriptionKey(server, 'the desk')
      const [definition, good, state, changed] = await printedBy('presentation', {
        BASE: server.url,
        SUBSCRIPTION_KEY: 'key of the desk',
        WALLET: resolve('examples/presentation-wallet.mjs'),
      })

      expect(JSON.parse(definition ?? '')).toMatchObject({
        name: 'Driving licence',
        input_descriptors: [{ id: 'licence' }],
      })
      expect(JSON.parse(good ?? '')).toMatchObject({ valid: true, errors: [] })
      expect(state).toBe('verified')
      expect(JSON.parse(changed ?? '')).toMatchObject({
        valid: false,
        errors: [{ check: 'credential.proof', code: 'signature_invalid' }],
      })
      expect((JSON.parse(changed ?? '') as { errors: unknown[] }).errors).toHaveLength(1)
      expect(server.faults).toEqual([])
    },
  )

  it(
    'answers as an OpenID4VP wallet of published libraries, once as asked and once not',
    { tags: ['full'] },
    async () => {
      const server = await startedHere()
      server.clock.advanceMs(Date.now() - server.clock.nowMs()) // the wallet of the walk-through has its own clock
      aSubscriptionKey(server, 'the desk')
      const wallet = { WALLET: resolve('examples/openid4vp-wallet.mjs') }
      const variables = { BASE: server.url, SUBSCRIPTION_KEY: 'key of the desk', ...wallet }
      const [good, verified, bad, rejected] = await printedBy('openid4vp', variables)

      expect(JSON.parse(good ?? '')).toMatchObject({ valid: true, errors: [] })
      expect(JSON.parse(bad ?? '')).toMatchObject({
        valid: false,
        errors: [{ check: 'presentation.domain', code: 'domain_mismatch' }],
      })
      expect([verified, rejected]).toEqual(['verified', 'rejected'])
      expect(server.faults).toEqual([])
    },
  )

  it(
    'signs in with tokens of a provider, and goes on as the same user with those of another one',
    { tags: ['full'] },
    async () => {
      const directory = emptyDirectory()
      await run(shellBlock('docs/walk-throughs/oidc.md', 'issuers'), {}, directory)
      const server = await startedHere({ oidcIssuers: readIssuersFile(join(directory, 'issuers.json')) })
      server.clock.advanceMs(Date.now() - server.clock.nowMs()) // the tokens of the walk-through have their own clock
      const printed = await printedBy('oidc', { BASE: server.url }, directory)

      expect(printed).toEqual(['Ada', 'oidc', 'Ada', 'the same user', 'Ada', 'forbidden', 'invalid_jwt'])
      expect(server.faults).toEqual([])
    },
  )

  it(
    'requests organizations, reviews them as operator, and logs in as the agent of one',
    { tags: ['full'] },
    async () => {
      const server = await startedHere()
      const printed = await printedBy('organizations', { BASE: server.url, OPERATOR_PASSWORD })

      expect(printed).toEqual([
        ...['Harbour Clinic', 'Pier Car Hire'],
        ...['validated', 'rejected', 'The web site has no imprint.', 'admin_password_invalid', 'organization_agent'],
        ...['owner', 'admin', 'last_owner'],
        ...['admission_token.created', 'organization.rejected', 'organization.validated'],
        ...Array<string>(2).fill('admission_token.created'),
      ])
      expect(server.faults).toEqual([])
    },
  )

  it(
    'seeds a node with a picture and a template, keeps what is used, and serves the picture',
    { tags: ['full'] },
    async () => {
      const server = await startedHere()
      const printed = await printedBy('catalogue', { BASE: server.url, OPERATOR_PASSWORD })

      expect(printed).toEqual(['date', 'in_use', 'image/png'])
      expect(server.faults).toEqual([])
    },
  )

  it('imports a context and a schema, replaces only on demand, and leaves a record', { tags: ['full'] }, async () => {
    const server = await startedHere()
    aSubscriptionKey(server, 'the desk')
    const variables = { BASE: server.url, SUBSCRIPTION_KEY: 'key of the desk', OPERATOR_PASSWORD }
    const printed = await printedBy('registries', variables)

    expect(printed).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      ...['Boat', 'registry_entry_exists', 'imported', 'https://schemas.example/boat'],
      ...['admin_password_invalid', 'forbidden', '204', 'registry_entry.removed'],
      ...Array<string>(3).fill('registry_entry.imported'),
    ])
    expect(server.faults).toEqual([])
  })
})
