// Proves docs/contract/workbench.md, Commands; docs/contract/exchange.md, OpenID4VP: wallet.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { findDemoSchema } from '../../shared/demo-credentials/demo-schemas.ts'
import { schemaId } from '../support/exchange/issuing.ts'
import { startVerifier } from '../support/exchange/openid4vp-verifier.ts'
import type { TestVerifier } from '../support/exchange/openid4vp-verifier.ts'
import { runInProcess } from '../support/program/run-in-process.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { credentialIssue, userSignOut, walletGet } = workbenchOperations

const ASKED = {
  dcql_query: {
    credentials: [
      {
        id: 'licence',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['https://credentials.vaultbench.example/driving-licence'] },
        claims: [{ path: ['category'] }],
      },
    ],
  },
}

let workbench: TestWorkbench
let params: { readonly user_id: string }
let verifier: TestVerifier

beforeEach(async () => {
  verifier = await startVerifier()
  workbench = await openWorkbench()
  params = { user_id: (await registerUser(workbench, 'Alice')).user.id }
})

afterEach(async () => {
  verifier.close()
  await stopWorkbench(workbench)
})

const hold = () => {
  const schema = schemaId('driving-licence')
  const body = { issuer_id: 'harbour-registry', schema, format: 'dc+sd-jwt' as const, sd_jwt: {} }
  const values = findDemoSchema(schema)?.example ?? {}
  return workbench.call(credentialIssue, { params, body: { ...body, values } })
}
const answer = (link: string, options: readonly string[] = ['--yes'], surroundings = {}) =>
  runInProcess(['wallet', 'answer', link, '--user', 'Alice', '--data', workbench.directory, ...options], surroundings)
const openRun = async () => (await workbench.call(walletGet, { params })).open_run

describe('wallet answer', () => {
  it('tells who asks and what is called, then what is told to whom, and the verdict', async () => {
    await hold()
    verifier.answerWith(200, { redirect_uri: 'https://verifier.example/thanks' })
    const link = await verifier.byReference(ASKED, { post: true })
    const { code, out, err, asked } = await answer(link, [], { answer: 'y' })

    expect(err).toContain(`asked by decentralized_identifier:${verifier.did}\n`)
    expect(err).toContain(`the request is fetched from ${new URL(verifier.origin).host}/request/1\n`)
    expect(err).toContain(`signed by decentralized_identifier:${verifier.did}\n`)
    expect(err).toContain(`the answer is sent to ${verifier.response_uri}\n`)
    expect(asked).toEqual(['Call these addresses? (yes: y, and Enter) ', 'Send this? (yes: y, and Enter) '])
    expect([code, out]).toEqual([
      0,
      'sent: the verifier took the answer, and does not say what it found\ngo on at https://verifier.example/thanks\n',
    ])
  })

  it('calls nobody before the person agrees', async () => {
    const { code, err } = await answer(await verifier.byReference(ASKED), [], { answer: 'n' })

    expect(code).toBe(3)
    expect(err).toContain('nobody agreed')
    expect(verifier.calls).toEqual([])
  })

  it('of a locked user › asks for the passphrase, or takes it from the environment', async () => {
    await hold()
    await workbench.call(userSignOut, { params })
    verifier.answerWith(200, { valid: true })
    const environment = { VAULTBENCH_USER_PASSPHRASE: PASSPHRASE }
    const { code, out } = await answer(await verifier.byValue(ASKED), ['--yes', '--json'], { environment })

    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      state: 'accepted',
      client_id: `redirect_uri:${verifier.response_uri}`,
      http_status: 200,
    })
  })

  it('ends with 1 when the verifier does not accept the answer, and says why', async () => {
    await hold()
    verifier.answerWith(200, { valid: false, errors: [{ message: 'the issuer is\u001b[2J not trusted' }] })
    const { code, out } = await answer(await verifier.byValue(ASKED))

    expect([code, out]).toEqual([1, 'not accepted\nthe issuer is\\u{1b}[2J not trusted\n'])
  })

  it('--decline › tells the verifier so', async () => {
    const { code, out } = await answer(await verifier.byValue(ASKED), ['--yes', '--decline'])

    expect([code, out]).toEqual([0, 'declined\n'])
    expect(verifier.calls).toMatchObject([{ fields: { error: 'access_denied', state: 's-0' } }])
  })

  it('without an answer › sends nothing, and leaves no run open', async () => {
    const { code, err } = await answer(await verifier.byValue(ASKED))

    expect([code, verifier.calls, await openRun()]).toEqual([3, [], null])
    expect(err).toContain('nothing was sent, for this is missing: licence')
  })

  it.each<[string, readonly string[], number, RegExp]>([
    ['no link', ['wallet', 'answer', '--user', 'Alice'], 2, /^write vaultbench wallet answer LINK/],
    ['another word', ['wallet', 'open', 'a:b', '--user', 'Alice'], 2, /^write vaultbench wallet answer LINK/],
    ['nobody', ['wallet', 'answer', 'openid4vp://?client_id=a'], 2, /^say whose wallet answers/],
  ])('%s › is wrong use', async (_, args, code, why) => {
    expect(await runInProcess(args)).toMatchObject({ code, out: '', err: expect.stringMatching(why) as string })
  })

  it.each<[string, string, RegExp]>([
    ['a malformed link', 'openid4vp://?response_type=vp_token', /does not say who asks/],
    ['a link of another kind', 'https://elsewhere.example/', /for another wallet/],
    ['an unknown kind of client', 'openid4vp://?client_id=fax:1&response_type=vp_token', /must be/],
  ])('%s › says what came', async (_, link, why) => {
    const { code, err } = await answer(link)

    expect(code).toBe(3)
    expect(err).toMatch(why)
  })

  it('an unknown user › is refused', async () => {
    const args = [
      'wallet',
      'answer',
      await verifier.byValue(ASKED),
      '--user',
      'Zoe',
      '--yes',
      '--data',
      workbench.directory,
    ]

    expect(await runInProcess(args)).toMatchObject({ code: 3, err: expect.stringContaining('Zoe') as string })
  })
})
