import type { RouteLocationRaw } from 'vue-router'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { definitionOperations, registryOperations } from '../../../shared/contract/workbench-exchange.ts'
import { issuerOperations } from '../../../shared/contract/workbench-issuer.ts'
import { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import { call, callService } from '../../api/call.ts'
import { withSuppliedTexts } from '../../i18n/service-words.ts'
import { waitingLink, walletWith } from './step-facts.ts'

/** The schema of the demo credential and its definition. */
const SCHEMA = 'proof-of-age'
const DEFINITION = 'age-only'
/** A demo request stays open for a day. */
const EXPIRES_IN_SECONDS = 24 * 60 * 60

/**
 * Creates the missing things a user needs to answer a verifier: a trusted issuer, its credential in the wallet, and a
 * request for it.
 *
 * @returns the wallet with the request opened in it
 * @throws {CallError} `user_locked`, `wallet_run_open`
 */
export async function prepareDemo(actor: string): Promise<RouteLocationRaw> {
  await holdCredential(actor)
  const definition_id = await definitionId()
  return walletWith(actor, (await waitingLink(definition_id)) ?? (await newLink(definition_id)))
}

async function holdCredential(actor: string): Promise<void> {
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
    (one) => one.schema === schema.id && one.issuer === issuer.did && one.period === 'current',
  )
  if (isHeld) return
  const body = { issuer_id: issuer.id, schema: schema.id, values: schema.example }
  await call(issuerOperations.credentialIssue, { params, body })
}

async function definitionId(): Promise<string> {
  const ready = READY_DEFINITIONS.find(({ key }) => key === DEFINITION)
  if (ready === undefined) throw new Error(`there is no definition ${DEFINITION}`)
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
