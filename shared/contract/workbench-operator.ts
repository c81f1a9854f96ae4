import { z } from 'zod'
import { atMost } from './bounds.ts'
import { defineOperations } from './operation.ts'
import { failsWith } from './values.ts'
import { ownOperation as own, Passphrase, workspaceOperation } from './workbench-window.ts'

/**
 * The operator console. The window calls the service as any operator does: with the password, and with the acting
 * user's session where one is needed. This shows it no user's data.
 */

export const OperatorConsole = z.object({
  /** `none`: no password was set, so operator calls are refused. `closed`: the password has to be entered. */
  state: z.enum(['none', 'closed', 'open']),
  /** True when the password is stored, sealed, in this workspace, so that opening the console needs none. */
  remembered: z.boolean(),
})
export type OperatorConsole = z.infer<typeof OperatorConsole>

/** What a header transmits unchanged: printable ASCII, no space at either end, and not what clients send for "none". */
const SENDABLE = /^(?!(?:undefined|null)$)[!-~](?:[ -~]*[!-~])?$/

/** Whether a text can be an operator password, which every client sends as a header. */
export function canBeOperatorPassword(text: string): boolean {
  return SENDABLE.test(text)
}

const OperatorPassword = Passphrase.refine(
  canBeOperatorPassword,
  failsWith('invalid_params', 'must be plain letters, digits and signs (ASCII), without a space at either end'),
)

const consoleReply = z.object({ operator: OperatorConsole })

export const workbenchOperatorOperations = defineOperations({
  operatorGet: {
    ...workspaceOperation,
    endpoint: 'GET /operator',
    summary: 'State of the operator console',
    success: { status: 200, body: consoleReply },
  },
  operatorPasswordSet: {
    ...own,
    endpoint: 'POST /operator/password',
    summary: 'Set the operator password of this workspace and open the console; the old one becomes invalid',
    body: z.object({
      /** Null to generate one. */
      password: OperatorPassword.nullable().default(null),
      remember: z.boolean().default(false),
    }),
    /** A generated password is shown only once; null if it was given. */
    success: { status: 201, body: consoleReply.extend({ password: z.string().nullable() }) },
    errors: ['workspace_locked', 'invalid_params'],
  },
  operatorOpen: {
    ...own,
    endpoint: 'POST /operator/open',
    summary: 'Open the operator console with the password, or with the remembered one',
    body: z.object({
      password: z.string().check(atMost(1024)).nullable().default(null),
      remember: z.boolean().default(false),
    }),
    success: { status: 200, body: consoleReply },
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
    ...workspaceOperation,
    endpoint: 'POST /operator/close',
    summary: 'Close the operator console; a remembered password is forgotten when asked for',
    body: z.object({ forget: z.boolean().default(false) }),
    success: { status: 200, body: consoleReply },
  },
})
