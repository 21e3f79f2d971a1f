/** Looks through folders where there are none. */
export const noFolders = (): Promise<never> => Promise.reject(new Error('there is no folder to look into'));
