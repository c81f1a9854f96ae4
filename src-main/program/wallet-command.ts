import { resolve } from 'node:path'
import { CallError } from '../../shared/contract/caller.ts'
import type { Call } from '../../shared/contract/caller.ts'
import type { WalletRun } from '../../shared/contract/workbench-wallet.ts'
import { walletCommandOperations } from '../../shared/contract/workbench-wallet.ts'
import { linkFacts } from '../../shared/openid4vp/request-link-facts.ts'
import type { LinkFacts } from '../../shared/openid4vp/request-link-facts.ts'
import { listOf, memberOf, textOf } from '../../shared/presentation-exchange/json.ts'
import { defaultDataDirectory, UsageError } from '../composition/command-options.ts'
import { openWorkspaceNamed, unlockSecretOnce, withApplication } from './backup-command.ts'
import { passphraseOf } from './client-task-queue-command.ts'
import { CouldNotRun, EXIT } from './command.ts'
import type { ExitCode, Ports } from './command.ts'
import type { RunCommand, ValuesOf } from './command-table.ts'
import { printable } from './printable.ts'

type Values = ValuesOf<'wallet'>

/** The wallet of the user, in the program that has the data directory or one opened here. */
interface UserWallet {
  readonly open: (link: string, allow_remote: boolean) => Promise<WalletRun>
  readonly end: (run_id: string, end: 'submit' | 'decline' | 'leave') => Promise<WalletRun>
}

const USES = {
  request: 'the request is fetched from',
  definition: 'the definition is fetched from',
  answer: 'the answer is sent to',
} as const

/**
 * Answers a link, in two steps that a person agrees to: what is called, and what is sent.
 *
 * @returns 1 when the verifier does not accept the answer
 * @throws {UsageError} @throws {CouldNotRun} also where the person does not agree, or the wallet cannot answer
 */
export const run: RunCommand<'wallet'> = ({ values, positionals }, ports) => {
  const [action, link, ...others] = positionals
  if (action !== 'answer' || link === undefined || others.length > 0)
    throw new UsageError('write vaultbench wallet answer LINK')
  const { user } = values
  if (user === undefined) throw new UsageError('say whose wallet answers: --user NAME')
  const dataDirectory = values.data === undefined ? defaultDataDirectory() : resolve(values.data)
  return withApplication(dataDirectory, async (call, isRunning) => {
    const facts = linkFacts(link)
    tellFacts(facts, ports)
    // A malformed link has no addresses: the wallet says what is wrong with it, and calls nothing.
    if (facts.addresses.length > 0) await agree('Call these addresses?', values, ports)
    if (!isRunning) await openWorkspaceNamed(call, values.workspace, unlockSecretOnce(values, ports))
    return answer({ link, facts }, walletOf(call, { ...values, user }, ports), { values, ports })
  })
}

async function answer(
  { link, facts }: { readonly link: string; readonly facts: LinkFacts },
  wallet: UserWallet,
  { values, ports }: { readonly values: Values; readonly ports: Ports },
): Promise<ExitCode> {
  const remote = facts.addresses.some(({ isRemote }) => isRemote)
  const opened = await wallet.open(link, remote)
  if (opened.failure !== null) throw new CouldNotRun(printable(opened.failure.message))
  if (values.decline) return report(await wallet.end(opened.id, 'decline'), values, ports)
  try {
    tellAsked(opened, ports)
    if (!opened.can_submit) throw new CouldNotRun(`nothing was sent, for this is missing: ${opened.missing.join(', ')}`)
    if (opened.must_share_whole && !values['share-whole'])
      throw new CouldNotRun('nothing was sent, for more would be told than was asked for: --share-whole agrees to that')
    await agree('Send this?', values, ports)
  } catch (fault) {
    await wallet.end(opened.id, 'leave')
    throw fault
  }
  return report(await wallet.end(opened.id, 'submit'), values, ports)
}

