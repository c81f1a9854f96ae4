// Proves docs/contract/window.md, Everywhere: exports, Organizations.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, aStatus, aUser, refusal, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { aMember, answerVault, membersPage, startVault, vaultCalls } from '../testing/fake-vault.ts'
import { mountSetup } from '../testing/mount-organizations.ts'
import { useMemberExport } from './use-member-export.ts'
import { useMembers } from './use-members.ts'

vi.mock('../../../ui/save-file.ts', () => ({ saveFile: vi.fn() }))

const saved = vi.mocked(saveFile)
const LIST = 'organizationsOrganizationIdMembersGet'
/** Every third is an owner. */
const all = Array.from({ length: 1700 }, (_, place) =>
  aMember(`m${place}`, {
    full_name: place === 0 ? '=HYPERLINK("x")' : `Person ${place}`,
    email: `m${place}@clinic.example`,
    role: place % 3 === 0 ? 'owner' : 'admin',
  }),
)
const owners = all.filter(({ role }) => role === 'owner')

beforeEach(() => {
  resetBridge()
  saved.mockReset()
  startVault()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('dana')] }))
  answerVault(LIST, ({ query = {} }) => {
    const wanted = query['role'] === 'owner' ? owners : all
    const [from, size] = [Number(query['next_page_after'] ?? 0), Number(query['per_page'])]
    const next = from + size < wanted.length ? { next: String(from + size) } : {}
    return membersPage(wanted.slice(from, from + size), { total: wanted.length, owners: owners.length, ...next })
  })
})

async function start() {
  const made = await mountSetup(() => {
    const members = useMembers('dana', 'o1', () => true)
    return {
      members,
      exporting: useMemberExport(
        () => 'Harbour Clinic',
        () => members,
      ),
    }
  })
  await vi.waitFor(() => expect(made.members.rows.page.value).toBeDefined())
  return made
}

const savedText = (): string => saved.mock.calls[0]?.[2] ?? ''
const savedRecords = () =>
  savedText()
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
const recordOf = ({ id, full_name, email, role, created_at }: (typeof all)[number]) => ({
  user_id: id,
  name: full_name,
  email,
  role,
  since: created_at,
})

describe('useMemberExport', () => {
  it('writes all members, also of the pages that were not read yet', async () => {
    const { exporting } = await start()
    await exporting.start('jsonl')
    expect(savedRecords()).toEqual(all.map(recordOf))
    expect(saved.mock.calls[0]?.[0]).toMatch(/^members-harbour-clinic-\d{4}-\d\d-\d\d\.jsonl$/)
  })

  it('writes what passes the filter it began with, over several pages, and nothing else', async () => {
    const { members, exporting } = await start()
    members.only('owner')
    await vi.waitFor(() => expect(members.rows.count.value).toBe(owners.length))
    const writing = exporting.start('jsonl')
    members.only(undefined)
    await writing
    expect(savedRecords()).toEqual(owners.map(recordOf))
    expect(
      vaultCalls(LIST).filter(({ query }) => query?.['per_page'] === 500 && query['role'] === 'owner'),
    ).toHaveLength(Math.ceil(owners.length / 500))
  })

  it('writes CSV without formulas', async () => {
    const { exporting } = await start()
    await exporting.start('csv')
    const [header, first] = savedText().split('\r\n')
    expect(header).toBe('user_id,name,email,role,since')
    expect(first).toBe(`m0,"'=HYPERLINK(""x"")",m0@clinic.example,owner,${all[0]?.created_at}`)
  })

  it('writes nothing when a page is refused', async () => {
    const { exporting } = await start()
    answerVault(LIST, () => {
      throw refusal('role_not_sufficient', 403)
    })
    await exporting.start('csv')
    expect(saved).not.toHaveBeenCalled()
  })
})
