import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import type { exchangeOperations, keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { Operation, ReplyFor, RequestFor } from '../../../shared/contract/operation.ts'
import type { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { writeClient } from '../../../scripts/write-client.ts'

/*
 * Clients that a generator of others makes from our documents, typed by the contract that the documents are made from;
 * that their own types are good is for generated-client.spec.ts to say.
 */

interface Parts {
  readonly vault: typeof vaultOperations
  readonly keystore: typeof keystoreOperations
  readonly exchange: typeof exchangeOperations
  readonly verifier: typeof verifierRequestOperations
}

/** What it is set up for: a server, and whose calls. */
export type GeneratedConnection = object

interface GeneratedReply<Body> {
  readonly data?: Body
  readonly error?: unknown
  readonly response: Response
}

/** The generator calls the parameters of a path by another name. */
type Sent<Request> = Omit<Request, 'params'> &
  (Request extends { readonly params: infer P } ? { readonly path: P } : unknown)

type GeneratedCall<O extends Operation> = (
  request: Sent<RequestFor<O>> & { readonly client: GeneratedConnection },
) => Promise<GeneratedReply<ReplyFor<O>>>

/** Its functions, and how it is set up with credentials by the names of their headers. */
export type GeneratedClient<Part extends keyof Parts> = {
  readonly [Name in keyof Parts[Part]]: Parts[Part][Name] extends Operation ? GeneratedCall<Parts[Part][Name]> : never
} & { readonly connect: Connect }

type Connect = (url: string, credentials?: Readonly<Record<string, string>>) => GeneratedConnection

/** Generates the client of a part and loads it. */
export async function generatedClient<Part extends keyof Parts>(part: Part): Promise<GeneratedClient<Part>> {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-client-'))
  try {
    await writeClient(part, directory)
    const load = (name: string) => import(pathToFileURL(join(directory, name)).href) as Promise<object>
    const functions = await load('index.ts')
    const { createClient } = (await load('client/index.ts')) as { readonly createClient: (config: object) => object }
    const connect: Connect = (url, credentials = {}) =>
      createClient({ baseUrl: `${url}/${part}`, auth: ({ name }: { name: string }) => credentials[name] })
    return { ...functions, connect } as GeneratedClient<Part> // what the generator makes has no types before it ran
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** What a call answers, which must succeed with this status. */
export async function answered<Body>(status: number, call: Promise<GeneratedReply<Body>>): Promise<Body> {
  const { data, error, response } = await call
  expect({ status: response.status, error }).toEqual({ status, error: undefined })
  return data as Body // there after every success
}

/** Status and code of a call that must be refused. */
export async function refused(call: Promise<GeneratedReply<unknown>>): Promise<readonly [number, string | undefined]> {
  const { error, response } = await call
  const told = error as { readonly errors?: readonly { readonly error: string }[] } | undefined // nothing after HEAD
  return [response.status, told?.errors?.[0]?.error]
}
