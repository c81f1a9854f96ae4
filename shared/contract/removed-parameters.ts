/** Parameters of earlier versions. They are refused, so that nobody believes they had an effect. */
interface RemovedParameters {
  /** Method and path of the calls that had them; absent for every call with such an object. */
  readonly calls?: RegExp
  /** The key of the object that held them, or of a list of such objects; empty for query and body themselves. */
  readonly place: string
  readonly names: readonly string[]
  /** Continues the sentence that begins with the parameter. */
  readonly cause: string
}

const OF_USERS = {
  names: [
    'is_app_logging_enabled',
    'unconfirmed_email',
    'share_terms',
    'cloudname',
    'key_store_admission_token',
    'key_store_id',
    'key_store_url',
    'key_store_username',
  ],
  cause: 'was removed from users',
}

const ofSlots = (name: string, cause: string): readonly RemovedParameters[] =>
  ['slots_attributes', 'slots'].map((place) => ({ place, names: [name], cause: `was removed from slots: ${cause}` }))

/** All removed parameters (docs/contract/vault.md, Removed parameters; docs/contract/keystore.md, Requests). */
export const REMOVED_PARAMETERS: readonly RemovedParameters[] = [
  {
    place: 'item',
    names: [
      'item_image_background_colour',
      'image_background_colour',
      'background_color',
      'me',
      'association_ids',
      'associations_to_ids',
      'image_id',
      'item_image_id',
    ],
    cause: 'was removed from items',
  },
  ...ofSlots('encrypted', 'every value is encrypted_value'),
  ...ofSlots('attachment_uid', 'link the file with attachment_id'),
  ...ofSlots('image', 'an image is a file, linked with attachment_id'),
  { place: 'user', ...OF_USERS },
  { calls: /^POST \/me$/, place: '', ...OF_USERS },
  {
    calls: /^POST (?:\/srp)?\/sessions?(?:\/|$)/,
    place: '',
    names: ['name', 'device_push_token', 'push_token_platform'],
    cause: 'was removed from sessions',
  },
  {
    calls: /^DELETE \/session\/all$/,
    place: '',
    names: ['delete_all_session_params'],
    cause: 'was renamed: use except_current',
  },
  {
    calls: /^POST \/child_users$/,
    place: '',
    names: ['child_public_key_for_login'],
    cause: 'was removed: a child user has no login of its own',
  },
]
