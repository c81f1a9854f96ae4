import { z } from 'zod'
import { ClaimText, KeySet, OIDC_ALGORITHMS } from '../../../../shared/contract/oidc-issuers.ts'
import type { OidcAlgorithm, OidcIssuer } from '../../../../shared/contract/oidc-issuers.ts'
import type { OidcIssuerRow } from '../../../../shared/contract/workbench-oidc.ts'
import { text } from '../../../i18n/i18n.ts'

/** What the dialog for an issuer asks for: lists with one name on each line, keys as JSON. */
export interface IssuerValues extends Record<string, unknown> {
  issuer: string
  audience: string
  algorithms: string
  keys: 'address' | 'given'
  jwks_url: string
  jwks: string
  carries_over_from: string
  carries_over_accounts: boolean
}

export function issuerValues(row: OidcIssuerRow): IssuerValues {
  return {
    issuer: row.issuer,
    audience: row.audience,
    algorithms: row.algorithms.join(', '),
    keys: row.jwks === null ? 'address' : 'given',
    jwks_url: row.jwks_url ?? '',
    jwks: row.jwks === null ? '' : JSON.stringify(row.jwks, null, 2),
    carries_over_from: row.carries_over_from.join('\n'),
    carries_over_accounts: row.carries_over_accounts,
  }
}

/** The fields become what is sent; what is wrong with that is said at the field it was typed in. */
export const issuerForm = () =>
  z
    .object({
      issuer: z.string().trim().min(1, text('access.issuer.issuerMissing')).pipe(ClaimText),
      audience: z.string().trim().min(1, text('access.issuer.audienceMissing')).pipe(ClaimText),
      algorithms: z
        .string()
        .refine(namesAlgorithms, text('access.issuer.algorithmsWrong', { all: OIDC_ALGORITHMS.join(', ') })),
      keys: z.enum(['address', 'given']),
      jwks_url: z.string().trim(),
      jwks: z.string(),
      carries_over_from: z.string(),
      carries_over_accounts: z.boolean(),
    })
    .refine(({ keys, jwks_url }) => keys === 'given' || jwks_url !== '', {
      error: text('access.issuer.addressMissing'),
      path: ['jwks_url'],
    })
    .refine(({ keys, jwks }) => keys === 'address' || keySetIn(jwks) !== undefined, {
      error: text('access.issuer.jwksWrong'),
      path: ['jwks'],
    })
    .transform(({ keys, jwks, jwks_url, algorithms, carries_over_from, ...said }): OidcIssuer => ({
      ...said,
      algorithms: algorithmsIn(algorithms).filter((name) => name !== undefined),
      carries_over_from: [...new Set(carries_over_from.split('\n').flatMap((line) => line.trim() || []))],
      ...(keys === 'given' ? { jwks: keySetIn(jwks) } : { jwks_url }),
    }))

/** With undefined for what is none. */
function algorithmsIn(list: string): readonly (OidcAlgorithm | undefined)[] {
  const names = [...new Set(list.split(/[\s,]+/).filter((name) => name !== ''))]
  return names.map((name) => OIDC_ALGORITHMS.find((algorithm) => algorithm === name))
}

function namesAlgorithms(list: string): boolean {
  const found = algorithmsIn(list)
  return found.length > 0 && !found.includes(undefined)
}

function keySetIn(typed: string): KeySet | undefined {
  try {
    return KeySet.safeParse(JSON.parse(typed)).data
  } catch {
    return undefined
  }
}
