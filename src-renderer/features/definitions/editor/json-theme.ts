import { EditorView } from '@codemirror/view'

const underline = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour} 1px`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
})

/** The look of the window, by its custom properties, so that every theme holds here too. */
export const jsonTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.25rem', scrollbarWidth: 'thin' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderInlineStartColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-3)',
    border: 'none',
    borderInlineEnd: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--raised) 60%, transparent)' },
  '.cm-activeLineGutter': { color: 'var(--text)' },
  '.cm-selectionMatch, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-soft)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--raised)', color: 'var(--text-2)', border: '1px solid var(--line)' },
  '.cm-lintRange-error': underline('var(--bad)'),
  '.cm-lintRange-warning': underline('var(--warn)'),
  '.cm-lintPoint:after': { borderBottomColor: 'var(--bad)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: '0 8px 28px var(--shadow)',
    fontFamily: 'var(--font-sans)',
    overflow: 'hidden',
  },
  '.cm-diagnostic': { padding: '6px 10px' },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderInlineStart: '3px solid var(--warn)' },
  '.cm-diagnosticAction': {
    minHeight: '24px',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
  },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panels button, .cm-panels input': {
    border: '1px solid var(--edge)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)' },
  '.json-name': { color: 'var(--accent)' },
  '.json-text': { color: 'var(--ok)' },
  '.json-number': { color: 'var(--info)' },
  '.json-word': { color: 'var(--warn)' },
})
