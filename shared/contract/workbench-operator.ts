import { z } from 'zod'
import { atMost } from './bounds.ts'
import { defineOperations } from './operation.ts'
import { broken } from './values.ts'
import { OPEN, ownOperation as own, Passphrase } from './workbench-window.ts'

/**
 * The operator's desk. The window calls the service as any operator does: with the password, and where a user session is
 * needed with that of the acting user. It sees no user's data by it.
 */

export const OperatorDesk = z.object({
  /** `none`: no password was ever set, operator calls are refused. `closed`: the password is asked for. */
  state: z.enum(['none', 'closed', 'open']),
  /** The password is kept sealed in this workspace, so opening the desk needs none. */
  remembered: z.boolean(),
})
export type OperatorDesk = z.infer<typeof OperatorDesk>

/** What a header carries unchanged: printable ASCII, no space at either end, and not what clients send for "none". */
const SENDABLE = /^(?!(?:undefined|null)$)[!-~](?:[ -~]*[!-~])?$/

/** Whether a word can be an operator password, which every client sends as a header. */
export function canBeOperatorPassword(word: string): boolean {
  return SENDABLE.test(word)
}

const OperatorPassword = Passphrase.refine(
  canBeOperatorPassword,
  broken('invalid_params', 'must be plain letters, digits and signs (ASCII), without a space at either end'),
)

const deskReply = z.object({ operator: OperatorDesk })

export const workbenchOperatorOperations = defineOperations({
  operatorGet: {
    ...own,
    method: 'GET',
    path: '/operator',
    summary: "State of the operator's desk",
    success: { status: 200, body: deskReply },
    errors: OPEN,
  },
  operatorPasswordSet: {
    ...own,
    method: 'POST',
    path: '/operator/password',
    summary: 'Set the operator password of this workspace and open the desk; the former one ends',
    body: z.object({
      /** Null: one is made. */
      password: OperatorPassword.nullable().default(null),
      remember: z.boolean().default(false),
    }),
    /** A password that was made is shown this once; null where it was given. */
    success: { status: 201, body: deskReply.extend({ password: z.string().nullable() }) },
    errors: ['workspace_locked', 'invalid_params'],
  },
  operatorOpen: {
    ...own,
    method: 'POST',
    path: '/operator/open',
    summary: "Open the operator's desk with the password, or with the remembered one",
    body: z.object({
      password: z.string().check(atMost(1024)).nullable().default(null),
      remember: z.boolean().default(false),
    }),
    success: { status: 200, body: deskReply },
    errors: [
      'workspace_locked',
      'admin_password_invalid',
      'operator_locked',
      'param_missing',
      'invalid_params',
      'too_many_requests',
    ],
  },
  operatorClose: {
    ...own,
    method: 'POST',
    path: '/operator/close',
    summary: "Close the operator's desk; a remembered password is forgotten when asked for",
    body: z.object({ forget: z.boolean().default(false) }),
    success: { status: 200, body: deskReply },
    errors: OPEN,
  },
})
