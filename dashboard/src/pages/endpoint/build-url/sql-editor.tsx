/** The editor for a statement: colours, completion of columns, a mark where it was refused. Tab leaves it. */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { keywordCompletionSource } from '@codemirror/lang-sql';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { pageNonce } from '../../../page-nonce.ts';
import type { Column } from './columns.ts';
import { columnCompletion, selectDialect } from './sql-completion.ts';
import { editorStyle } from './sql-editor-style.ts';
import type { Place } from './sql-names.ts';

export interface SqlEditorHandle {
  /** At the cursor, which then stands behind it. */
  insert(text: string): void;
}

export interface SqlEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly columns: readonly Column[];
  readonly reservedWords: readonly string[];
  readonly mark: (Place & { readonly message: string }) | undefined;
  /** Whether the cursor stands behind a word that may not be finished. */
  readonly onWord: (isInWord: boolean) => void;
  /** Ids of what stands under it. */
  readonly describedBy: string;
  readonly ref?: Ref<SqlEditorHandle>;
}

export function SqlEditor(props: SqlEditorProps) {
  const { value, onChange, onWord, columns, reservedWords, mark, describedBy, ref } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [completion] = useState(() => new Compartment());
  const changed = useRef(onChange);
  const moved = useRef(onWord);
  const first = useRef(value);
  useEffect(() => {
    changed.current = onChange;
    moved.current = onWord;
  }, [onChange, onWord]);

  useEffect(() => {
    if (!parent.current) return undefined;
    const made = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorView.cspNonce.of(pageNonce),
          // The page itself runs the preview.
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }])),
          history(),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'SQL', 'aria-describedby': describedBy }),
          placeholder('SELECT * FROM service_table'),
          selectDialect.extension,
          completion.of([]),
          editorStyle,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
            if (update.docChanged || update.selectionSet || update.focusChanged)
              moved.current(update.view.hasFocus && isBehindWord(update.state));
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [completion, describedBy]);

  useEffect(() => {
    const sources = [columnCompletion(columns, reservedWords), keywordCompletionSource(selectDialect, true)];
    view.current?.dispatch({
      effects: completion.reconfigure(autocompletion({ override: sources, icons: false })),
    });
  }, [completion, columns, reservedWords]);

  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const { current } = view;
    if (!current || (mark && mark.to > current.state.doc.length)) return;
    current.dispatch(setDiagnostics(current.state, mark ? [{ ...mark, severity: 'error' }] : []));
  }, [mark]);

  useImperativeHandle(ref, () => ({
    insert: (text) => {
      view.current?.dispatch(view.current.state.replaceSelection(text));
      view.current?.focus();
    },
  }));

  return <div ref={parent} />;
}

function isBehindWord(state: EditorState): boolean {
  const { head } = state.selection.main;
  return /[\p{L}\p{N}_"']/u.test(state.sliceDoc(Math.max(0, head - 1), head));
}
