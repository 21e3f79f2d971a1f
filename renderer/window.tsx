// The whole window: takes drops anywhere, shows one screen, says aloud what changed.

import { useEffect, useLayoutEffect } from 'react';
import { bridge } from './bridge';
import { DetailsPane } from './details/details-pane';
import { setLanguage } from './i18n/i18n';
import { useWords, WordsProvider } from './i18n/words';
import { Announcer } from './meetings/announcer';
import { DropOverlay } from './meetings/drop-overlay';
import { MeetingsScreen } from './meetings/meetings-screen';
import { Toasts } from './meetings/toasts';
import { QuestionDialog } from './questions/question-dialog';
import { selectView } from './selectors';
import { SettingsScreen } from './settings/settings-screen';
import { useStore } from './store';
import { TokenDialog } from './token-dialog';
import { WelcomeScreen } from './welcome/welcome-screen';

/** The window's root component. */
export function MainWindow() {
  return (
    <WordsProvider>
      <Screens />
    </WordsProvider>
  );
}

function Screens() {
  const view = useStore(selectView);
  const language = useStore((state) => state.snapshot?.language);
  const asksForToken = useStore((state) => state.tokenDialog);
  const { t } = useWords();

  // Before the paint: a first frame in the wrong direction would be seen.
  useLayoutEffect(() => {
    if (language) setLanguage(language);
  }, [language]);

  useEffect(() => {
    document.title = t('app.name');
  }, [t]);

  return (
    <div className="app" data-testid="drop-target">
      {view === 'welcome' && <WelcomeScreen />}
      {view === 'meetings' && <MeetingsScreen details={<DetailsPane />} />}
      {view === 'settings' && <SettingsScreen />}
      {asksForToken && <TokenDialog />}
      <QuestionDialog />
      <Toasts />
      <DropOverlay onDrop={bridge.addDropped} />
      <Announcer />
    </div>
  );
}
