import { z } from 'zod'
import { atMost } from './bounds.ts'
import { ErrorEntry } from './errors.ts'
import type { InputFor, RequestFor } from './operation.ts'
import { defineOperations } from './operation.ts'
import { Label } from './values.ts'
import { ownOperation as own, UserPath } from './workbench-window.ts'

/** An operation of the service by its id, with its request. */
const serviceCall = {
  operation: z.string().check(atMost(100)),
  params: z.record(z.string(), z.unknown()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
  /** The language for labels, which programs send as Accept-Language. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'must be a language such as de')
    .optional(),
}

export const forwardOperations = defineOperations({
  forward: {
    ...own,
    endpoint: 'POST /forward',
    summary: 'Call an operation of the service as a user, with the subscription key of the window, or as the operator',
    body: z.discriminatedUnion('as', [
      z.object({ as: z.literal('user'), ...UserPath.shape, ...serviceCall }),
      /** Operations of the exchange and of the verifier. */
      z.object({ as: z.literal('subscription'), ...serviceCall }),
      /** The operator, while the console is open. `user_id`: the user whose session is used, where one is needed. */
      z.object({ as: z.literal('operator'), user_id: Label.nullable().default(null), ...serviceCall }),
    ]),
    /** The reply of the service, which may be a refusal. */
    success: {
      status: 200,
      body: z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), status: z.int(), body: z.unknown() }),
        z.object({ ok: z.literal(false), status: z.int(), body: z.object({ errors: z.array(ErrorEntry) }) }),
      ]),
    },
    /**
     * `not_found`: this caller has no such operation. `forbidden`: an agent has no key store, and some calls need the
     * passphrase. `param_missing`: the call needs the session of a user.
     */
    errors: ['workspace_locked', 'not_found', 'user_locked', 'forbidden', 'operator_locked', 'param_missing'],
  },
})

type Forward = typeof forwardOperations.forward
export type ForwardRequest = InputFor<Forward>['body']

type CallerPart<Request> = Request extends unknown ? Omit<Request, keyof typeof serviceCall> : never
/** The caller as whom the window calls the service. */
export type ForwardedAs = CallerPart<RequestFor<Forward>['body']>
