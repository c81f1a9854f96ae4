import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { registerPublishedUser } from '../published/published-client.ts'
import { publishedClient6 } from '../published/published-keystore-clients.ts'
import { publishedVault37 } from '../published/published-vault-clients.ts'
import { publishedUpload } from './published-file-client.ts'
import { linkAsPublished, publishedFileStore } from './published-file-steps.ts'

/*
 * Another program, for journeys: registers a user with the published packages, stores a file as they do, and prints the
 * user's secret string. Arguments: the address of the service, a passphrase, the label of the item, the file.
 */

const SMALL_KEY_BITS = 2048

const [url = '', passphrase = '', label = '', path = ''] = process.argv.slice(2)
const packages = { vault: publishedVault37, keystore: publishedClient6 }
const user = await registerPublishedUser(url, packages, passphrase, SMALL_KEY_BITS)
const file = { filename: basename(path), content_type: 'image/png' }
const stored = await publishedUpload(publishedFileStore(url, user), file, readFileSync(path))
await linkAsPublished(user, packages.vault(url, { token: user.vaultToken }), label, stored)
process.stdout.write(user.secretString)
