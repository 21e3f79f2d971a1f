// The process that plays cases for `npm run fuzz`: orders come in, reports go out.

import { fuzz, type Order } from './fuzz';

process.on('message', (order: Order) => {
  void fuzz(order, (report) => process.send?.(report)).then(() => process.disconnect());
});
