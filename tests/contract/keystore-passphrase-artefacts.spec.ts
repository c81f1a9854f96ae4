// Proves docs/contract/keystore.md, Passphrase artefacts.

import { expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import { bodyOf, refusalOf } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

type Headers = Readonly<Record<string, string>>
interface ArtefactBody {
  readonly passphrase_derivation_artefact: { readonly id: string }
}

const ARTEFACTS = { derivation_artefacts: 'eyJhIjoxfQ==', verification_artefacts: 'eyJiIjoyfQ' }

describeOverTransports('key-store passphrase artefacts', (start) => {
  let running: TestService

  const post = (headers: Headers, body: unknown) =>
    running.send({ operation: 'keystore.passphraseDerivationArtefactPost', headers, body })
  const get = (headers: Headers) => running.send({ operation: 'keystore.passphraseDerivationArtefactGet', headers })

  it('are answered as stored; a second POST replaces them under the same id', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const first = bodyOf<ArtefactBody>(await post(headers, ARTEFACTS), 201)
    const { id } = first.passphrase_derivation_artefact
    expect(first).toEqual({ passphrase_derivation_artefact: { id, ...ARTEFACTS } })
    expect(bodyOf(await get(headers))).toEqual(first)

    const replacement = { derivation_artefacts: 'x', verification_artefacts: 'y_-' }
    const second = bodyOf<ArtefactBody>(await post(headers, replacement), 201)
    expect(second).toEqual({ passphrase_derivation_artefact: { id, ...replacement } })
    expect(bodyOf(await get(headers))).toEqual(second)
  })

  it('not_found › none stored, somebody else has some', async () => {
    running = await start()
    bodyOf(await post(aSignedInUser(running).headers, ARTEFACTS), 201)
    const reply = await get(aSignedInUser(running).headers)
    expect(refusalOf(reply)).toEqual({ status: 404, code: 'not_found' })
  })

  it.each(['derivation_artefacts', 'verification_artefacts'])('%s › refused, earlier artefacts stay', async (field) => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const stored = bodyOf(await post(headers, ARTEFACTS), 201)
    for (const value of ['', 'a+b', 'a/b', 'ä', 'a=b', 'a===', 'A'.repeat(8 * 1024 + 1), 7]) {
      const reply = await post(headers, { ...ARTEFACTS, [field]: value })
      expect(refusalOf(reply)).toEqual({ status: 400, code: 'invalid_params' })
      expect(reply.body).toMatchObject({ errors: [{ extra_info: { parameter: field } }] })
    }
    for (const value of [undefined, null]) {
      const reply = await post(headers, { ...ARTEFACTS, [field]: value })
      expect(refusalOf(reply)).toEqual({ status: 400, code: 'param_missing' })
    }
    expect(bodyOf(await get(headers))).toEqual(stored)
    bodyOf(await post(headers, { ...ARTEFACTS, [field]: 'A'.repeat(8 * 1024) }), 201)
  })

  it('unauthorized › without a token', async () => {
    running = await start()
    expect(refusalOf(await post({}, ARTEFACTS))).toEqual({ status: 401, code: 'unauthorized' })
    expect(refusalOf(await get({}))).toEqual({ status: 401, code: 'unauthorized' })
  })
})
