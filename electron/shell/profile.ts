import path from 'node:path';

/** Where one installation keeps its things. The sandbox has a queue of its own, so that no try-out is ever sent to Lobbe. */
export interface Profile {
  readonly root: string;
  readonly account: string;
  readonly sandbox: string;
}

export function profileOf(root: string): Profile {
  return { root, account: path.join(root, 'account'), sandbox: path.join(root, 'sandbox') };
}
