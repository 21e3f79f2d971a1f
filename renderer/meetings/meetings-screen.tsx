import { type ReactNode, useEffect } from 'react';
import { selectDetails, selectMeetings } from '../selectors';
import { useStore } from '../store';
import { isDialogOpen } from '../ui/dialog';
import { Banners } from './banners';
import { EmptyState } from './empty-state';
import { MeetingList } from './meeting-list';
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
  const empty = useStore((state) => selectMeetings(state).length === 0);
  const hasDetails = useStore((state) => selectDetails(state) !== null);
  useEscape();
  return (
    <div className="win">
      <Toolbar bare={empty} />
      <div className={`body${hasDetails ? ' has-pane' : ''}`}>
        {empty ? (
          <main className="list is-empty">
            <Banners />
            <EmptyState />
          </main>
        ) : (
          <MeetingList>
            <Banners />
          </MeetingList>
        )}
        {details}
      </div>
      <StatusLine />
    </div>
  );
}

/** Esc closes the details, then the search. Menus take it for themselves before it gets here. */
function useEscape(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { menu, detailsId, search, openDetails, searchFor, openMenu } = useStore.getState();
      if (event.key !== 'Escape' || event.defaultPrevented || isDialogOpen()) return;
      if (menu) openMenu(null);
      else if (detailsId !== null) {
        openDetails(null);
        document.querySelector<HTMLElement>('[data-testid="meeting-row"][tabindex="0"]')?.focus();
      } else if (search !== '') searchFor('');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
