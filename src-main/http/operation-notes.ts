import type { Operation } from '../../shared/contract/operation.ts'

/** An introduction for the first call of any part: the description of each document, in Markdown. */
export const BEFORE_THE_FIRST_CALL = [
  'Bodies are JSON in UTF-8, with `Content-Type: application/json`. ' +
    'The parts vault, keystore and exchange answer without their prefix as well.',
  'A signed-in user sends the access token in `Authorization`. ' +
    'The exchange and the verifier ask for a subscription key in `Service-Subscription-Key`. ' +
    'The operator sends the password in `admin_password`.',
  'A refusal is the list `errors`, with a code, a sentence, and the parts of the request that are wrong.',
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

/** Describes in Markdown who may call an operation, for whom, and at which other paths. */
export function notesOf({ api, auth, delegation, aliases = [], extension }: Operation): string {
  const elsewhere = aliases.map((alias) => `Also at \`${alias}\`.`)
  const published = extension ? ['Extension: not in the published interface.'] : []
  // Callers of the exchange and the verifier are no users, so nobody acts for them.
  const callers = api === 'exchange' && auth === 'none' ? CALLERS.key : CALLERS[auth]
  const acting = api === 'exchange' || api === 'verifier' ? [] : [ACTING[delegation]]
  return [callers, ...acting, ...elsewhere, ...published].join(' ')
}

const VERSION = 'Which version of the interface is served.'
const MONITOR = 'Whether the part works, for a monitor.'

/** Descriptions of groups of operations, by part and by the first segment of their paths. */
export const GROUP_NOTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  vault: {
    version: VERSION,
    monitor: MONITOR,
    system: 'State, numbers and log of the whole vault, for its operator.',
    session: 'Sessions of the vault: log in with a key, see and end what runs.',
    admission_tokens: 'Tokens that each let one person make a vault account.',
    me: 'The account of the acting user, and how it is deleted.',
    items: 'Items with their slots, and their shares.',
    slots: 'Single slots of items.',
    incoming_shares: 'What others share with you: read, accept and decline it.',
    outgoing_shares: 'What you share with others.',
    shares: 'Shares you already have or made: end and change them.',
    client_task_queue: 'Work that only a client can do, such as sealing a changed value again for its recipients.',
    item_templates: 'Templates from which items are made.',
    classification_nodes: 'Your own tags, and the nodes of the trees that everybody has.',
    classification_schemes: 'The schemes of tags and trees, each with its nodes.',
    connections: 'The people you are connected with; a delegation is granted to one of them.',
    invitations: 'Invitations to connect, with what is to be shared when they are used.',
    delegations: 'Roles of the people who act for you.',
    delegation_invitations: 'Offers to act for somebody you are connected with.',
    child_users: 'Users whom a parent makes and acts for.',
    event_feed: 'What happened, in the older form of the list.',
    events: 'What happened, as events that are filtered and recorded.',
    activities: 'What happened, with the connections it concerns.',
    alerts: 'How many requests wait for your answer.',
    share_intents: 'Shares that an invitation makes once it is used.',
    organizations: 'Organizations, their members and services, and the sessions of their programs.',
    management: 'Decisions of the operator about organizations and services.',
    service_users: 'What the agent of a service may know of a user.',
    metrics: 'How much you have stored.',
    images: 'Addresses of pictures.',
    blobs: 'Files by addresses that nobody can guess.',
    'blob-store': 'Bytes at signed addresses.',
    attachments: 'Encrypted files of slots.',
    attachments_in_slots: 'Files with the slots that use them.',
    direct: 'Encrypted files that are uploaded in blocks.',
    attachments_folders: 'Folders of encrypted files.',
    thumbnails: 'Small encrypted pictures of files.',
  },
  keystore: {
    version: VERSION,
    monitor: MONITOR,
    '.well-known': 'What published clients ask for before a registration.',
    srp: 'Registration, login and change of a passphrase, by Secure Remote Password: no passphrase is sent.',
    sessions: 'All running sessions of the user, and login with a login key.',
    session: 'The session of the presented token.',
    external_admission_tokens: 'The token with which a key-store user makes a vault account.',
    key_encryption_key: 'The key that encrypts all other keys of the user, itself sealed by the passphrase.',
    data_encryption_keys: 'Sealed keys of values.',
    passphrase_derivation_artefact: 'What a client needs to derive a key from the passphrase.',
    keypairs: 'Key pairs of the user, with sealed private keys.',
    users: 'Deletion of the key-store user.',
    delegations: 'Keys by which one user acts for another.',
    child_users: 'Keys of a child user.',
    login_keys: 'Keys with which a program logs in without the passphrase.',
    test_issuers: 'Token issuers of this workspace, for tests.',
  },
  exchange: {
    presentations: 'Presentation definitions, and verification of what a wallet presents.',
    registries: 'Documents that checks rely on: schemas, contexts, issuers and status lists.',
  },
  verifier: {
    requests: 'Requests of the verifier application, and what wallets answer.',
  },
}
