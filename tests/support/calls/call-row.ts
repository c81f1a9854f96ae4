import type { ServiceRequest } from '../../../src-main/service/reply.ts'
import type { SignedInUser } from '../service/builders.ts'
import { bodyOf } from '../service/keystore-accounts.ts'
import type { TestService } from '../service/test-service.ts'

/** What a call is made of, besides its operation; without headers it comes from the user, or with what it asks for. */
export type CallParts = Pick<ServiceRequest, 'params' | 'query' | 'body' | 'headers'>

/** Makes for a user what a call needs, and the call itself: one that is accepted. */
export type CallRow = (running: TestService, user: SignedInUser) => Promise<CallParts> | CallParts

/** A row whose path names the thing as `id`. */
export const named =
  (make: (running: TestService, user: SignedInUser) => Promise<string> | string): CallRow =>
  async (running, user) => ({ params: { id: await make(running, user) } })

/** Makes something by an operation that answers it under a name. @returns its id */
export const madeBy =
  (operation: string, root: string, body: object, extra?: Readonly<Record<string, string>>) =>
  async (running: TestService, { headers }: SignedInUser): Promise<string> => {
    const reply = await running.send({ operation, body, headers: extra ?? headers })
    return bodyOf<Readonly<Record<string, { readonly id: string }>>>(reply, 201)[root]?.id ?? ''
  }

/** The first of a list that an operation answers under a name. @returns its id */
export const firstOf =
  (operation: string, root: string) =>
  async (running: TestService, { headers }: SignedInUser): Promise<string> => {
    const reply = await running.send({ operation, headers })
    return bodyOf<Readonly<Record<string, readonly { readonly id: string }[]>>>(reply)[root]?.[0]?.id ?? ''
  }
