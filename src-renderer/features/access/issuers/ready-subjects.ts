/** People for tokens of a test issuer, to choose from: they are nobody until their first token. */
export const READY_SUBJECTS = [
  { subject: 'nora', full_name: 'Nora Field' },
  { subject: 'omar', full_name: 'Omar Haddad' },
  { subject: 'lena', full_name: 'Lena Brandt' },
] as const
