import type { Page } from '@playwright/test'

/*
 * What a journey needs that is not its story: calls of the window's own operations, with the window's token.
 */

/** Calls an operation of the window by its path; answers the body. */
export async function callWindow<Reply>(page: Page, method: string, path: string, body?: unknown): Promise<Reply> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const token = sessionStorage.getItem('vaultbench.window-token') ?? ''
      const response = await fetch(`/workbench${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === '' ? undefined : (JSON.parse(text) as unknown)
    },
    { method, path, body },
  ) as Promise<Reply>
}

/** Ids of users of the workspace, by their names. */
export async function userIds(page: Page): Promise<ReadonlyMap<string, string>> {
  const { users } = await callWindow<{ users: { id: string; full_name: string }[] }>(page, 'GET', '/users')
  return new Map(users.map(({ id, full_name }) => [full_name, id]))
}

/** Connects two users of the workspace: one invites, the other one accepts. */
export async function connect(page: Page, inviter: string, invited: string): Promise<void> {
  const ids = await userIds(page)
  const path = (name: string) => `/users/${ids.get(name) ?? ''}/invitations`
  const { link } = await callWindow<{ link: string }>(page, 'POST', path(inviter), { name: invited })
  await callWindow(page, 'POST', `${path(invited)}/accept`, { link, name: inviter })
}
