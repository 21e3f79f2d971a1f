import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/overlays.css';
import './ui/forced-colours.css';
import './ui/more-contrast.css';
import { connect } from './bridge';
import { followSystemTheme } from './ui/theme';
import { MainWindow } from './window';

followSystemTheme();
connect();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MainWindow />
    </StrictMode>,
  );
}