function tellFacts({ addresses, verifier }: LinkFacts, { say }: Ports): void {
  if (verifier !== undefined) {
    say(`asked by ${printable(verifier.client_id)}`)
    say(verifier.isSaidSigned ? 'said to be signed, which is checked once it is fetched' : 'not signed')
  }
  for (const { use, host, path, isRemote } of addresses)
    say(`${USES[use]} ${printable(`${host}${path}`)}${isRemote ? ', not on this computer' : ''}`)
}

function tellAsked({ destination_url, descriptors, openid4vp, warnings }: WalletRun, { say }: Ports): void {
  if (openid4vp?.signed === true) say(`signed by ${printable(openid4vp.client_id)}`)
  for (const { message } of warnings) say(`warning: ${printable(message)}`)
  for (const { id, name, fields, chosen } of descriptors) {
    const asked = fields.map(({ path }) => path).join(', ') || 'the whole credential'
    say(`${printable(name ?? id)}: ${printable(asked)}${chosen === null ? ', not answered' : ''}`)
  }
  say(`${USES.answer} ${printable(destination_url ?? '')}`)
}

/** @throws {CouldNotRun} */
async function agree(question: string, { yes }: Values, { ask }: Ports): Promise<void> {
  if (yes) return
  const said = await ask(`${question} (yes: y, and Enter) `)
  if (!/^y(?:es)?$/i.test(said.trim())) throw new CouldNotRun('nothing was done, because nobody agreed')
}

const VERDICTS: Readonly<Record<WalletRun['state'], string>> = {
  accepted: 'accepted',
  sent: 'sent: the verifier took the answer, and does not say what it found',
  not_accepted: 'not accepted',
  refused: 'declined',
  failed: 'failed',
  choosing: 'open',
}

function report(run: WalletRun, { json }: Values, { out }: Ports): ExitCode {
  const { state, answer: reply, openid4vp, destination_url, failure } = run
  const errors = listOf(memberOf(reply?.body, 'errors')).flatMap((one) => textOf(memberOf(one, 'message')) ?? [])
  const redirect_uri = textOf(memberOf(reply?.body, 'redirect_uri'))
  if (json) {
    const client_id = openid4vp?.client_id ?? null
    out(
      `${JSON.stringify({ state, client_id, destination_url, http_status: reply?.http_status ?? null, body: reply?.body ?? null, failure }, null, 2)}\n`,
    )
  } else {
    const lines = [VERDICTS[state], ...errors, ...(redirect_uri === undefined ? [] : [`go on at ${redirect_uri}`])]
    out(lines.map((line) => `${printable(line)}\n`).join(''))
  }
  if (failure !== null && !json) throw new CouldNotRun(printable(failure.message))
  return state === 'not_accepted' ? EXIT.checkFailed : state === 'failed' ? EXIT.couldNotRun : EXIT.success
}

/** The passphrase is asked for where it is needed: who is signed in, or remembered, needs none. */
function walletOf(
  call: Call,
  { user, workspace, ...values }: Values & { readonly user: string },
  ports: Ports,
): UserWallet {
  let passphrase: string | undefined
  const asUser = async (run: (who: { user: string; passphrase?: string }) => Promise<{ run: WalletRun }>) => {
    const who = { user, ...(workspace !== undefined && { workspace }) }
    try {
      return (await run({ ...who, ...(passphrase !== undefined && { passphrase }) })).run
    } catch (fault) {
      if (!(fault instanceof CallError) || fault.code !== 'param_missing' || passphrase !== undefined) throw fault
      passphrase = await passphraseOf(user, ports)
      return (await run({ ...who, passphrase })).run
    }
  }
  const { walletCommandOpen, walletCommandEnd } = walletCommandOperations
  const share_whole = values['share-whole']
  return {
    open: (link, allow_remote) => asUser((who) => call(walletCommandOpen, { body: { ...who, link, allow_remote } })),
    end: (run_id, end) => asUser((who) => call(walletCommandEnd, { body: { ...who, run_id, end, share_whole } })),
  }
}
