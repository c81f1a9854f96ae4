import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import type { VerifierRequest, VerifierRequestDetail } from '../../shared/contract/verifier-requests.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { workbenchOperations } from '../../shared/contract/workbench.ts'
import { ANY_CREDENTIAL } from '../support/verifier.ts'
import type { TestWorkbench } from '../support/workbench.ts'
import { removeDirectory, startWorkbench, temporaryDirectory } from '../support/workbench.ts'

const { workspaceCreate, deskCall, callsGet } = workbenchOperations
const { createVerifierRequest, getVerifierRequest, cancelVerifierRequest } = verifierRequestOperations

let workbench: TestWorkbench

beforeEach(async () => {
  workbench = await startWorkbench(temporaryDirectory())
  await workbench.call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
})

afterEach(async () => {
  await workbench.application.close()
  removeDirectory(workbench.directory)
  expect(workbench.faults).toEqual([])
})

async function atDesk<Body>(operation: { readonly id: string }, parts: object = {}): Promise<Body> {
  const reply = await workbench.call(deskCall, { body: { operation: operation.id, ...parts } })
  if (!reply.ok) throw new Error(JSON.stringify(reply.body))
  return reply.body as Body
}

const aRequest = async () =>
  (
    await atDesk<{ request: VerifierRequest }>(createVerifierRequest, {
      body: { presentation_definition: ANY_CREDENTIAL },
    })
  ).request

function told(): WorkbenchEvent[] {
  const events: WorkbenchEvent[] = []
  workbench.application.workbench.subscribe((event) => events.push(event as WorkbenchEvent))
  return events
}

describe('the verifier of a workspace', () => {
  it('names its own address in the links of a request, where a wallet gets the definition', async () => {
    const request = await aRequest()
    const { url } = workbench.application.server
    const reply = await fetch(request.definition_url)

    expect(request.destination_url).toBe(`${url}/verifier/requests/${request.id}/presentations`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.json()).toEqual({ ...ANY_CREDENTIAL, id: request.definition_id })
  })

  it('tells the window of each change', async () => {
    const events = told()
    const request = await aRequest()
    await fetch(request.definition_url)
    await fetch(request.destination_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await atDesk(cancelVerifierRequest, { params: { request_id: request.id } })

    expect(events.filter(({ type }) => type === 'verifier-request')).toEqual(
      ['created', 'fetched', 'refused', 'cancelled'].map(() => ({ type: 'verifier-request', request_id: request.id })),
    )
  })

  it('shows its calls to the exchange in the journal as its own, without the key', async () => {
    const request = await aRequest()
    await fetch(request.definition_url)
    const { calls } = await workbench.call(callsGet, { query: {} })

    expect(calls.map(({ source, operation }) => `${source} ${operation}`)).toEqual([
      'loopback getRequestDefinition',
      'verifier getPresentationDefinition',
      'window createVerifierRequest',
      'verifier createPresentationDefinition',
    ])
    for (const { number } of calls) {
      const { call } = await workbench.call(workbenchOperations.callGet, { params: { number } })
      expect(call.request_headers['service-subscription-key'] ?? '[hidden]').toBe('[hidden]')
    }
  })

  it('remembers where a presentation came from', async () => {
    const request = await aRequest()
    await fetch(request.destination_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { request: read } = await atDesk<{ request: VerifierRequestDetail }>(getVerifierRequest, {
      params: { request_id: request.id },
    })

    expect(read.attempts).toMatchObject([{ remote: '127.0.0.1', bytes: 2, http_status: 400 }])
  })
})
