/** Colours of the editor in light and dark, all with a contrast of at least 4.5. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colour = (name: string, light: number, dark: number): string =>
  `light-dark(var(--mantine-color-${name}-${light}), var(--mantine-color-${name}-${dark}))`;

const border = '1px solid var(--mantine-color-default-border)';
const surface = {
  backgroundColor: 'var(--mantine-color-body)',
  color: 'var(--mantine-color-text)',
  border,
  borderRadius: 'var(--mantine-radius-sm)',
};
const chosen = {
  backgroundColor: 'var(--mantine-primary-color-filled)',
  color: 'var(--mantine-color-white)',
};

const frame = EditorView.theme({
  '&': { ...surface, fontSize: 'var(--mantine-font-size-sm)' },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '1px' },
  '.cm-content': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    caretColor: 'var(--mantine-color-text)',
    minHeight: '7.5rem',
    padding: 'var(--mantine-spacing-xs)',
  },
  '.cm-line': { padding: '0' },
  '.cm-scroller': { maxHeight: '20rem', overflow: 'auto' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.cm-tooltip': { ...surface, maxWidth: 'calc(100vw - 2rem)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mantine-font-family-monospace)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { lineHeight: '24px', padding: '0 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': chosen,
  '.cm-tooltip-lint .cm-diagnostic': { padding: '4px 8px' },
});

const words = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, color: colour('brand', 9, 3), fontWeight: '600' },
    { tag: [tags.string, tags.special(tags.string)], color: colour('teal', 9, 3) },
    { tag: [tags.number, tags.bool, tags.null], color: colour('grape', 9, 3) },
    { tag: tags.standard(tags.name), color: colour('violet', 9, 3) },
    { tag: tags.comment, color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
  ]),
);

export const editorStyle = [frame, words];
