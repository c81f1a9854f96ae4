import { z } from 'zod'
import { ClaimText } from '../../../../shared/contract/oidc-issuers.ts'
import { Label } from '../../../../shared/contract/values.ts'
import { TestTokenFault } from '../../../../shared/contract/workbench-oidc.ts'
import type { OidcIdentityRow, OidcIssuerRow } from '../../../../shared/contract/workbench-oidc.ts'
import type { WorkbenchUser } from '../../../../shared/contract/workbench-users.ts'
import { text } from '../../../i18n/i18n.ts'
import type { MintOrder } from './use-token-issuers.ts'

const LIFETIMES = { minutes: 300, hour: 3_600, day: 86_400 } as const

/** What the dialog for a token asks for. */
export const mintForm = () =>
  z
    .object({
      /** Who was chosen of those that are ready; what is sent stands in the fields below. */
      ready: z.string(),
      subject: z.string().trim().min(1, text('access.mint.subjectMissing')).pipe(ClaimText),
      full_name: z.string().trim().max(255),
      /** A user id, or a subject of another issuer; empty: nobody. */
      previous_user: z.string(),
      lifetime: z.enum(['minutes', 'hour', 'day']),
      fault: TestTokenFault,
    })
    .transform(({ subject, full_name, previous_user, lifetime, fault }): MintOrder => ({
      subject,
      fault,
      valid_for_seconds: LIFETIMES[lifetime],
      ...(full_name !== '' && { full_name: Label.parse(full_name) }),
      ...(previous_user !== '' && { previous_user }),
    }))

interface Person {
  /** What the claim of the token says. */
  readonly value: string
  readonly label: string
}

/** Whom a token of this issuer could name as the user of before: this user, and whoever came with another issuer. */
export function previousUsers(
  { issuer }: OidcIssuerRow,
  user: Pick<WorkbenchUser, 'full_name' | 'vault_user_id'>,
  identities: readonly OidcIdentityRow[],
): readonly Person[] {
  const others = identities.filter((one) => one.issuer !== issuer)
  return [
    { value: '', label: text('access.mint.nobody') },
    ...(user.vault_user_id === null
      ? []
      : [{ value: user.vault_user_id, label: text('access.mint.thisUser', { name: user.full_name }) }]),
    ...others.map(({ subject, issuer: other }) => ({
      value: subject,
      label: text('access.mint.subjectOf', { subject, issuer: other }),
    })),
  ]
}
