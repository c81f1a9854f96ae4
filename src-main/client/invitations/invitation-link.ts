/**
 * The link of an invitation: `vaultbench://invitation/<token>#<passphrase>`. The token allows its holder to connect;
 * the passphrase opens the shares and is present only if there are any. A token alone is also accepted, because that is
 * all other clients send.
 */
import { ServiceError } from '../../../shared/contract/errors.ts'

export interface InvitationLink {
  readonly token: string
  readonly passphrase: string | null
}

const START = 'vaultbench://invitation/'
const TOKEN = /^[\w-]{16,255}$/

export function formatInvitationLink({ token, passphrase }: InvitationLink): string {
  return passphrase === null ? `${START}${token}` : `${START}${token}#${encodeURIComponent(passphrase)}`
}

/** @throws {ServiceError} `invitation_link_invalid`; the text is not repeated, because it may be a secret. */
export function parseInvitationLink(text: string): InvitationLink {
  const pasted = text.trim()
  const [token = '', fragment] = (pasted.startsWith(START) ? pasted.slice(START.length) : pasted).split('#', 2)
  const passphrase = fragment === undefined || fragment === '' ? null : decoded(fragment)
  if (!TOKEN.test(token) || passphrase === undefined) {
    throw new ServiceError('invitation_link_invalid', 'This is neither the link of an invitation nor its token.')
  }
  return { token, passphrase }
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined // a broken escape: the link was cut
  }
}
