// The process that plays seeds for `npm run simulate`: orders come in, reports go out.

import { play } from './worker';

process.on('message', (order: Parameters<typeof play>[0]) => {
  void play(order, (report) => process.send?.(report)).then(() => process.disconnect());
});
