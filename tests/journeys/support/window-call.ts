import type { Page } from '@playwright/test'

/** Asks the main process as the window does, for what a story needs and is not about. */
export async function windowCall<Reply>(page: Page, method: string, path: string, body?: unknown): Promise<Reply> {
  const text = await page.evaluate(
    async ([method, path, body]) => {
      const authorization = `Bearer ${sessionStorage.getItem('vaultbench.window-token') ?? ''}`
      const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
      const response = await fetch(`/workbench${path}`, { method, headers, ...(body !== undefined && { body }) })
      const answered = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answered}`)
      return answered
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  )
  return JSON.parse(text) as Reply
}

interface ListedUser {
  readonly id: string
  readonly full_name: string
}

/** Connects two users of the workspace by an invitation; each calls the other by their name. */
export async function connectUsers(page: Page, inviter: string, invited: string): Promise<void> {
  const { users } = await windowCall<{ users: ListedUser[] }>(page, 'GET', '/users')
  const idOf = (name: string): string => users.find(({ full_name }) => full_name === name)?.id ?? ''
  const { link } = await windowCall<{ link: string }>(page, 'POST', `/users/${idOf(inviter)}/invitations`, {
    name: invited,
  })
  await windowCall(page, 'POST', `/users/${idOf(invited)}/invitations/accept`, { link, name: inviter })
}
