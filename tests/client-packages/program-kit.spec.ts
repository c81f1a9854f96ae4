// Proves docs/contract/window.md, Organizations: programs; docs/contract/vault.md, Organizations: programs.

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { organizationAgentOperations } from '../../shared/contract/organization-agents.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { FIRST_CALLS, programKit } from '../../src-renderer/features/organizations/programs/program-kit.ts'
import type { ProgramFile } from '../../src-renderer/features/organizations/programs/program-kit.ts'
import { hasProgram } from '../support/programs.ts'
import type { Actor, OrganizationWorkbench } from '../support/workbench/workbench-organizations.ts'
import { startOrganizationWorkbench } from '../support/workbench/workbench-organizations.ts'
import { refusal, removeDirectory, stopWorkbench, temporaryDirectory } from '../support/workbench/workbench.ts'

/* The files of a kit for a program, run as whoever saved them beside each other runs them. */

const NAME = 'Appointments'

let workbench: OrganizationWorkbench
let dana: Actor
let organization_id: string
let service_id: string
let directory: string
let files: readonly ProgramFile[]

beforeAll(async () => {
  workbench = await startOrganizationWorkbench()
  dana = await workbench.register('Dana')
  organization_id = await workbench.validated(dana)
  service_id = await workbench.validatedService(dana, organization_id, NAME)
  const { access_token: token } = await start({})
  const { url } = workbench.application
  const server = { vault: `${url}/vault`, keystore: `${url}/keystore`, exchange: `${url}/exchange` }
  const notes = { warning: "Whoever has this acts as `it`; don't share.", subscriptionKey: 'From Trust.' }
  files = programKit({ name: NAME, server, token, notes })
  directory = temporaryDirectory()
  for (const { name, text } of files) writeFileSync(join(directory, name), text)
})
afterAll(async () => {
  removeDirectory(directory)
  await stopWorkbench(workbench)
})

const start = (fields: object) =>
  workbench.call(workbenchOperations.programSessionStart, {
    params: { ...dana.params, organization_id },
    body: { service_id, name: 'Nightly run', valid_for: 600, ...fields },
  })

const suspend = (suspended: boolean) =>
  workbench.call(workbenchOperations.forward, {
    body: {
      as: 'user',
      user_id: dana.id,
      operation: organizationAgentOperations.organizationsOrganizationIdServicesIdSuspensionPut.id,
      params: { organization_id, id: service_id },
      body: { suspended },
    },
  })

/** The answers of the four calls. */
async function run(program: string, ...words: string[]): Promise<readonly object[]> {
  const { stdout } = await promisify(execFile)(program, words, { cwd: directory })
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as object)
}

const WAYS = [
  { way: 'curl', runs: hasProgram('curl'), ran: () => run('sh', '-eu', 'appointments.sh') },
  { way: 'TypeScript', runs: true, ran: () => run(process.execPath, '--env-file=appointments.env', 'appointments.ts') },
].filter(({ runs }) => runs)

describe('the kit of a program', () => {
  it.each(WAYS)('makes the four calls as the service, and is refused while it is suspended: $way', async ({ ran }) => {
    const replies = await ran()
    expect(replies).toHaveLength(FIRST_CALLS.length)
    expect(replies).toMatchObject([
      { user: { full_name: NAME, user_type: 'service_agent' } },
      { connections: [] },
      { shares: [] },
      { events: expect.any(Array) as unknown },
    ])

    await suspend(true)
    const answer = await ran().then(JSON.stringify, String)
    expect(answer).toContain('agent_suspended')
    await suspend(false)
    expect(await ran()).toHaveLength(FIRST_CALLS.length)
  })

  it('keeps its secret in one file', () => {
    expect(files.filter(({ holdsSecret }) => holdsSecret).map(({ id }) => id)).toEqual(['env'])
    const token = /ACCESS_TOKEN=(.+)/.exec(files[0]?.text ?? '')?.[1] ?? 'none'
    expect(files.filter(({ text }) => text.includes(token)).map(({ id }) => id)).toEqual(['env'])
  })

  it('is made for the organization, and for nobody who has not the key', async () => {
    expect((await start({ service_id: null })).session).toMatchObject({ service_id: null, name: 'Nightly run' })
    const eve = await workbench.register('Eve')
    const params = { ...eve.params, organization_id }
    const body = { service_id, name: 'Mine', valid_for: 600 }
    const call = workbench.call(workbenchOperations.programSessionStart, { params, body })
    await expect(call).rejects.toEqual(refusal('not_organization_member'))
  })
})
