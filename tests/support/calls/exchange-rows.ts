import { ANY_CREDENTIAL, aVerifier, formOf } from '../exchange/verifier.ts'
import type { Door } from '../exchange/verifier.ts'
import { newTestId } from '../service/builders.ts'
import { bodyOf } from '../service/keystore-accounts.ts'
import { aSubscriptionKey } from '../service/subscription-keys.ts'
import type { TestService } from '../service/test-service.ts'
import { OPERATOR } from '../service/vault-accounts.ts'
import type { CallRow } from './call-row.ts'

const kind = 'schemas'
const key = 'https://schemas.example/x'
const ENTRY = { params: { kind }, body: { key, text: '{"type":"object"}' } }

const anEntry: CallRow = async (running, user) => {
  const headers = { ...OPERATOR, ...aSubscriptionKey(running, user.userId).headers }
  bodyOf(await running.send({ operation: 'exchange.registryImport', ...ENTRY, headers }), 201)
  return { headers, params: { kind }, query: { key } }
}

/** A request at the desk, and the key that the desk holds. */
async function asked(running: TestService, door?: Door) {
  const verifier = aVerifier(running, door, `desk ${newTestId()}`) // a test may ask for several
  const request = await verifier.request()
  return { verifier, request, parts: { params: { request_id: request.id }, headers: verifier.key.headers } }
}

const aRequest: CallRow = async (running) => (await asked(running)).parts
const toWallet: CallRow = async (running) => ({ ...(await asked(running)).parts, headers: {} })

/** A request that was answered. */
const anAttempt: CallRow = async (running) => {
  const { verifier, request, parts } = await asked(running)
  await verifier.answer(request, await verifier.presentation(request))
  const attempt_id = (await verifier.read(request)).attempts[0]?.id
  return { ...parts, params: { ...parts.params, attempt_id } }
}

const NONCE = { wallet_nonce: 'n-1' }

/** Of the exchange and the verifier. */
export const EXCHANGE_ROWS: Readonly<Record<string, CallRow>> = {
  'exchange.createPresentationDefinition': () => ({ body: ANY_CREDENTIAL }),
  'exchange.getPresentationDefinition': async (running) => {
    const { verifier, request } = await asked(running)
    return { params: { definition_id: request.definition_id }, headers: verifier.key.headers }
  },
  'exchange.verifyPresentation': async (running) => {
    const { verifier, request } = await asked(running)
    return { body: await verifier.presentation(request), headers: verifier.key.headers }
  },
  'exchange.registryGet': () => ({ params: { kind } }),
  'exchange.registryEntryGet': anEntry,
  'exchange.registryImport': () => ENTRY,
  'exchange.registryRemove': anEntry,
  'verifier.createVerifierRequest': () => ({ body: { presentation_definition: ANY_CREDENTIAL } }),
  'verifier.getVerifierRequest': aRequest,
  'verifier.cancelVerifierRequest': aRequest,
  'verifier.getVerifierRequestQr': aRequest,
  'verifier.reverifyAttempt': anAttempt,
  'verifier.getAttemptPresentation': anAttempt,
  'verifier.deleteAttemptPresentation': anAttempt,
  'verifier.getRequestDefinition': toWallet,
  'verifier.probeRequestDestination': toWallet,
  'verifier.getRequestObject': toWallet,
  'verifier.postRequestObject': async (running) => ({ ...(await asked(running)).parts, headers: {}, body: NONCE }),
  'verifier.postAuthorizationResponse': async (running) => {
    const { verifier, request, parts } = await asked(running, 'response')
    const body = { state: `state-${request.id}`, ...formOf(await verifier.presentation(request)) }
    return { params: parts.params, headers: {}, body }
  },
  'verifier.postRequestPresentation': async (running) => {
    const { verifier, request, parts } = await asked(running)
    return { params: parts.params, headers: {}, body: await verifier.presentation(request) }
  },
}
