/** Names of the two files of which one always holds the last acknowledged state, in the order in which a new store fills them. */
export const GENERATIONS = ['state-a.json', 'state-b.json'] as const;
