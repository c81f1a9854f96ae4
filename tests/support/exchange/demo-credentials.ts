import { DEMO_CONTEXT_URL, DEMO_SCHEMAS } from '../../../shared/demo-credentials/demo-schemas.ts'
import { readCandidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { aJwt, HOLDER, ISSUER } from './definitions.ts'

/** A credential of a demo schema about the holder, unsigned: evaluation does not look. */
export function candidateOfDemo(name: string, alg?: string): Candidate {
  const demo = DEMO_SCHEMAS.find((schema) => schema.name === name)
  if (demo === undefined) throw new Error(`there is no demo schema ${name}`)
  const credential: JsonObject = {
    '@context': ['https://www.w3.org/2018/credentials/v1', DEMO_CONTEXT_URL],
    type: ['VerifiableCredential', demo.type],
    issuer: { id: ISSUER, name: 'Harbour Registry' },
    issuanceDate: '2026-01-01T00:00:00Z',
    credentialSubject: { id: HOLDER, type: 'Person', ...demo.example },
    credentialSchema: { id: demo.id, type: 'JsonSchemaValidator2018' },
  }
  const sent =
    alg === undefined ? { ...credential, proof: { type: 'Ed25519Signature2018' } } : aJwt({ vc: credential }, { alg })
  const candidate = readCandidate(sent)
  if (candidate === undefined) throw new Error('this is no credential')
  return candidate
}
