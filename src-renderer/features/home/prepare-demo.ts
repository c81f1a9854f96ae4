import type { RouteLocationRaw } from 'vue-router'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { definitionOperations, registryOperations } from '../../../shared/contract/workbench-exchange.ts'
import { issuerOperations } from '../../../shared/contract/workbench-issuer.ts'
import { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import { call, callService } from '../../api/call.ts'
import { withSuppliedTexts } from '../../i18n/service-words.ts'
import { waitingLink, walletWith } from './step-facts.ts'

/** The schema of the demo credentials. */
const SCHEMA = 'proof-of-age'
/** What is asked for, and the credential that answers it: a holder can withhold claims of an SD-JWT VC only. */
const DEMOS = {
  verifier: { definition: 'age-only', format: 'ldp_vc' },
  adult: { definition: 'over-18', format: 'dc+sd-jwt' },
} as const
type Demo = keyof typeof DEMOS
/** A demo request stays open for a day. */
const EXPIRES_IN_SECONDS = 24 * 60 * 60

/**
 * Creates the missing things a user needs to answer a verifier: a trusted issuer, its credential in the wallet, and a
 * request for it.
 *
 * @returns the wallet with the request opened in it
 * @throws {CallError} `user_locked`, `wallet_run_open`
 */
export async function prepareDemo(actor: string, demo: Demo): Promise<RouteLocationRaw> {
  await holdCredential(actor, DEMOS[demo].format)
  const definition_id = await definitionId(DEMOS[demo].definition)
  return walletWith(actor, (await waitingLink(definition_id)) ?? (await newLink(definition_id)))
}

async function holdCredential(actor: string, format: (typeof DEMOS)[Demo]['format']): Promise<void> {
  const params = { user_id: actor }
  const [{ issuers, schemas }, { credentials }] = await Promise.all([
    call(issuerOperations.issuersGet, {}),
    call(walletOperations.walletGet, { params }),
  ])
  const [issuer] = issuers
  const schema = schemas.find(({ name }) => name === SCHEMA)
  if (issuer === undefined || schema === undefined) throw new Error('there are no demo issuers')
  if (issuer.trusted !== true) {
    const everything = { schemas: null, types: null, valid_from: null, valid_until: null }
    await call(registryOperations.trustAdd, { body: { did: issuer.did, name: issuer.name, ...everything } })
  }
  const isHeld = credentials.some(
    (one) =>
      (format === 'dc+sd-jwt'
        ? one.format === format && one.types.includes(typeOf(schema))
        : one.schema === schema.id) &&
      one.issuer === issuer.did &&
      one.period === 'current',
  )
  if (isHeld) return
  const body = { issuer_id: issuer.id, schema: schema.id, format, values: schema.example }
  await call(issuerOperations.credentialIssue, { params, body })
}

/** The type of its SD-JWT VCs, which names no schema. */
const typeOf = ({ id }: { readonly id: string }) => findDemoSchema(id)?.vct ?? id

async function definitionId(wantedKey: string): Promise<string> {
  const ready = READY_DEFINITIONS.find(({ key }) => key === wantedKey)
  if (ready === undefined) throw new Error(`there is no definition ${wantedKey}`)
  // The definition is in the language of the window, like one made from a template; that of the sample is English.
  const definition = withSuppliedTexts(ready.definition)
  for (const wanted of new Set([definition['name'], ready.name])) {
    const { rows } = await call(definitionOperations.definitionRows, { query: { text: String(wanted) } })
    const stored = rows.find(({ name }) => name === wanted)
    if (stored !== undefined) return stored.id
  }
  return (await call(definitionOperations.definitionSave, { body: { definition } })).row.id
}

async function newLink(definition_id: string): Promise<string> {
  const { createVerifierRequest } = verifierRequestOperations
  const body = { definition_id, expires_in: EXPIRES_IN_SECONDS }
  return (await callService({ as: 'subscription' }, createVerifierRequest, { body })).request.deep_link
}
