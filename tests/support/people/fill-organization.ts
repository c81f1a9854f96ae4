import { closeDatabase, openDatabase } from '../../../src-main/sqlite/database.ts'
import { fillOrganization } from './big-organization.ts'

/*
 * node fill-organization.ts DATABASE USER MEMBERS SHARES
 * A process of its own: the test runner cannot load the database. Prints the id of the organization.
 */
const [path = '', userId = '', members, shares] = process.argv.slice(2)
const connection = openDatabase({ path })
process.stdout.write(fillOrganization(connection, { userId, members: Number(members), shares: Number(shares) }))
closeDatabase(connection)
