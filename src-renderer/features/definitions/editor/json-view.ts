import { json } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import { setDiagnostics } from '@codemirror/lint'
import type { Extension, Range, TransactionSpec } from '@codemirror/state'
import { Annotation, EditorState } from '@codemirror/state'
import type { DecorationSet, ViewUpdate } from '@codemirror/view'
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import type { TextRange } from '../document/json-places.ts'
import { jsonTheme } from './json-theme.ts'

/** A problem of the text, ready to be underlined. */
export interface UnderlinedProblem extends TextRange {
  readonly severity: 'fault' | 'warning'
  readonly text: string
  readonly fixes: readonly { readonly label: string; readonly run: () => void }[]
}

export interface JsonViewOptions {
  readonly text: string
  /** The accessible name. */
  readonly label: string
  /** Called when the text was edited. */
  readonly onText: (text: string) => void
  /** Called when the cursor moved, also by typing. */
  readonly onCursor: (offset: number) => void
}

/** Marks changes from outside, which are not reported back. */
const fromOutside = Annotation.define<true>()

export type JsonView = ReturnType<typeof mountJsonView>

/**
 * A JSON editor in an element.
 *
 * It is in a shadow tree, where its styles are constructed style sheets, which the content security policy allows; in
 * the document they would be style elements, which it forbids. Custom properties of the theme reach into it.
 */
export function mountJsonView(host: HTMLElement, { text, label, onText, onCursor }: JsonViewOptions) {
  const root = host.attachShadow({ mode: 'open' })
  const listener = EditorView.updateListener.of((update) => {
    if (isFromOutside(update)) return
    if (update.docChanged) onText(update.state.doc.toString())
    if (update.docChanged || update.selectionSet) onCursor(update.state.selection.main.head)
  })
  const view = new EditorView({
    state: EditorState.create({ doc: text, extensions: [...extensions(label), listener] }),
    parent: root,
    root,
  })

  /** Replaces the text but changes only the differing range, so that cursor and folds stay. */
  function setText(next: string): void {
    const before = view.state.doc.toString()
    if (before !== next) dispatch({ changes: difference(before, next) })
  }

  function setProblems(problems: readonly UnderlinedProblem[]): void {
    const { length } = view.state.doc
    const shown = problems.filter(({ to }) => to <= length)
    view.dispatch({ ...setDiagnostics(view.state, shown.map(diagnosticOf)), annotations: fromOutside.of(true) })
  }

  /** Scrolls a range into view. With the focus in the editor, selects it; otherwise moves the cursor there. */
  function reveal({ from, to }: TextRange, focus: boolean): void {
    const { length } = view.state.doc
    const selection = { anchor: Math.min(from, length), head: Math.min(focus ? to : from, length) }
    dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) })
    if (focus) view.focus()
  }

  function dispatch(change: TransactionSpec): void {
    view.dispatch({ ...change, annotations: fromOutside.of(true) })
  }

  return { setText, setProblems, reveal, destroy: () => view.destroy() }
}

const isFromOutside = ({ transactions }: ViewUpdate): boolean =>
  transactions.some((transaction) => transaction.annotation(fromOutside) === true)

function extensions(label: string): Extension[] {
  return [
    basicSetup,
    json(),
    // Disables the default colours of basicSetup, in favour of the window's colours below.
    syntaxHighlighting(HighlightStyle.define([])),
    jsonColours,
    jsonTheme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ]
}

function diagnosticOf({ from, to, severity, text, fixes }: UnderlinedProblem): Diagnostic {
  return {
    from,
    to,
    severity: severity === 'fault' ? 'error' : 'warning',
    message: text,
    actions: fixes.map(({ label, run }) => ({ name: label, apply: run })),
  }
}

/** The range in which two texts differ, as a change of the first one. */
export function difference(before: string, after: string): TextRange & { readonly insert: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

const COLOUR_OF_NODE: Readonly<Record<string, string>> = {
  PropertyName: 'json-name',
  String: 'json-text',
  Number: 'json-number',
  True: 'json-word',
  False: 'json-word',
  Null: 'json-word',
}

/** Colours the visible tokens by their kind. */
const jsonColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = coloured(view)
    }

    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      const parsedOn = syntaxTree(startState) !== syntaxTree(state)
      if (docChanged || viewportChanged || parsedOn) this.decorations = coloured(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

function coloured(view: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter(node) {
        const colour = COLOUR_OF_NODE[node.name]
        if (colour !== undefined) marks.push(Decoration.mark({ class: colour }).range(node.from, node.to))
      },
    })
  }
  return Decoration.set(marks, true)
}
