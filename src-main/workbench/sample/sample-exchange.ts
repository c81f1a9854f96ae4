import { callOver } from '../../../shared/contract/caller.ts'
import { exchangeOperations } from '../../../shared/contract/index.ts'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { DEMO_SCHEMAS } from '../../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import { isoTime } from '../../service/ports.ts'
import { issueInto } from '../handlers/issuing.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { SampleCredential, SampleRequest } from './sample-credentials.ts'
import { SAMPLE_CREDENTIALS, SAMPLE_DEFINITIONS, SAMPLE_REQUESTS, SAMPLE_RUN } from './sample-credentials.ts'
import type { SampleContext, SampleStep } from './sample-flows.ts'
import { phrase } from '../../../shared/phrase.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_SECONDS = 7 * 24 * 60 * 60
const TRUSTED_DAYS_AGO = 404.9

/** Issues credentials to sample users, trusts an issuer, stores definitions, makes requests, and lets users answer. */
export function exchangeSteps(context: SampleContext): SampleStep[] {
  const { workspace } = context
  const definitionIds = new Map<string, string>()
  return [
    { name: 'trusted Harbour Registry', daysAgo: TRUSTED_DAYS_AGO, run: () => trustFirstIssuer(workspace) },
    ...SAMPLE_CREDENTIALS.flatMap((credential) => credentialSteps(context, credential)),
    ...SAMPLE_DEFINITIONS.map(({ key, daysAgo }) => ({
      name: `definition ${key}`,
      daysAgo,
      run: async () => definitionIds.set(key, await storeDefinition(workspace, key)),
    })),
    { name: `${SAMPLE_RUN.of}: scenarios`, daysAgo: SAMPLE_RUN.daysAgo, run: () => runScenarios(context) },
    ...SAMPLE_REQUESTS.map((request) => ({
      name: `request ${request.name}`,
      daysAgo: request.daysAgo,
      run: () => makeRequest(context, request, definitionIds),
    })),
  ]
}

function credentialSteps({ workspace, idOf }: SampleContext, credential: SampleCredential): SampleStep[] {
  const { to, schema, issuedDaysAgo, changed } = credential
  let issuedId = ''
  const issue = async () => {
    issuedId = (await issueInto(workspace, idOf(to), orderOf(credential, workspace.nowMs()))).issued.id
  }
  const issued = { name: phrase`${to}: ${schema} issued`, daysAgo: issuedDaysAgo, run: issue }
  if (changed === undefined) return [issued]
  const change = () => workspace.issuers.changeStatus(issuedId, changed.status)
  return [
    issued,
    {
      name: changed.status === 'revoked' ? phrase`${to}: ${schema} revoked` : phrase`${to}: ${schema} suspended`,
      daysAgo: changed.daysAgo,
      run: change,
    },
  ]
}

/** Each of its keys is a DID of its own. */
async function trustFirstIssuer({ issuers, exchange }: OpenWorkspace): Promise<void> {
  const [issuer] = await issuers.list()
  if (issuer === undefined) throw new Error('there are two demo issuers')
  const everything = { schemas: null, types: null, valid_from: null, valid_until: null }
  for (const did of [issuer.did, ...issuer.keys.map((key) => key.did)]) {
    exchange.trustedIssuers.add({ did, name: issuer.name, ...everything })
  }
}

/** @param nowMs when it is issued */
function orderOf(
  { issuer_id, schema, jwt, format, values, issuedDaysAgo, endedDaysAgo }: SampleCredential,
  nowMs: number,
) {
  return {
    issuer_id,
    schema: DEMO_SCHEMAS.find(({ name }) => name === schema)?.id ?? schema,
    format: format ?? (jwt === undefined ? ('ldp_vc' as const) : ('jwt_vc' as const)),
    algorithm: jwt ?? ('EdDSA' as const),
    values,
    issued_at: isoTime(nowMs),
    expires_at: endedDaysAgo === undefined ? null : isoTime(nowMs + (issuedDaysAgo - endedDaysAgo) * DAY_MS),
    with_status: true,
    subject: null,
    issue_anyway: false,
  }
}

/** Leaves the result to the wallet and nothing at the desk, as somebody does who clears it afterwards. */
async function runScenarios({ workspace, idOf }: SampleContext): Promise<void> {
  await workspace.withWallet(idOf(SAMPLE_RUN.of), (wallet) => wallet.runScenarios(SAMPLE_RUN.scenarios))
  workspace.verifier.scenarioControls.deleteScenarios()
  workspace.exchange.definitions.deleteUnusedOfScenarios()
}

async function storeDefinition({ sendWithKey }: OpenWorkspace, key: string): Promise<string> {
  const ready = READY_DEFINITIONS.find((one) => one.key === key)
  if (ready === undefined) throw new Error(`there is no ready definition ${key}`)
  const { createPresentationDefinition } = exchangeOperations
  const { presentation_definition } = await callOver(sendWithKey)(createPresentationDefinition, {
    body: ready.definition,
  })
  return presentation_definition.id
}

async function makeRequest(
  { workspace, idOf }: SampleContext,
  { definition, name, answeredBy, isCancelled }: SampleRequest,
  definitionIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { createVerifierRequest, cancelVerifierRequest } = verifierRequestOperations
  const call = callOver(workspace.sendWithKey)
  const definition_id = definitionIds.get(definition)
  if (definition_id === undefined) throw new Error(`the sample has no ${definition}`)
  const { request } = await call(createVerifierRequest, { body: { definition_id, name, expires_in: WEEK_SECONDS } })
  if (isCancelled === true) await call(cancelVerifierRequest, { params: { request_id: request.id } })
  if (answeredBy === undefined) return
  await workspace.withWallet(idOf(answeredBy), async ({ runs }) => {
    const { id } = await runs.start(request.deep_link, false)
    await runs.submit(id, { profile: null, scenario: null, share_whole: false, holder_key_id: null })
  })
}
