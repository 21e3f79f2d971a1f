import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { useWords } from '../i18n/words';
import { listItems, rowsOf, selectDetails, selectedOf, selectMeetings } from '../selectors';
import { useStore } from '../store';
import { isDialogOpen } from '../ui/dialog';
import { Banners } from './banners';
import { EmptyState } from './empty-state';
import { MeetingList } from './meeting-list';
import { clearSelection } from './selection';
import { SelectionBar, useSelectionSaid } from './selection-bar';
import { StatusLine } from './status-line';
import { Toolbar } from './toolbar';
import './window.css';
import './row.css';
import './row-stage.css';
import './row-narrow.css';
import './banner.css';
import './empty.css';

/** The list of meetings. `details` stands beside it, or in its place where there is no room for both. */
export function MeetingsScreen({ details }: { readonly details: ReactNode }) {
  const { t } = useWords();
  const meetings = useStore(selectMeetings);
  const search = useStore((state) => state.search);
  const query = useDeferredValue(search);
  const untitled = query === '' ? '' : t('elsewhere.untitled');
  const items = useMemo(() => listItems(meetings, query, untitled), [meetings, query, untitled]);
  const selected = useStore((state) => state.selected);
  const concerned = useMemo(() => selectedOf(items, selected), [items, selected]);
  useSelectionSaid(concerned.length);
  const found = useMemo(() => (query.trim() === '' ? null : rowsOf(items)), [items, query]);
  const empty = meetings.length === 0;
  const hasDetails = useStore((state) => selectDetails(state) !== null);
  useEscape();
  return (
    <div className="win">
      <Toolbar bare={empty} found={found?.length ?? null} />
      <main className={`body${hasDetails ? ' has-pane' : ''}`}>
        {empty ? (
          <div className="list is-empty">
            <Banners />
            <EmptyState />
          </div>
        ) : (
          <MeetingList items={items} query={query}>
            <Banners />
          </MeetingList>
        )}
        {details}
      </main>
      <StatusLine found={found}>
        {concerned.length > 0 && <SelectionBar items={items} meetings={concerned} />}
      </StatusLine>
    </div>
  );
}

/** Esc ends the selection, closes the details, then the search. Menus take it for themselves before it gets here. */
function useEscape(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { menu, detailsId, search, selected, openDetails, searchFor, openMenu } = useStore.getState();
      if (event.key !== 'Escape' || event.defaultPrevented || isDialogOpen()) return;
      if (menu) openMenu(null);
      else if (selected.size > 0) clearSelection();
      else if (detailsId !== null) openDetails(null);
      else if (search !== '') searchFor('');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
