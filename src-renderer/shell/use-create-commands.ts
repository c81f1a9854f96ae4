import {
  Baby,
  BadgePlus,
  FileInput,
  FlaskConical,
  FolderPlus,
  Handshake,
  HardDrive,
  Image as ImageIcon,
  Import,
  KeyRound,
  KeySquare,
  LayoutTemplate,
  Shapes,
  ShieldCheck,
  Tags,
  Ticket,
} from '@lucide/vue'
import type { Component } from 'vue'
import { onScopeDispose } from 'vue'
import { isNavigationFailure, NavigationFailureType, useRouter } from 'vue-router'
import { attachmentsFolderOperations } from '../../shared/contract/attachments-folders.ts'
import { classificationOperations } from '../../shared/contract/classification.ts'
import type { RegistryKind } from '../../shared/contract/registries.ts'
import type { Command } from '../frame/commands.ts'
import { useCommand } from '../frame/commands.ts'
import { linkTo } from '../frame/places.ts'
import { oneOf, t } from '../i18n/i18n.ts'
import { useActing } from '../session/acting.ts'
import type { PageDialog } from '../session/requested-dialog.ts'
import { useRequestedDialog } from '../session/requested-dialog.ts'
import { useRoleLimits } from '../session/use-role-limits.ts'
import { useSearcher } from '../session/use-searched.ts'
import { useWorkspaceChoice } from '../session/workspace-choice.ts'

const REGISTRIES: readonly RegistryKind[] = [
  'schemas',
  'contexts',
  'did-documents',
  'issuer-metadata',
  'trust-anchors',
  'status-lists',
]

interface Maker extends Pick<Command, 'title' | 'group' | 'icon' | 'whyNot'> {
  readonly what: PageDialog
  readonly to: ReturnType<typeof linkTo>
}

/** Commands for the create dialogs of pages: a command navigates to the page, which opens the dialog. */
export function useCreateCommands(): void {
  const router = useRouter()
  const acting = useActing()
  const requested = useRequestedDialog()
  const choice = useWorkspaceChoice()
  const searcher = useSearcher()
  const whyNot = useRoleLimits(searcher)

  let leadsTo: string | undefined
  // Leaving the page drops the request, which may still wait, for example for the password of the operator console.
  onScopeDispose(router.afterEach(({ name }) => name !== leadsTo && requested.forget()))

  async function make({ what, to }: Pick<Maker, 'what' | 'to'>): Promise<void> {
    requested.request(what)
    leadsTo = to.name
    const failure = await router.push(to)
    // A person who stays to keep typed values does not get the dialog later.
    if (isNavigationFailure(failure, NavigationFailureType.aborted)) requested.take(what)
  }

  useCommand((): Command[] => {
    const actor = searcher()
    const { agent, delegation } = acting.user ?? {}
    const places = [
      ...(actor === undefined ? [] : ofVault(actor)),
      // Agents have neither sessions nor keys of their own.
      ...(actor === undefined || agent ? [] : ofAccess(actor)),
      // Agents and represented accounts have no children, delegates or wallet.
      ...(actor === undefined || agent || delegation ? [] : ofPerson(actor)),
      ...ofOperator(),
      ...ofTrust(),
    ]
    return [
      ...places.map(({ what, to, ...shown }) => ({ id: `make.${what}`, ...shown, run: () => void make({ what, to }) })),
      { id: 'make.workspace', title: t('welcome.new.title'), icon: HardDrive, run: makeWorkspace },
    ]
  })

  /** Workspaces are created on the welcome page, which belongs to no workspace. */
  function makeWorkspace(): void {
    requested.request('workspace')
    choice.choose()
  }

  type Row = readonly [what: PageDialog, title: string, icon: Component, to: Maker['to'], whyNot?: string | undefined]

  const of = (group: string, ...rows: readonly Row[]): readonly Maker[] =>
    rows.map(([what, title, icon, to, reason]) => ({
      what,
      title: t(title),
      group: t(group),
      icon,
      to,
      whyNot: reason,
    }))

  function ofVault(actor: string): readonly Maker[] {
    const tag = whyNot(classificationOperations.classificationNodesPost)
    const folder = whyNot(attachmentsFolderOperations.attachmentsFoldersPost)
    return [
      ...of('tags.title', ['tag', 'tags.new', Tags, linkTo('tags', { actor }), tag]),
      ...of('files.title', ['folder', 'files.new.title', FolderPlus, linkTo('files', { actor }), folder]),
    ]
  }

  function ofPerson(actor: string): readonly Maker[] {
    return [
      ...of(
        'people.title',
        ['child', 'people.child.new', Baby, linkTo('people', { actor, tab: 'children' })],
        ['delegation', 'people.delegate.do', Handshake, linkTo('people', { actor, tab: 'delegations' })],
      ),
      ...of('app.group.exchange', [
        'credential',
        'wallet.import.open',
        Import,
        linkTo('wallet', { actor, tab: 'credentials' }),
      ]),
    ]
  }

  function ofTrust(): readonly Maker[] {
    return of(
      'trust.title',
      ['trusted-issuer', 'trust.issuers.add', ShieldCheck, linkTo('trust', { tab: 'issuers' })],
      ...REGISTRIES.map((tab): Row => {
        return [tab, oneOf('trust.registry.*.importTitle', tab), FileInput, linkTo('trust', { tab })]
      }),
      ['subscription-key', 'trust.newKey.title', KeySquare, linkTo('trust', { tab: 'keys' })],
      ['test-issuer', 'trust.tokenIssuers.newTest', FlaskConical, linkTo('trust', { tab: 'token-issuers' })],
      ['token-issuer', 'trust.tokenIssuers.add', BadgePlus, linkTo('trust', { tab: 'token-issuers' })],
    )
  }

  function ofOperator(): readonly Maker[] {
    return of(
      'operator.title',
      ['admission-token', 'operator.token.open', Ticket, linkTo('operator', { tab: 'audit' })],
      ['scheme', 'operator.schemes.new', Shapes, linkTo('operator', { tab: 'schemes' })],
      ['template', 'operator.templates.new', LayoutTemplate, linkTo('operator', { tab: 'templates' })],
      ['image', 'operator.images.new', ImageIcon, linkTo('operator', { tab: 'images' })],
    )
  }

  function ofAccess(actor: string): readonly Maker[] {
    return of(
      'access.title',
      ['session', 'access.sessions.new', Ticket, linkTo('access', { actor, tab: 'sessions' })],
      ['login-key', 'access.loginKeys.new', KeyRound, linkTo('access', { actor, tab: 'login-keys' })],
    )
  }
}
