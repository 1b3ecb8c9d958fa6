/** Below which a server tells what is stored in which version. */
export const storagePath = '/storage/versions';
