import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { Call } from '../../../shared/contract/caller.ts'
import type { WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'
import { deepLinkOf } from '../../../shared/presentation-exchange/deep-link.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { aRequest } from './wallet.ts'

/** A `vp_token` of OpenID4VP 1.0 in which each presentation is a text. */
export type Token = Readonly<Record<string, readonly string[]>>

/** A verifier that is another program on this computer; it takes every answer. */
export interface ForeignVerifier {
  /** What its audience is. */
  readonly url: string
  /**
   * Lets the wallet of a user answer a query of this verifier.
   *
   * @returns the run before it is submitted, and what came
   */
  ask(question: Question): Promise<{ readonly run: WalletRun; readonly token: Token }>
  close(): Promise<void>
}

interface Question {
  readonly call: Call
  readonly params: { readonly user_id: string }
  readonly query: JsonObject
  readonly nonce: string
}

export async function aForeignVerifier(): Promise<ForeignVerifier> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200).end('{"valid":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`
  return {
    url,
    async ask({ call, params, query, nonce }) {
      // Our own verifier stores the question; the answer goes elsewhere.
      const { definition_url } = await aRequest(call, { dcql_query: query })
      const link = deepLinkOf('vaultbench-wallet', {
        definition: definition_url,
        destination: url,
        nonce,
        client_id: url,
      })
      const { walletRunStart, walletRunSubmit } = workbenchOperations
      const { run } = await call(walletRunStart, { params, body: { link } })
      const ended = await call(walletRunSubmit, { params: { ...params, run_id: run.id }, body: {} })
      expect(ended.run.state).toBe('accepted')
      const { vp_token } = JSON.parse(bodies.at(-1) ?? '{}') as { readonly vp_token: Token }
      return { run, token: vp_token }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
