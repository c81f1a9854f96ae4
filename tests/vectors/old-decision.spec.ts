// @module-tag full
// Proves docs/contract/exchange.md, Proofs: stated form, Vectors.

/**
 * Before linked data was read by what it states (docs/adr/0023), two forms of a document were compared, and what differed was
 * refused. That decision was asked once about each document here; old-decision.json keeps what it said, with the reason. A
 * document that it refused and that is valid now has been looked at. Another one must be looked at before it is listed.
 */
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { contextOver } from '../../src-main/exchange/presentations/open-context.ts'
import { verifyOnce } from '../../src-main/exchange/presentations/verify-once.ts'
import { verifyPresentation } from '../../src-main/exchange/presentations/verify-presentation.ts'
import { canonicalText } from '../../src-main/exchange/proofs/canonical-text.ts'
import { jsonLdOver } from '../../src-main/exchange/proofs/json-ld.ts'
import { contextRegistry, CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { SCENARIOS } from '../../src-main/wallet/scenarios/scenario-catalogue.ts'
import { HOLDER, ISSUER } from '../support/exchange/definitions.ts'
import {
  aPresentation,
  aSubmission,
  IMPORTED_CONTEXTS,
  NOW,
  signed,
  THE_HOLDER,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import { rewrite, REWRITING_CONTEXT, WAY_NAMES } from '../support/exchange/rewritings.ts'
import { HONEST_DOCUMENTS } from './honest-documents/all.ts'
import { newlyValid, validBefore } from './old-decision.json' with { type: 'json' }

type Group = keyof typeof validBefore

/** Documents that the former decision accepted are many, so the list has the begin of a digest of each name. */
function digestOf(name: string): string {
  return hash('sha256', name).slice(0, 8)
}

/** @param valid the names of all documents of the group that are valid now */
function expectListed(group: Group, valid: readonly string[]): void {
  const before = new Set(validBefore[group].split(' '))
  const since = newlyValid.filter((one) => one.group === group).flatMap(({ documents }) => documents)
  const unknown = valid.filter((name) => !before.has(digestOf(name)) && !since.includes(name))
  expect(unknown, 'valid, and nobody has looked at them').toEqual([])
  expect(
    since.filter((name) => !valid.includes(name)),
    'listed as newly valid, and refused',
  ).toEqual([])
  expect(valid.length - since.length, 'accepted before and now').toBe(before.size)
}

describe('what the decision between two forms refused', () => {
  it('honest documents › is valid where the list says why, and nowhere else', () => {
    expectListed(
      'honest documents', // all of them are valid, by honest-documents.spec.ts
      HONEST_DOCUMENTS.map(({ name }) => name),
    )
  })

  it('scenarios › is valid where the list says why, and nowhere else', () => {
    expectListed(
      'scenarios', // those are accepted, by tests/contract/wallet-scenarios.spec.ts
      // An SD-JWT has one form only.
      SCENARIOS.filter(({ result, profile }) => result !== 'fail' && profile !== null).map(({ id }) => id),
    )
  })

  it('rewritings › is valid where the list says why, and nowhere else', { timeout: 600_000 }, async () => {
    const valid: string[] = []
    const documents = await rewritings()
    const tooHigh: string[] = []
    for (const { name, presentation } of documents) {
      if (await isValid(presentation, 18)) valid.push(name)
      if (await isValid(presentation, 21)) tooHigh.push(name)
    }

    expectListed('rewritings', valid)
    expect(tooHigh, 'a value that the filter refuses').toEqual([])
  })
})

const ALL_CONTEXTS = contextRegistry({ find: (url) => IMPORTED_CONTEXTS.get(url) })
/** Written as the former decision accepted it. */
const SUBJECT: JsonObject = {
  id: HOLDER,
  type: 'Person',
  level: 20,
  label: 'B',
  note: '7',
  count: 3,
  since: '2000-01-01',
  employer: 'urn:good',
  state: 'Active',
  degree: { id: 'urn:degree:1', type: 'Degree', grade: 4, label: 'A' },
  tags: ['A', 'B'],
  roles: ['A'],
  steps: ['A', 'B', 'A'],
  title: { en: 'A', de: 'B' },
  claim: { type: 'Degree', grade: 4 },
  pupil: { type: 'Student', grade: 3, mark: 5 },
  weight: 4.5,
}

const VARIANTS = 16

interface Rewritten {
  readonly name: string
  readonly presentation: JsonObject
}

/** One credential in every way to write it, with the same statements and so with the same proof. */
async function rewritings(): Promise<readonly Rewritten[]> {
  const jsonLd = jsonLdOver(ALL_CONTEXTS)
  const statementsOf = async ({ proof: _proof, ...body }: JsonObject) =>
    jsonLd.statementsOf(body).then(
      ({ quads }) => canonicalText(quads),
      () => undefined, // no JSON-LD any more
    )
  const credential = await signed(
    {
      '@context': [CREDENTIALS_V1, REWRITING_CONTEXT],
      id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
      type: ['VerifiableCredential', 'TestCredential'],
      issuer: ISSUER,
      issuanceDate: '2026-01-01T00:00:00Z',
      credentialSubject: SUBJECT,
    },
    THE_ISSUER,
  )
  const stated = await statementsOf(credential)
  const written: Rewritten[] = [await presented('as it was issued', credential)]
  for (const way of WAY_NAMES) {
    for (let variant = 0; variant < VARIANTS; variant += 1) {
      const picks = [variant, variant * 7, variant * 3 + 1, variant, variant]
      const other = await rewrite(credential, { way, picks }, ALL_CONTEXTS)
      const isOther = JSON.stringify(other) !== JSON.stringify(credential)
      if (!isOther || (await statementsOf(other)) !== stated) continue
      written.push(await presented(`${way} ${variant}`, other))
    }
  }
  return written
}

async function presented(name: string, credential: JsonObject): Promise<Rewritten> {
  const options = { proofPurpose: 'authentication', challenge: 'c' }
  return { name, presentation: await signed(aPresentation([credential], aSubmission('d')), THE_HOLDER, options) }
}

async function isValid(presentation: JsonObject, minimum: number): Promise<boolean> {
  const fields = [{ path: ['$.credentialSubject.level'], filter: { minimum } }]
  const definition = { id: 'd', input_descriptors: [{ id: 'licence', constraints: { fields } }] }
  const nothing = { find: () => undefined }
  const registries = { contexts: ALL_CONTEXTS, dids: nothing, schemas: nothing, statusLists: nothing }
  const trustList = () => [{ did: ISSUER, name: 'Harbour Registry' }]
  const contextAt = contextOver({ ...registries, trustList, revision: () => 0 }, () => 0)
  const order = { body: { presentation, options: { challenge: 'c' } }, definition, now: NOW }
  const { valid } = await verifyOnce(order, (input, now) => verifyPresentation(input, contextAt(now, undefined)))
  return valid
}
