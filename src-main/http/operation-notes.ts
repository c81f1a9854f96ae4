import type { Operation } from '../../shared/contract/operation.ts'

/** An introduction for the first call of any part: the description of each document, in Markdown. */
export const BEFORE_THE_FIRST_CALL = [
  'Bodies are JSON in UTF-8, with `Content-Type: application/json`. ' +
    'The parts vault, keystore and exchange answer without their prefix as well.',
  'A signed-in user sends the access token in `Authorization`. ' +
    'The exchange and the verifier ask for a subscription key in `Service-Subscription-Key`. ' +
    'The operator sends the password in `admin_password`.',
  'A refusal is the list `errors`, with a code, a sentence, and what of the request is wrong.',
].join('\n\n')

const CALLERS: Readonly<Record<Operation['auth'], string>> = {
  none: 'Anybody may call.',
  user: 'A signed-in user may call, by access token or JSON Web Token.',
  token: 'A signed-in user may call, by access token.',
  optional: 'Anybody may call; a signed-in user may see more.',
  operator: 'The operator may call, by password.',
  operator_user: 'The operator may call, by password, in the session of a signed-in user.',
  key: 'Whoever holds a subscription key may call.',
  window: 'The window only may call.',
}

const ACTING: Readonly<Record<Operation['delegation'], string>> = {
  ignored: 'It always concerns the caller.',
  refused: 'Nobody may call it for another user.',
  reader: 'Delegates of any role may call it for their user.',
  admin: 'Delegates with role admin or owner may call it for their user.',
  owner: 'Delegates with role owner may call it for their user.',
}

/** Describes who may call, for whom, and other paths, in Markdown: facts that path and schemas lack. */
export function notesOf({ api, auth, delegation, aliases = [], extension }: Operation): string {
  const elsewhere = aliases.map((alias) => `Also at \`${alias}\`.`)
  const published = extension ? ['Extension: not in the published interface.'] : []
  // Callers of the exchange and the verifier are known by a key, or not at all: there is nobody to act for.
  const callers = api === 'exchange' && auth === 'none' ? CALLERS.key : CALLERS[auth]
  const acting = api === 'exchange' || api === 'verifier' ? [] : [ACTING[delegation]]
  return [callers, ...acting, ...elsewhere, ...published].join(' ')
}
