import { callOver } from '../../../shared/contract/caller.ts'
import { exchangeOperations } from '../../../shared/contract/index.ts'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { DEMO_SCHEMAS } from '../../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import { isoTime } from '../../service/ports.ts'
import { issueInto } from '../handlers/issuing.ts'
import type { OpenWorkspace } from '../workspaces/open-workspace.ts'
import type { SampleCredential, SampleRequest } from './sample-credentials.ts'
import { SAMPLE_CREDENTIALS, SAMPLE_DEFINITIONS, SAMPLE_REQUESTS } from './sample-credentials.ts'

export const SAMPLE_EXCHANGE_STEPS = 1 + SAMPLE_CREDENTIALS.length + SAMPLE_DEFINITIONS.length + SAMPLE_REQUESTS.length

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_SECONDS = 7 * 24 * 60 * 60

/** Issues what a sample user holds. */
export async function issueSamples(
  workspace: OpenWorkspace,
  user: { readonly id: string; readonly full_name: string },
  finish: (step: string) => void,
): Promise<void> {
  for (const credential of SAMPLE_CREDENTIALS.filter(({ to }) => to === user.full_name)) {
    await issueInto(workspace, user.id, orderOf(credential, workspace.nowMs()))
    finish(`${user.full_name}: ${credential.schema} issued`)
  }
}

/**
 * Trusts an issuer, stores definitions, asks, and lets the users answer, as it would be done by hand.
 *
 * @param userIds of the sample users, by full name
 */
export async function fillSampleExchange(
  workspace: OpenWorkspace,
  userIds: ReadonlyMap<string, string>,
  finish: (step: string) => void,
): Promise<void> {
  await trustFirstIssuer(workspace)
  finish('trusted Harbour Registry')
  const definitionIds = new Map<string, string>()
  for (const key of SAMPLE_DEFINITIONS) {
    definitionIds.set(key, await storeDefinition(workspace, key))
    finish(`definition ${key}`)
  }
  for (const request of SAMPLE_REQUESTS) {
    await makeRequest(workspace, request, { definitionIds, userIds })
    finish(`request ${request.name}`)
  }
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

function orderOf({ issuer_id, schema, jwt, values, issuedDaysAgo, endedDaysAgo }: SampleCredential, nowMs: number) {
  const daysAgo = (days: number) => isoTime(nowMs - days * DAY_MS)
  return {
    issuer_id,
    schema: DEMO_SCHEMAS.find(({ name }) => name === schema)?.id ?? schema,
    format: jwt === undefined ? ('ldp_vc' as const) : ('jwt_vc' as const),
    algorithm: jwt ?? ('EdDSA' as const),
    values,
    issued_at: daysAgo(issuedDaysAgo),
    expires_at: endedDaysAgo === undefined ? null : daysAgo(endedDaysAgo),
    with_status: true,
    subject: null,
    issue_anyway: false,
  }
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

interface Made {
  readonly definitionIds: ReadonlyMap<string, string>
  readonly userIds: ReadonlyMap<string, string>
}

async function makeRequest(
  workspace: OpenWorkspace,
  { definition, name, answeredBy }: SampleRequest,
  { definitionIds, userIds }: Made,
): Promise<void> {
  const { createVerifierRequest } = verifierRequestOperations
  const { request } = await callOver(workspace.sendWithKey)(createVerifierRequest, {
    body: { definition_id: idOf(definitionIds, definition), name, expires_in: WEEK_SECONDS },
  })
  if (answeredBy === undefined) return
  await workspace.withWallet(idOf(userIds, answeredBy), async ({ runs }) => {
    const { id } = await runs.start(request.deep_link, false)
    await runs.submit(id, { profile: 'bound', scenario: null, share_whole: false, holder_key_id: null })
  })
}

function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the sample has no ${name}`)
  return id
}
