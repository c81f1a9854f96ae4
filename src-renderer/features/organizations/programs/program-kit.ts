import type { KitFile as File, KitNotes, KitServer } from '../../../parts/kit/kit-file.ts'
import { environment, kitStem, SHELL_SUBSCRIPTION, SHELL_VAULT } from '../../../parts/kit/kit-file.ts'

export interface ProgramKit {
  /** The name of the organization or service, after which the files are named. */
  readonly name: string
  readonly server: KitServer
  readonly token: string
  readonly notes: KitNotes
}

export type ProgramFile = File<'env' | 'curl' | 'typescript'>

/** The first calls of a program: its user, connections, received shares, and events. */
export const FIRST_CALLS = ['/me', '/connections', '/incoming_shares', '/events'] as const

/**
 * The files with which a program calls the vault as an organization or service. One contains the secret, and the others
 * read it from there; none passes it to a command as an argument, because every user of the computer could read it.
 */
export function programKit({ name, server, token, notes }: ProgramKit): readonly ProgramFile[] {
  const stem = kitStem(name)
  const env = `${stem}.env`
  return [
    { id: 'env', name: env, text: environment(server, `ACCESS_TOKEN=${token}`, notes), holdsSecret: true },
    { id: 'curl', name: `${stem}.sh`, text: shell(env), holdsSecret: false },
    { id: 'typescript', name: `${stem}.ts`, text: program(env, `${stem}.ts`), holdsSecret: false },
  ]
}

function shell(env: string): string {
  return `. ./${env}

${SHELL_SUBSCRIPTION}${SHELL_VAULT}
${FIRST_CALLS.map((path) => `call_vault ${path}; echo`).join('\n')}
`
}

function program(env: string, name: string): string {
  return `// node --env-file=${env} ${name}
const { VAULT_URL, ACCESS_TOKEN = '', SUBSCRIPTION_KEY } = process.env

async function callVault(path: string): Promise<unknown> {
  const headers = {
    Authorization: ACCESS_TOKEN,
    ...(SUBSCRIPTION_KEY && { 'Service-Subscription-Key': SUBSCRIPTION_KEY }),
  }
  const reply = await fetch(\`\${VAULT_URL}\${path}\`, { headers })
  if (!reply.ok) throw new Error(\`\${reply.status} \${await reply.text()}\`)
  return reply.json()
}

${FIRST_CALLS.map((path) => `console.log(JSON.stringify(await callVault('${path}')))`).join('\n')}

export {}
`
}
