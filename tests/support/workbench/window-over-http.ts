import type { Call } from '../../../shared/contract/caller.ts'
import { callOver } from '../../../shared/contract/caller.ts'
import { filePartOf } from '../../../shared/contract/file-range.ts'
import { BYTES_TYPE, contentTypeHeader, httpRequestFor } from '../../../shared/contract/http-request.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'
import type { FailureReply, ServiceReply } from '../../../src-main/service/reply.ts'

/** Calls the workbench of a served instance as a window in a browser does: start code first, then its token. */
export async function windowOverHttp(
  url: string,
  ui: string,
): Promise<{ readonly call: Call; readonly token: string }> {
  const code = startCodeOf(ui)
  const { window_token } = await callOver(sender(url))(workbenchOperations.windowSessionCreate, { body: { code } })
  return { call: callOver(sender(url, window_token)), token: window_token }
}

/** The one-time code in the fragment of the window's address; empty where there is none. */
export function startCodeOf(ui: string): string {
  return new URLSearchParams(new URL(ui).hash.slice(1)).get('token') ?? ''
}

function sender(url: string, token?: string): Parameters<typeof callOver>[0] {
  return async (request) => {
    const operation = Object.values(workbenchOperations).find(({ id }) => id === request.operation)
    if (operation === undefined) throw new Error(`the workbench has no operation ${request.operation}`)
    const { method, path, body } = httpRequestFor(operation, request)
    const response = await fetch(`${url}/workbench${path}`, {
      method,
      headers: {
        // The server ends a connection nobody uses for seconds; a test that is busy itself would find out too late.
        connection: 'close',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...contentTypeHeader(body),
      },
      ...(body !== undefined && { body }),
    })
    return replyOf(response)
  }
}

async function replyOf(response: Response): Promise<ServiceReply> {
  if (response.headers.get('content-type') === BYTES_TYPE) {
    const data = new Uint8Array(await response.arrayBuffer())
    return { ok: true, status: response.status, body: filePartOf(response.headers.get('content-range'), data) }
  }
  const text = await response.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  if (response.ok) return { ok: true, status: response.status, body }
  return { ok: false, status: response.status, body: body as FailureReply['body'] } // the server's own tests check its shape
}
